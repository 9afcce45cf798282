use parlor_rules::Level;
use parlor_wording as wording;
use std::cell::Cell;
use std::fmt;

use crate::catalogue::Game;
use crate::look::Look;
use crate::storage;
use crate::ui::browser::matches_media;
use crate::ui::prelude::*;

/// What a person likes, kept between visits.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that a person sees")]
pub(crate) struct Settings {
    pub(crate) speed: Speed,
    /// From 0 to 100.
    pub(crate) volume: u8,
    pub(crate) muted: bool,
    pub(crate) bigger_counts: bool,
    /// Whether each pit or square shows what it is worth.
    pub(crate) values: bool,
    /// Whether the board turns to the player to move.
    pub(crate) turning: bool,
    /// Whether one hears the reactions of remote players.
    pub(crate) reactions: bool,
    /// Whether the computer's characters say something now and then.
    pub(crate) remarks: bool,
    /// The character that was played last.
    pub(crate) opponent: Level,
    /// Whether one is notified of one's turn at a remote table while looking at something else.
    pub(crate) notices: bool,
    /// Whether the small boards play by themselves; `None` leaves it to the system's settings.
    pictures: Option<bool>,
    /// Whether a pit is first selected and then played; `None` leaves it to the game.
    pub(crate) two_step: Option<bool>,
    /// The look chosen for a game instead of its own.
    looks: Vec<(Game, Look)>,
}

/// How fast stones are sown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

    /// What people choose.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Instant => wording::settings::instant(),
            Self::Fast => wording::settings::fast(),
            Self::Usual => wording::settings::normal(),
            Self::Slow => wording::settings::slow(),
        }
    }

    /// The word that is stored for it.
    const fn id(self) -> &'static str {
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

    /// The longest that sowing may take, in milliseconds: a turn that would take longer speeds up.
    pub(crate) const fn longest_turn(self) -> u32 {
        match self {
            Self::Instant => 0,
            Self::Fast => 4_000,
            Self::Usual => 8_000,
            Self::Slow => 24_000,
        }
    }
}

/// Who is suggested to a person who has not played the computer yet.
const OTTO: Level = Level::new(3).expect("a level");

impl Default for Settings {
    fn default() -> Self {
        Self {
            speed: Speed::default(),
            volume: 60,
            muted: false,
            bigger_counts: false,
            values: false,
            turning: false,
            reactions: true,
            remarks: true,
            opponent: OTTO,
            notices: false,
            pictures: None,
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

    /// Whether the small boards move.
    pub(crate) fn pictures_move(&self) -> bool {
        self.pictures.unwrap_or_else(|| !matches_media("(prefers-reduced-motion: reduce)"))
    }

    pub(crate) fn toggle_values(&mut self) {
        self.values ^= true;
    }

    pub(crate) fn toggle_mute(&mut self) {
        self.muted ^= true;
    }

    pub(crate) fn toggle_pictures(&mut self) {
        self.pictures = Some(!self.pictures_move());
    }

    /// Home Pits is played in two steps unless a person wants it otherwise.
    pub(crate) fn two_step(&self, game: Game) -> bool {
        self.two_step.unwrap_or(game == Game::HomePits)
    }
}

/// A line for each setting: its name, then its value.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "speed {}", self.speed.id())?;
        writeln!(f, "volume {}", self.volume)?;
        writeln!(f, "muted {}", self.muted)?;
        writeln!(f, "bigger-counts {}", self.bigger_counts)?;
        writeln!(f, "values {}", self.values)?;
        writeln!(f, "turning {}", self.turning)?;
        writeln!(f, "reactions {}", self.reactions)?;
        writeln!(f, "remarks {}", self.remarks)?;
        writeln!(f, "opponent {}", self.opponent.number())?;
        writeln!(f, "notices {}", self.notices)?;
        if let Some(pictures) = self.pictures {
            writeln!(f, "pictures {pictures}")?;
        }
        if let Some(two_step) = self.two_step {
            writeln!(f, "two-step {two_step}")?;
        }
        self.looks
            .iter()
            .try_for_each(|(game, look)| writeln!(f, "look {} {}", game.id(), look.id()))
    }
}

/// Whatever cannot be read is left as it is by default.
impl From<&str> for Settings {
    fn from(text: &str) -> Self {
        let mut settings = Self::default();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            settings.read(&words);
        }
        settings
    }
}

impl Settings {
    /// What a person likes, as it was stored last.
    pub(crate) fn stored() -> Self {
        Self::from(storage::load("settings").unwrap_or_default().as_str())
    }

    fn read(&mut self, words: &[&str]) -> Option<()> {
        match *words {
            ["speed", name] => {
                self.speed = Speed::ALL.into_iter().find(|speed| speed.id() == name)?;
            }
            ["volume", volume] => self.volume = volume.parse().ok()?,
            ["muted", on] => self.muted = on.parse().ok()?,
            ["bigger-counts", on] => self.bigger_counts = on.parse().ok()?,
            ["values", on] => self.values = on.parse().ok()?,
            ["turning", on] => self.turning = on.parse().ok()?,
            ["reactions", on] => self.reactions = on.parse().ok()?,
            ["remarks", on] => self.remarks = on.parse().ok()?,
            ["opponent", level] => self.opponent = Level::new(level.parse().ok()?)?,
            ["notices", on] => self.notices = on.parse().ok()?,
            ["pictures", on] => self.pictures = Some(on.parse().ok()?),
            ["two-step", on] => self.two_step = Some(on.parse().ok()?),
            ["look", game, look] => {
                self.choose_look(Game::from_id(game)?, Look::from_id(look)?);
            }
            _ => {}
        }
        Some(())
    }
}

/// The settings of this browser, stored whenever they change.
pub(crate) fn provide_settings() -> Signal<Settings> {
    let settings = Signal::new(Settings::stored());
    let just_loaded = Cell::new(true);
    effect(move || {
        let now = settings.get();
        if !just_loaded.replace(false) {
            storage::save("settings", &now.to_string());
        }
    });
    provide_context(settings);
    settings
}

pub(crate) fn use_settings() -> Signal<Settings> {
    expect_context()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_are_written() {
        let mut settings = Settings {
            muted: true,
            notices: true,
            two_step: Some(false),
            volume: 5,
            ..Settings::default()
        };
        settings.choose_look(Game::TicTacToe, Look::HomePits);
        settings.speed = Speed::Instant;
        settings.pictures = Some(false);
        settings.remarks = false;
        settings.opponent = Level::STRONGEST;
        assert_eq!(Settings::from(settings.to_string().as_str()), settings);
        assert_eq!(Settings::from("volume much\nspeed 7\n\u{0}"), Settings::default());
    }
}
