//! Chains of extra turns.

use parlor_rules::{AnyPosition, Choice, Game};

/// The longest chain of extra turns that the player to move can make, and whether no other sequence
/// of moves is as long. `None` where there are too many sequences to look at all of them.
pub fn longest_chain(position: &AnyPosition) -> Option<(Vec<Choice>, bool)> {
    let mut search = Search { path: Vec::new(), best: Vec::new(), unique: true, left: MOST_MOVES };
    search.follow(position)?;
    Some((search.best, search.unique))
}

/// The chain that is made by always sowing the last pit of the row that earns an extra turn: what
/// players are told to do, and what is not always best.
pub(crate) fn nearest_first(position: &AnyPosition) -> Vec<Choice> {
    let (mut position, mut chain) = (*position, Vec::new());
    while let Some((choice, next)) = extra_turns(&position).last() {
        chain.push(choice);
        position = next;
    }
    chain
}

/// Moves that may be tried for a chain. A chain takes few of them, except by relay sowing.
const MOST_MOVES: u32 = 200_000;

struct Search {
    path: Vec<Choice>,
    best: Vec<Choice>,
    unique: bool,
    left: u32,
}

impl Search {
    fn follow(&mut self, position: &AnyPosition) -> Option<()> {
        for (choice, next) in extra_turns(position) {
            self.left = self.left.checked_sub(1)?;
            self.path.push(choice);
            if self.path.len() > self.best.len() {
                self.best.clone_from(&self.path);
                self.unique = true;
            } else if self.path.len() == self.best.len() {
                self.unique = false;
            }
            self.follow(&next)?;
            self.path.pop();
        }
        Some(())
    }
}

/// The moves after which it is the same player's turn again, and where they lead. One that also ends
/// the game has earned its extra turn.
fn extra_turns(position: &AnyPosition) -> impl Iterator<Item = (Choice, AnyPosition)> {
    let goes_again = |next: &AnyPosition| next.turn() == position.turn();
    position.moves().filter_map(move |choice| {
        let next = position.after(choice).ok()?;
        goes_again(&next).then_some((choice, next))
    })
}

#[cfg(test)]
mod tests {
    use parlor_rules::Variant;

    use super::*;

    fn chain(rules: &str, text: &str) -> (String, bool) {
        let variant: Variant = rules.parse().expect("rules");
        let position = AnyPosition::parse(variant, text).expect("a position");
        let (chain, unique) = longest_chain(&position).expect("few moves");
        (chain.into_iter().map(|choice| position.digit(choice)).collect(), unique)
    }

    #[test]
    fn a_chain_is_as_long_as_it_can_be() {
        // Pit 6, then pit 5 into the store, whose second stone makes pit 6 ready again.
        assert_eq!(chain("kalah", "<6,0,0,0,0,0,0,2,1,1,1,1,1,1,1> S"), ("656".to_owned(), true));
        assert_eq!(chain("kalah", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"), ("3".to_owned(), true));
        assert_eq!(chain("kalah", "<6,0,0,1,0,0,0,0,0,1,1,1,1,1,1> S"), (String::new(), true));
    }

    #[test]
    fn two_chains_of_the_same_length_are_not_one() {
        // Laps: each of the two pits earns a turn, and spoils the other for it.
        let chain = chain("kalah,pits=2", "<2,0,0,7,11,1,1> S");
        assert_eq!(chain, ("1".to_owned(), false));
    }
}
