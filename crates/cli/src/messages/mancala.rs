use parlor_rules::mancala::{Position, Rules, Slot, Step};
use parlor_rules::{Game, Player, Turn};

use super::{Sentence, Tone};
use crate::text::counted;

/// What happened in a turn, up to its end.
pub(super) fn sentences(turn: &Turn<Position>, names: [&str; 2]) -> Vec<Sentence> {
    let mover = names[turn.player().index()];
    let steps = turn.steps();
    let mut sentences = Vec::new();
    for step in &steps {
        sentences.push(match step {
            Step::Lift { stones, .. } => {
                let sown = counted(u64::from(*stones), "stone");
                let text = format!("{mover} sows {sown} from pit {}.", turn.choice());
                Sentence::new(Tone::Plain, text)
            }
            Step::Capture { .. } => {
                let captured = counted(u64::from(step.captured()), "stone");
                Sentence::new(Tone::Capture, format!("{mover} captures {captured}."))
            }
            Step::Again if turn.position().outcome().is_none() => {
                Sentence::new(Tone::Again, format!("{mover} has another turn."))
            }
            Step::Again | Step::Drop { .. } | Step::Sweep { .. } | Step::End(_) => continue,
        });
    }
    sentences.extend(Player::BOTH.into_iter().filter_map(|owner| {
        let swept = swept(turn.position().rules(), &steps, owner);
        let text = format!("{} keeps the last {}.", names[owner.index()], counted(swept, "stone"));
        (swept > 0).then(|| Sentence::new(Tone::Plain, text))
    }));
    sentences
}

/// Every step of a turn, in short.
pub(super) fn account(turn: &Turn<Position>) -> String {
    let rules = turn.position().rules();
    let place = |slot: Slot| {
        let owner = turn.position().letter(slot.owner(rules));
        slot.pit(rules).map_or_else(|| format!("{owner}·store"), |pit| format!("{owner}{pit}"))
    };
    let in_short = |step| match step {
        Step::Lift { from, stones } => format!("lift {stones} from {}, drop", place(from)),
        Step::Drop { into, .. } => format!(" {}", place(into)),
        Step::Capture { opposite, taken, to, stone_to, .. } => {
            let with = if stone_to.is_some() { " with the last stone" } else { "" };
            format!(", capture {taken} from {}{with} to {}", place(opposite), place(to))
        }
        Step::Again => ", go again".to_owned(),
        Step::Sweep { from, stones, to } => {
            format!(", sweep {stones} from {} to {}", place(from), place(to))
        }
        Step::End(_) => ", end".to_owned(),
    };
    turn.steps().into_iter().map(in_short).collect()
}

/// The score of a finished game, the winner's first.
pub(super) fn score(position: &Position) -> String {
    let [one, two] = Player::BOTH.map(|player| position.score(player));
    format!(" {} to {}.", one.max(two), one.min(two))
}

/// How many stones the sweep at the end gave to a player.
fn swept(rules: &Rules, steps: &[Step], owner: Player) -> u64 {
    steps
        .iter()
        .map(|step| match step {
            Step::Sweep { stones, to, .. } if to.owner(rules) == owner => u64::from(*stones),
            _ => 0,
        })
        .sum()
}
