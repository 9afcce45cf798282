/// How stones lie in a hollow, as a hand would drop them: a spiral, jittered by each stone's own
/// seed. A stone keeps its place while others come after it.
///
/// The result is an offset from the middle of the hollow, in widths of a pit. `turn` makes pits
/// differ: each quarter turn gives another picture of the same spiral.
pub(crate) fn offset(hollow: Hollow, turn: u8, order: usize, seed: u32) -> (f32, f32) {
    let (layer, place) = (order / hollow.room(), order % hollow.room());
    let (x, y) = SPIRAL[place];
    let (along, across) = match turn % 4 {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    };
    let jitter = |shift: u32| ((seed >> shift & 0xff) as f32 / 255.0 - 0.5) * 0.045;
    let piled = -0.035 * layer as f32;
    match hollow {
        Hollow::Pit => (0.108 * along + jitter(0) + piled, 0.108 * across + jitter(8) + piled),
        Hollow::Store => (0.088 * along + jitter(0), 0.19 * across + 1.6 * jitter(8) + piled),
        Hollow::Hand => (0.08 * along, 0.08 * across),
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
            Self::Store => SPIRAL.len(),
        }
    }
}

/// A sunflower's spiral: each place is turned from the one before by the golden angle, and so
/// falls between the places before it.
const SPIRAL: [(f32, f32); 16] = [
    (0.680, 0.371),
    (-1.228, 0.303),
    (0.894, -1.342),
    (0.291, 1.875),
    (-1.674, -1.340),
    (2.361, -0.157),
    (-1.775, 1.858),
    (0.058, -2.756),
    (1.935, 2.203),
    (-3.080, -0.336),
    (2.625, -1.926),
    (-0.663, 3.341),
    (-1.842, -3.034),
    (3.541, 1.032),
    (-3.427, 1.690),
    (1.432, -3.681),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_stay_inside_their_hollow() {
        for seed in [0, 0xffff, 0x1234_5678] {
            for order in 0..13 {
                let (along, across) = offset(Hollow::Pit, seed as u8, order, seed);
                assert!(along.hypot(across) < 0.43, "{order}: {along}, {across}");
            }
            for order in 0..48 {
                let (along, across) = offset(Hollow::Store, 0, order, seed);
                assert!(along.abs() < 0.4 && across.abs() < 1.1, "{order}: {along}, {across}");
            }
        }
    }
}
