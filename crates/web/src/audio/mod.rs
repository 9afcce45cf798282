//! What is heard: everything is synthesised, and nothing sounds before a person has acted.
//!
//! The page carries what a script cannot hear: `data-audio` once the loudspeaker is on, `data-sound`
//! with the last sound and `data-sounds` with their number, and `data-music`.

mod material;
mod music;
mod score;
mod speaker;

use crate::browser::{document, listen};
use crate::look::Look;
use crate::prelude::*;
use crate::settings::Settings;
use material::Material;
use music::Music;
pub(crate) use score::Sound;
use speaker::Speaker;

/// The page's loudspeaker.
#[derive(Clone, Copy)]
pub(crate) struct Audio {
    settings: RwSignal<Settings>,
    look: RwSignal<Look>,
    music: RwSignal<bool>,
    /// There is none until the first click or key.
    speaker: RwSignal<Option<Speaker>>,
    musician: RwSignal<Option<Music>>,
    played: RwSignal<u32>,
    /// Whether a game is going on that music belongs to.
    at_table: RwSignal<bool>,
}

impl Audio {
    /// Makes the loudspeaker of the page; it sounds as the settings and the look want it.
    pub(crate) fn provide(settings: RwSignal<Settings>, look: RwSignal<Look>) -> Self {
        let audio = Self {
            settings,
            look,
            music: RwSignal::new(false),
            speaker: RwSignal::new(None),
            musician: RwSignal::new(None),
            played: RwSignal::new(0),
            at_table: RwSignal::new(false),
        };
        // A touch counts as an act of a person when it ends, a click of a script never does.
        listen("pointerup", move |_| audio.awake());
        listen("keydown", move |_| audio.awake());
        listen("click", move |_| audio.awake());
        Effect::new(move |_| {
            let loudness = settings.with(Settings::loudness);
            audio.speaker.with_untracked(|speaker| {
                if let Some(speaker) = speaker {
                    speaker.set_loudness(loudness);
                }
            });
        });
        provide_context(audio);
        audio
    }

    /// Plays a sound, in the material of the look, unless the page is muted or untouched.
    pub(crate) fn play(self, sound: Sound) {
        if self.settings.with_untracked(Settings::loudness) == 0.0 {
            return;
        }
        self.speaker.with_untracked(|speaker| {
            let Some(speaker) = speaker else { return };
            let material = match sound {
                Sound::Illegal => &Material::THUD,
                _ => Material::of(self.look.get_untracked()),
            };
            for note in sound.notes() {
                speaker.strike(note, material, speaker.now());
            }
            self.played.update(|played| *played += 1);
            show("data-sound", sound.name());
            show("data-sounds", &self.played.get_untracked().to_string());
        });
    }

    /// Whether music plays.
    pub(crate) fn music(self) -> bool {
        self.music.get()
    }

    /// Starts or stops the music, as a person wants it; that is remembered.
    pub(crate) fn set_music(self, on: bool) {
        self.settings.update(|settings| settings.music = on);
        self.awake();
        self.sound_music(on);
    }

    /// A game begins: with music, for somebody who wanted it before.
    pub(crate) fn begin_game(self) {
        self.at_table.set(true);
        self.sound_wanted_music();
    }

    /// The game is over, or its table has been left: music stops.
    pub(crate) fn end_game(self) {
        self.at_table.set(false);
        self.sound_music(false);
    }

    /// Turns the loudspeaker on. Browsers want this to happen inside a click or a key.
    fn awake(self) {
        if self.speaker.with_untracked(Option::is_some) {
            return;
        }
        let Some(speaker) = Speaker::new(self.settings.with_untracked(Settings::loudness)) else {
            return;
        };
        self.speaker.set(Some(speaker));
        show("data-audio", "on");
        self.sound_wanted_music();
    }

    fn sound_wanted_music(self) {
        let wanted = self.settings.with_untracked(|settings| settings.music);
        if wanted && self.at_table.get_untracked() {
            self.sound_music(true);
        }
    }

    /// Music plays exactly while `music` says so.
    fn sound_music(self, on: bool) {
        let playing = on
            && self.speaker.with_untracked(|speaker| {
                let Some(speaker) = speaker else { return false };
                self.musician.update(|music| {
                    music.get_or_insert_with(|| Music::start(speaker));
                });
                true
            });
        if !playing {
            self.musician.set(None);
        }
        if self.music.get_untracked() != playing {
            self.music.set(playing);
            show("data-music", if playing { "on" } else { "off" });
        }
    }
}

pub(crate) fn use_audio() -> Audio {
    expect_context()
}

fn show(attribute: &str, value: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute(attribute, value);
    }
}
