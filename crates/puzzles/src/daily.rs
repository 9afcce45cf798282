use std::fmt;
use std::str::FromStr;

/// A day, by its number: that of the first of January 1970 is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

impl Day {
    /// The day with this number. Those after some millions of years are one.
    pub fn numbered(number: u64) -> Self {
        Self(u32::try_from(number).unwrap_or(u32::MAX - 1))
    }

    /// The day after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Day {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// Which of so many puzzles is the one of a day: every one has its day before any comes again, and
/// those of following days lie far apart. `None` if there are none.
pub fn daily(day: Day, puzzles: usize) -> Option<usize> {
    let puzzles = u64::try_from(puzzles).ok().filter(|puzzles| *puzzles > 0)?;
    // Steps of about the golden ratio spread best; one without a common divisor leaves nothing out.
    let golden = puzzles * 618 / 1000;
    let step =
        (golden.max(1)..=puzzles).find(|&step| greatest_common_divisor(step, puzzles) == 1)?;
    usize::try_from(u64::from(day.0) * step % puzzles).ok()
}

fn greatest_common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_has_its_day_before_one_comes_again() {
        for puzzles in [1, 2, 3, 10, 300, 317, 340] {
            let mut seen = vec![false; puzzles];
            for day in 20_000..20_000 + puzzles as u32 {
                let today = daily(Day(day), puzzles).expect("there are puzzles");
                assert!(!std::mem::replace(&mut seen[today], true), "{today} of {puzzles} twice");
            }
        }
        assert_eq!(daily(Day(1), 0), None);
    }
}
