use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::catalogue::Game;
use crate::look::Look;
use crate::storage;

/// What a person likes, kept between visits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    pub(crate) speed: Speed,
    /// From 0 to 100.
    pub(crate) volume: u8,
    pub(crate) muted: bool,
    /// Whether a game is played to music.
    pub(crate) music: bool,
    pub(crate) bigger_counts: bool,
    /// Whether each pit or square shows what it is worth.
    pub(crate) values: bool,
    /// Whether the board turns to the player to move.
    pub(crate) turning: bool,
    /// Whether a pit is first selected and then played; `None` leaves it to the game.
    pub(crate) two_step: Option<bool>,
    /// The look chosen for a game instead of its own.
    looks: Vec<(Game, Look)>,
}

/// How fast stones are sown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Speed {
    Instant,
    Fast,
    /// As fast as the look wants it.
    #[default]
    Usual,
    Slow,
}

impl Speed {
    pub(crate) const ALL: [Self; 4] = [Self::Instant, Self::Fast, Self::Usual, Self::Slow];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Instant => "Instant",
            Self::Fast => "Fast",
            Self::Usual => "Usual",
            Self::Slow => "Slow",
        }
    }

    /// Milliseconds between two stones; `None` shows the result at once.
    pub(crate) const fn interval(self, look: Look) -> Option<u32> {
        match (self, look) {
            (Self::Instant, _) => None,
            (Self::Fast, _) => Some(120),
            (Self::Usual, Look::Gems) => Some(600),
            (Self::Usual, _) => Some(260),
            (Self::Slow, _) => Some(1000),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            speed: Speed::default(),
            volume: 60,
            muted: false,
            music: false,
            bigger_counts: false,
            values: false,
            turning: false,
            two_step: None,
            looks: Vec::new(),
        }
    }
}

impl Settings {
    /// How loud everything is, from 0 to a bit below the loudest that the machine can do.
    pub(crate) fn loudness(&self) -> f32 {
        if self.muted { 0.0 } else { f32::from(self.volume.min(100)) / 130.0 }
    }

    pub(crate) fn look(&self, game: Game) -> Look {
        let chosen = self.looks.iter().find(|(of, _)| *of == game);
        chosen.map_or(game.look(), |(_, look)| *look)
    }

    pub(crate) fn choose_look(&mut self, game: Game, look: Look) {
        self.looks.retain(|(of, _)| *of != game);
        if look != game.look() {
            self.looks.push((game, look));
        }
    }

    /// Home Pits is played in two steps unless a person wants it otherwise.
    pub(crate) fn two_step(&self, game: Game) -> bool {
        self.two_step.unwrap_or(game == Game::HomePits)
    }
}

/// The settings of this browser, stored whenever they change.
pub(crate) fn provide_settings() -> RwSignal<Settings> {
    let settings = RwSignal::new(storage::load("settings").unwrap_or_default());
    Effect::new(move |before: Option<()>| {
        let now = settings.get();
        if before.is_some() {
            storage::save("settings", &now);
        }
    });
    provide_context(settings);
    settings
}

pub(crate) fn use_settings() -> RwSignal<Settings> {
    expect_context()
}
