use parlor_rules::mancala::Preset;
use parlor_rules::{AnyRecord, Game as _, Variant};
use parlor_table::{GameLog, Seat};
use parlor_wording as wording;

use crate::identity::my_name;
use crate::look::Look;

/// A game that has a card in the front room and an address of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Game {
    Gems,
    Island,
    HomePits,
    Kalah,
    Avalanche,
    TicTacToe,
    /// Mancala by rules that a player put together.
    Own,
}

impl Game {
    /// The games that have a name, in the order of their cards.
    pub(crate) const NAMED: [Self; 6] =
        [Self::Gems, Self::Island, Self::HomePits, Self::Kalah, Self::Avalanche, Self::TicTacToe];
    pub(crate) const ALL: [Self; 7] = [
        Self::Gems,
        Self::Island,
        Self::HomePits,
        Self::Kalah,
        Self::Avalanche,
        Self::TicTacToe,
        Self::Own,
    ];

    /// The name used in addresses and for what is stored.
    pub(crate) fn id(self) -> &'static str {
        match (self, self.preset()) {
            (_, Some(preset)) => preset.id(),
            (Self::TicTacToe, None) => "tic-tac-toe",
            (_, None) => "own",
        }
    }

    pub(crate) fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.id() == id)
    }

    /// The name that people read.
    pub(crate) fn name(self) -> &'static str {
        match (self, self.preset()) {
            (_, Some(preset)) => wording::games::preset(preset),
            (Self::TicTacToe, None) => wording::games::tic_tac_toe(),
            (_, None) => wording::games::own_rules(),
        }
    }

    /// One line for its card.
    pub(crate) fn line(self) -> &'static str {
        match (self, self.preset()) {
            (_, Some(preset)) => wording::games::preset_line(preset),
            (Self::TicTacToe, None) => wording::games::tic_tac_toe_line(),
            (_, None) => wording::games::own_rules_line(),
        }
    }

    pub(crate) const fn preset(self) -> Option<Preset> {
        match self {
            Self::Gems => Some(Preset::Gems),
            Self::Island => Some(Preset::Island),
            Self::HomePits => Some(Preset::HomePits),
            Self::Kalah => Some(Preset::Kalah),
            Self::Avalanche => Some(Preset::Avalanche),
            Self::TicTacToe | Self::Own => None,
        }
    }

    /// The look that it opens in.
    pub(crate) const fn look(self) -> Look {
        match self {
            Self::Gems => Look::Gems,
            Self::Island => Look::Island,
            Self::HomePits => Look::HomePits,
            Self::Kalah | Self::Own => Look::Walnut,
            Self::Avalanche => Look::Snow,
            Self::TicTacToe => Look::Chalk,
        }
    }

    /// The rules that it starts with when nothing else was chosen.
    pub(crate) fn variant(self) -> Variant {
        match (self, self.preset()) {
            (Self::TicTacToe, _) => Variant::TicTacToe,
            (_, Some(preset)) => Variant::Mancala(preset.rules()),
            (_, None) => Variant::Mancala(Preset::Kalah.rules()),
        }
    }

    /// Where a game by such rules belongs.
    pub(crate) fn of(variant: Variant) -> Self {
        let Variant::Mancala(rules) = variant else { return Self::TicTacToe };
        Self::ALL
            .into_iter()
            .find(|game| game.preset().is_some_and(|preset| preset.offers(&rules)))
            .unwrap_or(Self::Own)
    }

    /// Where the game of a link belongs.
    pub(crate) fn of_record(record: &AnyRecord) -> Self {
        Self::of(record.start().variant())
    }

    /// A table with two people at this screen, the first of whom may be known by name.
    pub(crate) fn table_for_two(self) -> GameLog {
        GameLog::open(self.variant(), [Seat::person(my_name().as_typed()), Seat::person("")])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_address_and_by_its_rules() {
        for game in Game::ALL {
            assert_eq!(Game::from_id(game.id()), Some(game));
        }
        for game in Game::NAMED {
            assert_eq!(Game::of(game.variant()), game);
        }
        let game = |text: &str| Game::of(text.parse().expect("a variant"));
        assert_eq!(game("homepits,stones=3,first=1"), Game::HomePits);
        assert_eq!(game("gems,stones=5"), Game::Own);
        assert_eq!(game("kalah,pits=5"), Game::Own);
    }
}
