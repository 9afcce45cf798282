//! What is heard: everything is synthesised, and nothing sounds before a person has acted.
//!
//! The page carries what a script cannot hear: `data-audio` once the loudspeaker is on, `data-sound`
//! with the last sound and `data-sounds` with their number, and `data-music`.

mod material;
mod music;
mod score;
mod speaker;

use std::cell::RefCell;

use crate::look::Look;
use crate::settings::Settings;
use crate::ui::browser::{document, listen};
use crate::ui::prelude::*;
use crate::ui::timer::{Timer, after};
use material::Material;
use music::Music;
pub(crate) use score::Sound;
use speaker::Speaker;

/// The page's loudspeaker.
#[derive(Clone, Copy)]
pub(crate) struct Audio {
    settings: Signal<Settings>,
    look: Signal<Look>,
    music: Signal<bool>,
    works: Stored<RefCell<Works>>,
}

/// What is inside.
#[derive(Default)]
struct Works {
    /// Whether a person has acted, and what follows from it.
    touched: Option<Timer>,
    /// There is none until then.
    speaker: Option<Speaker>,
    /// What was to be heard before it was on.
    waiting: Option<Sound>,
    music: Option<Music>,
    played: u32,
}

impl Works {
    /// Starts or stops the music; whether it plays then.
    fn sound_music(&mut self, on: bool) -> bool {
        let before = self.music.take();
        let speaker = self.speaker.as_ref().filter(|_| on);
        self.music = speaker.map(|speaker| before.unwrap_or_else(|| Music::start(speaker)));
        self.music.is_some()
    }
}

impl Audio {
    /// Makes the loudspeaker of the page; it sounds as the settings and the look want it.
    pub(crate) fn provide(settings: Signal<Settings>, look: Signal<Look>) -> Self {
        let music = Signal::new(false);
        let works = Stored::new(RefCell::default());
        let audio = Self { settings, look, music, works };
        // A touch counts as an act of a person when it ends, before the click that follows it. Turning
        // the loudspeaker on takes a while: what the person asked for comes first.
        for event in ["pointerup", "keydown", "click"] {
            listen(event, move |_| audio.touched());
        }
        effect(move || {
            let loudness = settings.with(Settings::loudness);
            if let Some(speaker) = audio.speaker() {
                speaker.set_loudness(loudness);
            }
        });
        provide_context(audio);
        audio
    }

    /// Plays a sound, in the material of the look, unless the page is muted or untouched.
    pub(crate) fn play(self, sound: Sound) {
        let heard = self.settings.with(Settings::loudness) > 0.0;
        if !heard {
            return;
        }
        let Some(speaker) = self.speaker() else {
            let works = self.works.get();
            let mut works = works.borrow_mut();
            works.waiting = Some(sound).filter(|_| works.touched.is_some());
            return;
        };
        let material = match sound {
            Sound::Illegal => &Material::THUD,
            _ => Material::of(self.look.get()),
        };
        for note in sound.notes() {
            speaker.strike(note, material, speaker.now());
        }
        let works = self.works.get();
        let mut works = works.borrow_mut();
        works.played += 1;
        show("data-sound", sound.name());
        show("data-sounds", &works.played.to_string());
    }

    /// Whether music plays.
    pub(crate) fn music(self) -> bool {
        self.music.get()
    }

    /// Starts or stops the music, as a person wants it. It is off whenever a page is loaded.
    pub(crate) fn set_music(self, on: bool) {
        self.awake();
        self.sound_music(on);
    }

    /// The game is over, or its table has been left: music stops, and stays off until a person turns
    /// it on again.
    pub(crate) fn end_game(self) {
        self.sound_music(false);
    }

    fn speaker(self) -> Option<Speaker> {
        self.works.get().borrow().speaker.clone()
    }

    fn touched(self) {
        if self.works.get().borrow().touched.is_none() {
            let awake = after(80, move || self.awake());
            self.works.get().borrow_mut().touched = Some(awake);
        }
    }

    /// Turns the loudspeaker on. Browsers want this to happen inside a click or a key,
    /// or right after it.
    fn awake(self) {
        if self.speaker().is_some() {
            return;
        }
        if let Some(speaker) = Speaker::new(self.settings.with(Settings::loudness)) {
            self.works.get().borrow_mut().speaker = Some(speaker);
            show("data-audio", "on");
            let waiting = self.works.get().borrow().waiting;
            if let Some(sound) = waiting {
                self.play(sound);
            }
        }
    }

    /// Music plays exactly while `music` says so.
    fn sound_music(self, on: bool) {
        let playing = self.works.get().borrow_mut().sound_music(on);
        if self.music.get() != playing {
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
