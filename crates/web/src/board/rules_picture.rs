//! A small board that shows what sets rules apart.

use parlor_rules::Player;
use parlor_rules::mancala::{EmptyOpposite, Origin, Pit, Position, Relay, Rules};
use parlor_wording::rules::caption;

use super::moving_picture::moving_picture;
use crate::ui::elements::{El, el, said};

/// The picture with its caption, for whichever rules.
pub(crate) fn rules_picture(rules: &Rules) -> El {
    let (position, pit) = scene(rules);
    el("figure").child(moving_picture(&position, pit)).child(said("figcaption", &caption(rules)))
}

/// A move that shows what the caption says.
fn scene(rules: &Rules) -> (Position, Pit) {
    let row = |numbers: [u8; 4]| numbers.into_iter().cycle().take(rules.pits().into());
    let mut slots: Vec<u8> = row([2, 0, 3, 1]).chain([9]).chain(row([1, 2, 4, 3])).collect();
    slots.push(7);
    let from = match (rules.relay(), rules.origin()) {
        (Relay::On, _) => relay(rules, &mut slots),
        (Relay::Off, Origin::Skipped) => whole_lap(rules, &mut slots),
        (Relay::Off, Origin::Sown) => capture(rules, &mut slots),
    };
    let position = Position::new(*rules, &slots, Player::One).expect("a slot for each number");
    (position, Pit::new(from).expect("a pit of the board"))
}

/// One stone into a pit that is not empty: what lies there goes on into an empty one.
fn relay(rules: &Rules, slots: &mut [u8]) -> u8 {
    let from = (rules.pits() - 1) / 2;
    if rules.pits() > 1 {
        // A stone more where the relay would end in the store.
        let found = if from + 4 == rules.pits() { 3 } else { 2 };
        for (slot, stones) in [(from, 1), (from + 1, found), (from + 2 + found, 0)] {
            slots[usize::from(slot)] = stones;
        }
    }
    from
}

/// A whole lap, on which the pit that it began from is passed over.
fn whole_lap(rules: &Rules, slots: &mut [u8]) -> u8 {
    let from = rules.pits() / 2;
    slots[usize::from(from)] = 2 * rules.pits() + 1;
    from
}

/// One stone into the empty pit beside it.
fn capture(rules: &Rules, slots: &mut [u8]) -> u8 {
    let last_pit = rules.pits() - 1;
    let from = last_pit / 2;
    slots[usize::from(from)] = 1;
    if from < last_pit {
        slots[usize::from(from) + 1] = 0;
        let opposite = 2 * rules.pits() - from - 1;
        slots[usize::from(opposite)] = match rules.empty_opposite() {
            Some(EmptyOpposite::BanksTheStone) => 0,
            Some(EmptyOpposite::Nothing) | None => 5,
        };
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::Game as _;
    use parlor_rules::mancala::{Captured, Captures, CapturingStone, Preset, Step};

    fn steps(rules: &Rules) -> Vec<Step> {
        let (position, pit) = scene(rules);
        position.play(pit).expect("a legal move").steps()
    }

    /// How many stones are captured, whether they go to the store, and whether the own one does.
    fn captured(rules: &Rules) -> Option<(u8, bool, bool)> {
        steps(rules).into_iter().find_map(|step| match step {
            Step::Capture { taken, to, stone_to, .. } => {
                Some((taken, to.pit(rules).is_none(), stone_to.is_some()))
            }
            Step::Lift { .. }
            | Step::Drop { .. }
            | Step::Again
            | Step::Sweep { .. }
            | Step::End(_) => None,
        })
    }

    #[test]
    fn the_pictures_show_what_their_captions_say() {
        assert_eq!(captured(&Preset::Gems.rules()), Some((0, true, true)));
        assert_eq!(captured(&Preset::Island.rules()), Some((5, false, false)));
        assert_eq!(captured(&Preset::Kalah.rules()), Some((5, true, true)));
        let drops = steps(&Preset::HomePits.rules()).into_iter().filter_map(|step| match step {
            Step::Drop { into, .. } => Some(into.index()),
            _ => None,
        });
        let drops: Vec<u8> = drops.collect();
        assert_eq!((drops.len(), drops.contains(&3)), (13, false));
    }

    /// From how many pits stones are taken up, and where the last one falls.
    fn relayed(rules: &Rules) -> (usize, u8) {
        let steps = steps(rules);
        let lifts = steps.iter().filter(|step| matches!(step, Step::Lift { .. })).count();
        let mut drops = steps.iter().filter_map(|step| match step {
            Step::Drop { into, .. } => Some(into.index()),
            _ => None,
        });
        (lifts, drops.next_back().expect("a stone falls"))
    }

    #[test]
    fn rules_that_players_made_have_a_picture_too() {
        for preset in Preset::ALL {
            for pits in 2..=Rules::MAX_PITS {
                let rules = preset.rules().change().pits(pits).build().expect("rules");
                let relay = rules.change().relay(Relay::On).build().expect("rules");
                let (lifts, last) = relayed(&relay);
                assert!(lifts == 2 && last != pits, "{relay} {last}");
                let single = rules.change().relay(Relay::Off);
                let tame = single.captures(Captures::Off).build().expect("rules");
                assert_eq!(captured(&tame), None, "{tame}");
                let rules = single.captures(Captures::On).build().expect("rules");
                let empty = rules.empty_opposite() == Some(EmptyOpposite::BanksTheStone);
                let shown = (
                    if empty { 0 } else { 5 },
                    rules.captured() == Some(Captured::ToStore),
                    rules.capturing_stone() == Some(CapturingStone::ToStore),
                );
                match rules.origin() {
                    Origin::Sown => assert_eq!(captured(&rules), Some(shown), "{rules}"),
                    Origin::Skipped => assert!(steps(&rules).len() > usize::from(2 * pits)),
                }
            }
            for relay in [Relay::Off, Relay::On] {
                let single = preset.rules().change().pits(1).relay(relay).build().expect("rules");
                assert!(!steps(&single).is_empty(), "one pit captures nothing, and is still sown");
            }
        }
    }
}
