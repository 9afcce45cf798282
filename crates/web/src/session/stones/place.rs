use parlor_rules::Player;
use parlor_rules::mancala::{Rules, Slot};

/// Where something lies on the board, measured from its middle.
///
/// `along` runs the way South sows, in columns; `across` is -1 on North's row and 1 on South's.
/// The style turns the two into left and top: on an upright screen the board is turned by 90°,
/// and it can be turned round for the other player, without a number here being changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) along: f32,
    pub(crate) across: f32,
}

impl Place {
    /// The middle of a slot.
    pub(crate) fn of(slot: Slot, rules: &Rules) -> Self {
        let middle = f32::from(rules.pits() - 1) / 2.0;
        let side = match slot.owner(rules) {
            Player::One => 1.0,
            Player::Two => -1.0,
        };
        match slot.pit(rules) {
            Some(pit) => Self { along: side * (f32::from(pit.index()) - middle), across: side },
            None => Self { along: side * (middle + 1.0), across: 0.0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::mancala::Preset;

    #[test]
    fn opposite_pits_share_a_column_and_stores_stand_at_the_ends() {
        let rules = Preset::Kalah.rules();
        let places: Vec<Place> = Slot::all(&rules).map(|slot| Place::of(slot, &rules)).collect();
        for pit in 0..6 {
            let (south, north) = (places[pit], places[12 - pit]);
            assert!((south.along - north.along).abs() < f32::EPSILON);
            assert!((south.across + north.across).abs() < f32::EPSILON);
        }
        assert_eq!(places[6], Place { along: 3.5, across: 0.0 });
        assert_eq!(places[13], Place { along: -3.5, across: 0.0 });
        assert_eq!(places[0], Place { along: -2.5, across: 1.0 });
    }
}
