/// How strong the computer plays, from 1 to 8.
///
/// It is only a number here, because tables and engine both need it: what a level can see and what
/// it overlooks is the engine's business.
///
/// ```
/// use parlor_rules::Level;
///
/// assert_eq!(Level::new(8), Some(Level::STRONGEST));
/// assert_eq!(Level::new(9), None);
/// assert_eq!(Level::all().count(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// Level 1.
    pub const WEAKEST: Self = Self(1);
    /// Level 8.
    pub const STRONGEST: Self = Self(8);

    /// The level with this number, 1 to 8.
    pub const fn new(number: u8) -> Option<Self> {
        if Self::WEAKEST.0 <= number && number <= Self::STRONGEST.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::WEAKEST.0..=Self::STRONGEST.0).map(Self)
    }

    /// Its number, 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }
}
