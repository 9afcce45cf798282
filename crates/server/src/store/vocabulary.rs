use parlor_rules::mancala::{Captures, Relay, Rules};
use parlor_rules::{AnyPosition, Game as _, Variant};

/// Which events a program knows, by number. It goes up with each event that is new, or that means
/// something new. A program cannot read the logs of one that knows more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Vocabulary(pub(crate) i32);

impl Vocabulary {
    /// What every program knows that keeps events as JSON.
    const FIRST: Self = Self(1);
    /// Mancala with relay sowing, or without captures.
    const RELAY: Self = Self(2);
    /// The next game begins like the one before, where that did not begin as usual.
    const STARTS: Self = Self(3);
    /// What this program knows.
    pub(crate) const NEWEST: Self = Self::STARTS;

    /// What a program has to know to read the log of a table where games start like this.
    pub(crate) fn needed_for(start: &AnyPosition) -> Self {
        if start.is_unusual_start() {
            return Self::STARTS;
        }
        match start.variant() {
            Variant::Mancala(rules) if is_new(&rules) => Self::RELAY,
            Variant::Mancala(_) | Variant::TicTacToe => Self::FIRST,
        }
    }
}

fn is_new(rules: &Rules) -> bool {
    rules.relay() == Relay::On || rules.captures() == Captures::Off
}

#[cfg(test)]
mod tests {
    use parlor_rules::AnyRecord;

    use super::*;

    #[test]
    fn rules_of_earlier_versions_need_no_new_program() {
        let needed = |rules: &str| {
            Vocabulary::needed_for(&AnyPosition::opening(rules.parse().expect("rules")))
        };
        for rules in ["gems", "kalah,pits=4,stones=6", "homepits,first=loser", "tic-tac-toe"] {
            assert_eq!(needed(rules), Vocabulary::FIRST, "{rules}");
        }
        for rules in ["gems,relay=on", "kalah,captures=off", "avalanche"] {
            assert_eq!(needed(rules), Vocabulary::RELAY, "{rules}");
        }
    }
    #[test]
    fn an_unusual_start_needs_a_program_that_begins_with_it_again() {
        for (game, needed) in [
            ("kalah~N~36", Vocabulary::FIRST),
            ("kalah~6-0-2-3-3-4-4-4-4-4-4-4-4-4-4-S~", Vocabulary::STARTS),
            // The next game after one that went on from a moment of another begins as usual, as ever.
            ("tic-tac-toe~X........-O~", Vocabulary::FIRST),
        ] {
            let record: AnyRecord = game.parse().expect("a record");
            assert_eq!(Vocabulary::needed_for(record.start()), needed, "{game}");
        }
    }
}
