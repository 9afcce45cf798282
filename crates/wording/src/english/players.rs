//! What players are called, and how a game speaks to them.

use parlor_rules::Player;
use parlor_rules::mancala::Preset;
use parlor_table::Table;

use crate::Voice;

/// How a game speaks to two people who share this screen: as it was first written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OwnVoice {
    /// Short: the style adds capitals.
    Gems,
    /// Loud, to "Player One" and "Player Two".
    Island,
    /// Like everything else.
    Plain,
}

impl OwnVoice {
    pub(super) fn of(table: &Table, voice: Voice) -> Self {
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

/// What Island calls a player who has no name, with two at one screen.
const fn island_name(player: Player) -> &'static str {
    match player {
        Player::One => "Player One",
        Player::Two => "Player Two",
    }
}
