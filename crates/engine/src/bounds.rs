/// Bounds on a value, and the pit that looked best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i16,
    pub(crate) upper: i16,
    /// The pit that looked best, or [`NO_PIT`](Self::NO_PIT).
    pub(crate) pit: u8,
}

impl Bounds {
    pub(crate) const NO_PIT: u8 = 15;

    /// The bounds on boards with more stones than this cannot be packed.
    pub(crate) const MOST_STONES: u8 = 127;

    /// What is sure about any board: no player gains more than all its stones.
    #[inline]
    pub(crate) fn any(stones: u8) -> Self {
        Self { lower: -i16::from(stones), upper: i16::from(stones), pit: Self::NO_PIT }
    }

    #[inline]
    pub(crate) fn exactly(value: i16) -> Self {
        Self { lower: value, upper: value, pit: Self::NO_PIT }
    }

    /// Whether the value is at least `beta`, if that is sure: a bound on that side of it.
    #[inline]
    pub(crate) fn answer(self, beta: i16) -> Option<i16> {
        if self.lower >= beta {
            Some(self.lower)
        } else if self.upper < beta {
            Some(self.upper)
        } else {
            None
        }
    }

    /// The value if it is proved.
    pub(crate) fn value(self) -> Option<i16> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// In twenty bits, never all of them 0:
    ///
    /// ```text
    ///     19        12 11         4 3   0
    ///     lower + 128 | upper + 128 | pit
    /// ```
    #[inline]
    pub(crate) fn pack(self) -> u32 {
        let byte = |bound: i16| u32::from((bound + 128).cast_unsigned() as u8);
        byte(self.lower) << 12 | byte(self.upper) << 4 | u32::from(self.pit)
    }

    #[inline]
    pub(crate) fn unpack(payload: u32) -> Self {
        let bound = |byte: u32| i16::from(byte as u8) - 128;
        Self { lower: bound(payload >> 12), upper: bound(payload >> 4), pit: payload as u8 & 15 }
    }
}
