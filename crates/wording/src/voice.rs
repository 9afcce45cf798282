use parlor_rules::Player;
use parlor_table::Table;

/// Who is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// The one person at this screen, who plays this side: "you".
    ToOne(Player),
    /// Two people who share this screen: both are called by their names.
    ToBoth,
    /// Someone who only watches: both players are called by their names.
    Spectator,
}

impl Voice {
    /// The voice for the people at this screen, by who sits at the table there.
    pub fn of(table: &Table) -> Self {
        match Player::BOTH.map(|player| table.seat(player).is_person()) {
            [true, true] => Self::ToBoth,
            [true, false] => Self::ToOne(Player::One),
            [false, true] => Self::ToOne(Player::Two),
            [false, false] => Self::Spectator,
        }
    }

    /// Whether this player is spoken to as "you".
    pub fn is_to(self, player: Player) -> bool {
        self == Self::ToOne(player)
    }
}
