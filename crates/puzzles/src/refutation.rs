use parlor_engine::Analysis;
use parlor_rules::{AnyPosition, Choice, Game};

use crate::chain::longest_chain;
use crate::theme::Theme;

/// What shows that a wrong answer is wrong, as moves from the position it was given in, the answer
/// first. `None` if the analysis does not know the move, or the move is not legal.
///
/// Where the game is to be won or saved, this is the line that the move leads to, by the analysis of
/// the position: as far as the end of the reply that refutes it. Where a chain is to be made, it is the
/// longest that is left.
pub fn refutation(
    theme: Theme,
    position: &AnyPosition,
    analysis: &Analysis<Choice>,
    answer: Choice,
) -> Option<Vec<Choice>> {
    match theme {
        Theme::Win | Theme::Tie => Some(through_reply(position, &analysis.of(answer)?.line)),
        Theme::Chain => shorter_chain(position, answer),
    }
}

/// The line until the other player has replied, and it is the first one's turn again.
fn through_reply(position: &AnyPosition, line: &[Choice]) -> Vec<Choice> {
    let (mut at, mut replied) = (*position, false);
    let shown = line.iter().take_while(|&&choice| {
        let own = at.turn() == position.turn();
        replied |= !own;
        if own && replied {
            return false;
        }
        at.after(choice).map(|next| at = next).is_ok()
    });
    shown.copied().collect()
}

fn shorter_chain(position: &AnyPosition, answer: Choice) -> Option<Vec<Choice>> {
    let next = position.after(answer).ok()?;
    let goes_again = next.turn() == position.turn();
    let rest = if goes_again { longest_chain(&next)?.0 } else { Vec::new() };
    Some([vec![answer], rest].concat())
}
