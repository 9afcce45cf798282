mod values;

use parlor_rules::mancala::{Rules, Starts};

use self::values::VALUES;

/// What the start of a game is worth to the player who moves first, with best play from both sides:
/// by how much they win, or lose if negative. `None` where that has not been proved.
///
/// These are the values of `docs/solved.json`, looked up and not worked out. Who moves first makes
/// no difference.
///
/// ```
/// use parlor_engine::solved_start;
///
/// assert_eq!(solved_start(&"kalah".parse()?), Some(8));
/// assert_eq!(solved_start(&"homepits,stones=3".parse()?), Some(0));
/// assert_eq!(solved_start(&"kalah,pits=9".parse()?), None);
/// # Ok::<(), parlor_rules::mancala::RulesError>(())
/// ```
pub fn solved_start(rules: &Rules) -> Option<i16> {
    let wanted = whoever_starts(rules)?;
    let is_wanted = |text: &str| text.parse().is_ok_and(|it| whoever_starts(&it) == Some(wanted));
    VALUES.iter().find(|(text, _)| is_wanted(text)).map(|&(_, value)| value)
}

/// The same rules for all that differ only in who starts.
fn whoever_starts(rules: &Rules) -> Option<Rules> {
    rules.change().starts(Starts::One).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_found_by_its_rules_whoever_starts() {
        for &(text, value) in VALUES {
            let rules: Rules = text.parse().expect("valid rules");
            assert_eq!(solved_start(&rules), Some(value), "{text}");
            let loser = rules.change().starts(Starts::Loser).build().expect("valid rules");
            assert_eq!(solved_start(&loser), Some(value), "{loser}");
        }
    }

    #[test]
    fn other_rules_have_no_value_of_a_preset() {
        for rules in ["kalah,pits=5", "kalah,over=stuck", "kalah,stones=10", "kalah,captures=off"] {
            assert_eq!(solved_start(&rules.parse().expect("valid rules")), None, "{rules}");
        }
    }
}
