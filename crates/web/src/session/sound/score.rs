/// Something that has a sound of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sound {
    /// A stone falls, or a mark is drawn; counted from 0 along the sowing, so that pitch can climb.
    Drop {
        order: usize,
    },
    /// A relay takes up the stones that it has found.
    Lift,
    Capture,
    Again,
    Win,
    Tie,
    Illegal,
}

/// One note of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Note {
    /// Seconds after the first note.
    pub(super) after: f32,
    /// In Hertz.
    pub(super) pitch: f32,
    /// Of a strike of full strength.
    pub(super) level: f32,
}

impl Sound {
    /// The name that the page carries for scripts.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Drop { .. } => "drop",
            Self::Lift => "lift",
            Self::Capture => "capture",
            Self::Again => "again",
            Self::Win => "win",
            Self::Tie => "tie",
            Self::Illegal => "illegal",
        }
    }

    /// What is played for it.
    pub(super) fn notes(self) -> impl Iterator<Item = Note> {
        /// Seconds between notes, and their degrees.
        const fn figure(sound: Sound) -> (f32, &'static [usize]) {
            match sound {
                Sound::Drop { .. } | Sound::Illegal => (0.0, &[0]),
                Sound::Lift => (0.03, &[2, 4]),
                Sound::Capture => (0.035, &[5, 7, 8]),
                Sound::Again => (0.13, &[6, 8]),
                Sound::Win => (0.15, &[5, 7, 8, 10]),
                Sound::Tie => (0.24, &[6, 6]),
            }
        }
        let climbed = match self {
            Self::Drop { order } => climb(order),
            _ => 0,
        };
        let (pause, degrees) = figure(self);
        (0_u8..).zip(degrees).map(move |(number, degree)| Note {
            after: pause * f32::from(number),
            pitch: pitch(degree + climbed),
            level: 0.8,
        })
    }
}

/// A degree of the major pentatonic scale on middle C.
pub(super) fn pitch(degree: usize) -> f32 {
    const SCALE: [f32; 5] = [1.0, 9.0 / 8.0, 5.0 / 4.0, 3.0 / 2.0, 5.0 / 3.0];
    let octaves = i32::try_from(degree / 5).unwrap_or(0);
    261.63 * SCALE[degree % 5] * 2.0_f32.powi(octaves)
}

/// A sowing climbs two octaves, and a longer one comes down again.
const fn climb(order: usize) -> usize {
    const TOP: usize = 10;
    let place = order % (2 * TOP);
    if place > TOP { 2 * TOP - place } else { place }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sowing_climbs_the_scale() {
        let pitch = |order| Sound::Drop { order }.notes().next().expect("a note").pitch;
        for order in 0..10 {
            assert!(pitch(order) < pitch(order + 1));
        }
        assert!((pitch(5) - 2.0 * pitch(0)).abs() < 0.01);
        assert!((0..200).all(|order| pitch(order) < 1100.0));
    }

    #[test]
    fn each_sound_is_told_from_the_others() {
        let heard = |sound: Sound| sound.notes().collect::<Vec<_>>();
        assert_eq!(heard(Sound::Win).len(), 4);
        let again = heard(Sound::Again);
        assert!(again[0].pitch < again[1].pitch && again[0].after < again[1].after);
        let tie = heard(Sound::Tie);
        assert_eq!((tie.len(), tie[0].pitch), (2, tie[1].pitch));
        assert_eq!(heard(Sound::Capture).len(), 3);
    }
}
