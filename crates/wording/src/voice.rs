use parlor_rules::Player;
use parlor_rules::mancala::Preset;
use parlor_table::Table;

use crate::english::games::island_name;

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

/// How a game speaks to two people who share this screen: as it was first written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnVoice {
    /// Short: the style adds capitals.
    Gems,
    /// Loud, to "Player One" and "Player Two".
    Island,
    /// Like everything else.
    Plain,
}

impl OwnVoice {
    pub(crate) fn of(table: &Table, voice: Voice) -> Self {
        let is_played = |preset: Preset| table.rules().is_some_and(|rules| preset.offers(&rules));
        match voice {
            Voice::ToBoth if is_played(Preset::Gems) => Self::Gems,
            Voice::ToBoth if is_played(Preset::Island) => Self::Island,
            Voice::ToBoth | Voice::ToOne(_) | Voice::Spectator => Self::Plain,
        }
    }
}

/// What a player is called on this screen.
pub fn name(table: &Table, player: Player, voice: Voice) -> &str {
    let is_nameless = table.seat(player).name.as_typed().is_empty();
    match OwnVoice::of(table, voice) {
        OwnVoice::Island if is_nameless => island_name(table.home(player)),
        OwnVoice::Island | OwnVoice::Gems | OwnVoice::Plain => table.name(player),
    }
}

/// The two players as sentences name them.
#[derive(Clone, Copy, Debug)]
pub struct Players<'a> {
    /// What they are called.
    pub names: [&'a str; 2],
    /// Which of them, if any, is "you".
    pub voice: Voice,
}

impl<'a> Players<'a> {
    /// The players at a table.
    pub fn of(table: &'a Table, voice: Voice) -> Self {
        Self { names: Player::BOTH.map(|player| name(table, player, voice)), voice }
    }
}
