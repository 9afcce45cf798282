use parlor_rules::Variant;
use parlor_rules::mancala::{Captures, Relay, Rules};

/// Which events a program knows, by number. It goes up with each event that is new, or that means
/// something new. A program cannot read the logs of one that knows more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Vocabulary(pub(crate) i32);

impl Vocabulary {
    /// What every program knows that keeps events as JSON.
    const FIRST: Self = Self(1);
    /// Mancala with relay sowing, or without captures.
    const RELAY: Self = Self(2);
    /// What this program knows.
    pub(crate) const NEWEST: Self = Self::RELAY;

    /// What a program has to know to read the log of a table where this game is played.
    pub(crate) fn needed_for(variant: &Variant) -> Self {
        match variant {
            Variant::Mancala(rules) if is_new(rules) => Self::RELAY,
            Variant::Mancala(_) | Variant::TicTacToe => Self::FIRST,
        }
    }
}

fn is_new(rules: &Rules) -> bool {
    rules.relay() == Relay::On || rules.captures() == Captures::Off
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_earlier_versions_need_no_new_program() {
        let needed = |rules: &str| Vocabulary::needed_for(&rules.parse().expect("rules"));
        for rules in ["gems", "kalah,pits=4,stones=6", "homepits,first=loser", "tic-tac-toe"] {
            assert_eq!(needed(rules), Vocabulary::FIRST, "{rules}");
        }
        for rules in ["gems,relay=on", "kalah,captures=off", "avalanche"] {
            assert_eq!(needed(rules), Vocabulary::RELAY, "{rules}");
        }
    }
}
