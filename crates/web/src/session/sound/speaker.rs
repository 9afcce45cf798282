use web_sys::{AudioContext, AudioNode, GainNode, OscillatorNode, OscillatorType};

use super::material::{Material, Tone, Wave};
use super::score::Note;

/// As good as silent; an exponential fade never reaches 0.
const SILENCE: f32 = 0.0002;

/// The browser's loudspeaker, with one volume for everything.
#[derive(Clone)]
pub(super) struct Speaker {
    context: AudioContext,
    volume: GainNode,
}

impl Speaker {
    /// Turns it on; `None` in a browser without sound.
    pub(super) fn new(loudness: f32) -> Option<Self> {
        let context = AudioContext::new().ok()?;
        let _ = context.resume().ok()?;
        let volume = context.create_gain().ok()?;
        volume.connect_with_audio_node(&context.destination()).ok()?;
        volume.gain().set_value(loudness);
        Some(Self { context, volume })
    }

    pub(super) fn now(&self) -> f64 {
        self.context.current_time()
    }

    pub(super) fn set_loudness(&self, loudness: f32) {
        self.volume.gain().set_value(loudness);
    }

    /// Another way into the loudspeaker, with a volume of its own.
    pub(super) fn channel(&self) -> Option<Self> {
        let volume = self.context.create_gain().ok()?;
        volume.connect_with_audio_node(&self.volume).ok()?;
        Some(Self { context: self.context.clone(), volume })
    }

    /// Strikes a material once.
    pub(super) fn strike(&self, note: Note, material: &Material, start: f64) {
        let start = start + f64::from(note.after);
        for tone in material.tones {
            // A loudspeaker that plays one tone less is not worth an error.
            let _ = self.ring(note, tone, material.glide, start);
        }
    }

    fn ring(&self, note: Note, tone: &Tone, glide: f32, start: f64) -> Option<()> {
        let end = start + f64::from(tone.rings);
        let pitch = note.pitch * tone.ratio;
        let source = self.oscillator(tone.wave, pitch * glide)?;
        let fade = self.context.create_gain().ok()?;
        let level = fade.gain();
        level.set_value_at_time(SILENCE, start).ok()?;
        level.exponential_ramp_to_value_at_time(note.level * tone.level, start + 0.004).ok()?;
        level.exponential_ramp_to_value_at_time(SILENCE, end).ok()?;
        source.frequency().exponential_ramp_to_value_at_time(pitch, start + 0.06).ok()?;
        self.connect(&source, &fade)?;
        source.start_with_when(start).ok()?;
        source.stop_with_when(end).ok()
    }

    /// A tone that goes on until it is stopped, and comes slowly.
    pub(super) fn drone(&self, pitch: f32, level: f32) -> Option<OscillatorNode> {
        let source = self.oscillator(Wave::Sine, pitch)?;
        let fade = self.context.create_gain().ok()?;
        fade.gain().set_value_at_time(SILENCE, self.now()).ok()?;
        fade.gain().exponential_ramp_to_value_at_time(level, self.now() + 4.0).ok()?;
        self.connect(&source, &fade)?;
        source.start().ok()?;
        Some(source)
    }

    /// Everything that plays here fades away at once.
    pub(super) fn fade_out(&self) {
        let _ = self.volume.gain().set_target_at_time(0.0, self.now(), 0.12);
    }

    fn oscillator(&self, wave: Wave, pitch: f32) -> Option<OscillatorNode> {
        let source = self.context.create_oscillator().ok()?;
        source.set_type(match wave {
            Wave::Sine => OscillatorType::Sine,
            Wave::Triangle => OscillatorType::Triangle,
            Wave::Square => OscillatorType::Square,
            Wave::Sawtooth => OscillatorType::Sawtooth,
        });
        source.frequency().set_value(pitch);
        Some(source)
    }

    fn connect(&self, source: &AudioNode, fade: &AudioNode) -> Option<()> {
        source.connect_with_audio_node(fade).ok()?;
        fade.connect_with_audio_node(&self.volume).ok()?;
        Some(())
    }
}
