/// How stones lie in a hollow, as a hand would drop them: a spiral, jittered by each stone's own
/// seed. A stone keeps its place while others come after it.
///
/// The result is an offset from the middle of the hollow, in widths of a pit.
pub(crate) fn offset(hollow: Hollow, order: usize, seed: u32) -> (f32, f32) {
    let (layer, place) = (order / hollow.room(), order % hollow.room());
    let radius = 0.104 * (place as f32 + 0.4).sqrt();
    // Each turn by the golden angle falls between the stones before it.
    let angle = 2.399_963 * place as f32 + 0.9 * layer as f32;
    let jitter = |shift: u32| ((seed >> shift & 0xff) as f32 / 255.0 - 0.5) * 0.045;
    let piled = -0.03 * layer as f32;
    let (along, across) = (radius * angle.cos(), radius * angle.sin());
    match hollow {
        Hollow::Pit => (along + jitter(0) + piled, across + jitter(8) + piled),
        Hollow::Store => (0.82 * along + jitter(0), 2.1 * across + 1.6 * jitter(8) + piled),
        Hollow::Hand => (0.8 * along, 0.8 * across),
    }
}

/// Something that stones lie in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hollow {
    Pit,
    Store,
    Hand,
}

impl Hollow {
    /// How many stones lie side by side before they pile up.
    const fn room(self) -> usize {
        match self {
            Self::Pit | Self::Hand => 13,
            Self::Store => 16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_stay_inside_their_hollow() {
        for order in 0..120 {
            for seed in [0, 0xffff, 0x1234_5678] {
                let (along, across) = offset(Hollow::Pit, order, seed);
                assert!(along.hypot(across) < 0.75, "{order}: {along}, {across}");
            }
        }
        for order in 0..13 {
            let (along, across) = offset(Hollow::Pit, order, 0xffff);
            assert!(along.hypot(across) < 0.4, "{order}");
        }
    }
}
