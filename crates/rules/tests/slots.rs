//! How pits and slots are numbered.

use parlor_rules::Player;
use parlor_rules::mancala::{Pit, Position, Slot};
use proptest::prelude::*;

use crate::{generated, notated};

proptest! {
    #[test]
    fn opposites_face_each_other_from_different_sides(rules in generated::rules()) {
        for slot in Slot::all(&rules) {
            let opposite = slot.opposite(&rules);
            prop_assert_eq!(opposite.opposite(&rules), slot);
            prop_assert_eq!(opposite.owner(&rules), !slot.owner(&rules));
            prop_assert_eq!(opposite.pit(&rules).is_some(), slot.pit(&rules).is_some());
            if slot.pit(&rules).is_some() {
                prop_assert_eq!(slot.index() + opposite.index(), 2 * rules.pits());
            }
        }
    }

    #[test]
    fn slots_follow_each_other_in_the_order_of_sowing(rules in generated::rules()) {
        let sides = Player::BOTH.map(|owner| {
            let pits = Pit::all(&rules).map(move |pit| pit.slot(&rules, owner));
            pits.chain([Slot::store(&rules, owner)]).collect::<Vec<_>>()
        });
        let numbers: Vec<u8> = sides.concat().into_iter().map(Slot::index).collect();
        let expected: Vec<u8> = (0..2 * rules.pits() + 2).collect();
        prop_assert_eq!(numbers, expected);
        prop_assert_eq!(sides.concat(), Slot::all(&rules).collect::<Vec<_>>());
    }

    #[test]
    fn a_slot_knows_its_owner_and_its_pit(rules in generated::rules()) {
        for owner in Player::BOTH {
            for pit in Pit::all(&rules) {
                let slot = pit.slot(&rules, owner);
                prop_assert_eq!((slot.owner(&rules), slot.pit(&rules)), (owner, Some(pit)));
            }
            let store = Slot::store(&rules, owner);
            prop_assert_eq!((store.owner(&rules), store.pit(&rules)), (owner, None));
        }
    }

    #[test]
    fn a_position_gives_back_the_slots_it_was_made_from(position in generated::position()) {
        let turn = parlor_rules::Game::turn(&position);
        prop_assert_eq!(Position::new(*position.rules(), &position.slots(), turn), Ok(position));
    }
}

#[test]
fn six_pits_are_numbered_as_on_the_page() {
    let rules = notated::rules("kalah");
    assert_eq!(Slot::store(&rules, Player::One).index(), 6);
    assert_eq!(Slot::store(&rules, Player::Two).index(), 13);
    let pit = Pit::new(0).unwrap();
    assert_eq!(pit.slot(&rules, Player::Two).index(), 7);
    assert_eq!(pit.slot(&rules, Player::One).opposite(&rules).index(), 12);
}

#[test]
#[should_panic(expected = "beyond the end of the row")]
fn a_pit_beyond_the_end_of_the_row_has_no_slot() {
    let _ = Pit::new(6).unwrap().slot(&notated::rules("kalah"), Player::One);
}
