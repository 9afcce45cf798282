/// A fair source of chance that is handed in, so that the same seed gives the same game.
///
/// This is the `SplitMix64` sequence: good enough for a slip of the attention, useless for secrets.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that will fall as the seed says.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to `sides - 1`.
    ///
    /// # Panics
    /// If there are no sides.
    pub fn roll(&mut self, sides: u32) -> u32 {
        assert!(sides > 0, "a die has a side");
        ((u64::from(sides) * (self.next() >> 32)) >> 32) as u32
    }

    /// Whether something that happens so many times in a hundred happens now.
    pub fn percent(&mut self, chance: u8) -> bool {
        self.roll(100) < u32::from(chance)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
