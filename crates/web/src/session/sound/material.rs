use crate::look::Look;

/// What is struck: the tones that it gives, and how long each of them rings.
#[derive(Debug)]
pub(super) struct Material {
    /// Where a tone begins, as a part of the pitch that it comes to; 1 for a steady tone.
    pub(super) glide: f32,
    pub(super) tones: &'static [Tone],
}

/// One tone of it.
#[derive(Debug)]
pub(super) struct Tone {
    /// Times the pitch of the note.
    pub(super) ratio: f32,
    pub(super) level: f32,
    /// Seconds until it is silent.
    pub(super) rings: f32,
    pub(super) wave: Wave,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Wave {
    Sine,
    Triangle,
    Square,
    Sawtooth,
}

const fn tone(ratio: f32, level: f32, rings: f32, wave: Wave) -> Tone {
    Tone { ratio, level, rings, wave }
}

impl Material {
    /// What the stones of a look sound like.
    pub(super) const fn of(look: Look) -> &'static Self {
        match look {
            Look::Walnut => &Self::WOOD,
            Look::Gems => &Self::GLASS,
            Look::Island => &Self::SHELL,
            Look::HomePits => &Self::CLICK,
            Look::Snow => &Self::SNOW,
            Look::Chalk => &Self::CHALK,
        }
    }

    const WOOD: Self = Self {
        glide: 1.0,
        tones: &[
            tone(1.0, 0.42, 0.26, Wave::Sine),
            tone(3.93, 0.12, 0.07, Wave::Sine),
            tone(9.2, 0.06, 0.025, Wave::Triangle),
        ],
    };

    const GLASS: Self = Self {
        glide: 1.0,
        tones: &[
            tone(2.0, 0.26, 0.9, Wave::Sine),
            tone(4.64, 0.09, 0.5, Wave::Sine),
            tone(8.5, 0.04, 0.25, Wave::Sine),
        ],
    };

    /// A shell that falls into shallow water: the tone slides up like a drop.
    const SHELL: Self = Self {
        glide: 0.62,
        tones: &[
            tone(2.0, 0.3, 0.2, Wave::Sine),
            tone(1.0, 0.2, 0.3, Wave::Sine),
            tone(7.1, 0.05, 0.03, Wave::Triangle),
        ],
    };

    const CLICK: Self = Self {
        glide: 1.0,
        tones: &[
            tone(2.0, 0.1, 0.03, Wave::Square),
            tone(1.0, 0.3, 0.07, Wave::Triangle),
            tone(7.3, 0.05, 0.012, Wave::Square),
        ],
    };

    /// A snowball that is set down: soft, with a short crunch.
    const SNOW: Self = Self {
        glide: 1.35,
        tones: &[
            tone(1.0, 0.4, 0.2, Wave::Sine),
            tone(2.76, 0.1, 0.05, Wave::Triangle),
            tone(9.7, 0.025, 0.03, Wave::Sawtooth),
        ],
    };

    /// A tap on the slate and the scratch after it.
    const CHALK: Self = Self {
        glide: 0.94,
        tones: &[
            tone(1.0, 0.26, 0.1, Wave::Triangle),
            tone(5.13, 0.05, 0.07, Wave::Sawtooth),
            tone(7.77, 0.04, 0.06, Wave::Sawtooth),
        ],
    };

    /// Not allowed: far below every note that is.
    pub(super) const THUD: Self = Self {
        glide: 1.9,
        tones: &[tone(0.25, 0.6, 0.16, Wave::Sine), tone(0.37, 0.2, 0.08, Wave::Sine)],
    };

    /// The tongue of a thumb piano.
    pub(super) const TONGUE: Self = Self {
        glide: 1.0,
        tones: &[
            tone(1.0, 0.2, 2.2, Wave::Sine),
            tone(2.0, 0.03, 0.8, Wave::Sine),
            tone(5.43, 0.025, 0.12, Wave::Sine),
        ],
    };
}
