//! A slow thumb piano over a quiet drone, endless and never the same twice.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::OscillatorNode;

use super::material::Material;
use super::score::{Note, pitch};
use super::speaker::Speaker;
use crate::ui::browser::random;
use crate::ui::timer::{Timer, after};

/// Seconds from one beat to the next.
const BEAT: f64 = 0.34;
const BEATS: usize = 16;

/// Music that plays; it fades out when this is dropped.
pub(super) struct Music {
    channel: Option<Speaker>,
    drone: Vec<OscillatorNode>,
    /// Writes the next phrase before the one that plays is over.
    clock: Rc<RefCell<Option<Timer>>>,
}

impl Music {
    pub(super) fn start(speaker: &Speaker) -> Self {
        let clock = Rc::new(RefCell::new(None));
        let Some(channel) = speaker.channel() else {
            return Self { channel: None, drone: Vec::new(), clock };
        };
        // Two tones that are not quite a fifth apart beat slowly.
        let drone = [(65.4, 0.07), (98.3, 0.035), (130.5, 0.012)]
            .into_iter()
            .filter_map(|(pitch, level)| channel.drone(pitch, level))
            .collect();
        write_on(&clock, channel.clone(), Tune::new(random(u32::MAX)), channel.now() + 0.6);
        Self { channel: Some(channel), drone, clock }
    }
}

impl Drop for Music {
    fn drop(&mut self) {
        // It holds itself until then: the next phrase is written by what waits for it.
        self.clock.take();
        if let Some(channel) = &self.channel {
            channel.fade_out();
            for tone in &self.drone {
                let _ = tone.stop_with_when(channel.now() + 1.0);
            }
        }
    }
}

/// Writes phrase after phrase, each a little before its time.
#[expect(clippy::cast_sign_loss, reason = "a pause is never negative")]
fn write_on(clock: &Rc<RefCell<Option<Timer>>>, player: Speaker, mut tune: Tune, start: f64) {
    const AHEAD: f64 = 2.0;
    // A page that slept goes on from now.
    let start = start.max(player.now());
    play(&player, &tune.next_phrase(), start);
    let end = start + BEAT * BEATS as f64;
    let pause = (end - player.now() - AHEAD).max(0.5) * 1000.0;
    let next = {
        let clock = clock.clone();
        move || write_on(&clock, player, tune, end)
    };
    clock.replace(Some(after(pause as u32, next)));
}

fn play(player: &Speaker, phrase: &Phrase, start: f64) {
    for (beat, degree) in (0_u8..).zip(phrase) {
        if let Some(degree) = degree {
            // The bass falls on the strong beats and stands out a little.
            let level = if beat % 8 == 0 { 0.5 } else { 0.32 };
            let note = Note { after: 0.0, pitch: pitch(usize::from(*degree)) / 2.0, level };
            player.strike(note, &Material::TONGUE, start + BEAT * f64::from(beat));
        }
    }
}

/// A degree of the scale on each beat, or a rest.
type Phrase = [Option<u8>; BEATS];

/// Wanders: every phrase is the one before with a few notes changed.
struct Tune {
    random: u32,
    phrase: Phrase,
}

impl Tune {
    const HIGHEST: u32 = 11;

    fn new(seed: u32) -> Self {
        let mut tune = Self { random: seed | 1, phrase: [None; BEATS] };
        for beat in 0..BEATS {
            tune.change(beat);
        }
        tune
    }

    fn next_phrase(&mut self) -> Phrase {
        let before = self.phrase;
        while self.phrase == before {
            for _ in 0..4 {
                let beat = self.below(BEATS as u32) as usize;
                self.change(beat);
            }
        }
        self.phrase
    }

    /// Bass on the strong beats; elsewhere a step from the note before, or a rest.
    fn change(&mut self, beat: usize) {
        self.phrase[beat] = if beat.is_multiple_of(8) {
            Some([0, 3, 0, 2][self.below(4) as usize])
        } else if self.below(100) < if beat.is_multiple_of(2) { 62 } else { 30 } {
            let near = self.phrase[..beat].iter().rev().flatten().find(|degree| **degree > 3);
            let from = u32::from(near.copied().unwrap_or(7));
            let step = from + self.below(5);
            Some(step.saturating_sub(2).clamp(4, Self::HIGHEST) as u8)
        } else {
            None
        };
    }

    /// A number below `end`, by the xorshift generator.
    const fn below(&mut self, end: u32) -> u32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        self.random % end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_phrase_follows_itself_and_none_is_silent() {
        for seed in [0, 1, 7, 0xffff_ffff] {
            let mut tune = Tune::new(seed);
            let mut before = tune.next_phrase();
            for _ in 0..500 {
                let phrase = tune.next_phrase();
                assert_ne!(phrase, before);
                assert!(phrase[0].is_some() && phrase[8].is_some());
                assert!(phrase.iter().flatten().all(|degree| u32::from(*degree) <= Tune::HIGHEST));
                before = phrase;
            }
        }
    }
}
