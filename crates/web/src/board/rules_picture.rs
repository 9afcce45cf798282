//! A small board that shows what sets rules apart.

use parlor_rules::Player;
use parlor_rules::mancala::{EmptyOpposite, Origin, Pit, Position, Rules};
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
    let last_pit = rules.pits() - 1;
    let (from, stones) = match rules.origin() {
        // A whole lap, on which the pit that it began from is passed over.
        Origin::Skipped => (rules.pits() / 2, 2 * rules.pits() + 1),
        // One stone into the empty pit beside it.
        Origin::Sown => (last_pit / 2, 1),
    };
    let row = |numbers: [u8; 4]| numbers.into_iter().cycle().take(rules.pits().into());
    let mut slots: Vec<u8> = row([2, 0, 3, 1]).chain([9]).chain(row([1, 2, 4, 3])).collect();
    slots.push(7);
    slots[usize::from(from)] = stones;
    if rules.origin() == Origin::Sown && from < last_pit {
        slots[usize::from(from) + 1] = 0;
        let opposite = 2 * rules.pits() - from - 1;
        slots[usize::from(opposite)] = match rules.empty_opposite() {
            EmptyOpposite::BanksTheStone => 0,
            EmptyOpposite::Nothing => 5,
        };
    }
    let position = Position::new(*rules, &slots, Player::One).expect("a slot for each number");
    (position, Pit::new(from).expect("a pit of the board"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::Game as _;
    use parlor_rules::mancala::{Captured, CapturingStone, Preset, Step};

    fn steps(rules: &Rules) -> Vec<Step> {
        let (position, pit) = scene(rules);
        position.play(pit).expect("a legal move").steps()
    }

    /// How many stones are captured, whether they go to the store, and whether the own one does.
    fn capture(rules: &Rules) -> Option<(u8, bool, bool)> {
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
        assert_eq!(capture(&Preset::Gems.rules()), Some((0, true, true)));
        assert_eq!(capture(&Preset::Island.rules()), Some((5, false, false)));
        assert_eq!(capture(&Preset::Kalah.rules()), Some((5, true, true)));
        let drops = steps(&Preset::HomePits.rules()).into_iter().filter_map(|step| match step {
            Step::Drop { into, .. } => Some(into.index()),
            _ => None,
        });
        let drops: Vec<u8> = drops.collect();
        assert_eq!((drops.len(), drops.contains(&3)), (13, false));
    }

    #[test]
    fn rules_that_players_made_have_a_picture_too() {
        for preset in Preset::ALL {
            for pits in 2..=Rules::MAX_PITS {
                let rules = preset.rules().change().pits(pits).build().expect("rules");
                let empty = rules.empty_opposite() == EmptyOpposite::BanksTheStone;
                let shown = (
                    if empty { 0 } else { 5 },
                    rules.captured() == Captured::ToStore,
                    rules.capturing_stone() == CapturingStone::ToStore,
                );
                match rules.origin() {
                    Origin::Sown => assert_eq!(capture(&rules), Some(shown), "{rules}"),
                    Origin::Skipped => assert!(steps(&rules).len() > usize::from(2 * pits)),
                }
            }
            let single = preset.rules().change().pits(1).build().expect("rules");
            assert!(!steps(&single).is_empty(), "one pit captures nothing, and is still sown");
        }
    }
}
