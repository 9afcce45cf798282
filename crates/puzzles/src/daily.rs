use std::fmt;
use std::str::FromStr;

/// A day of the Gregorian calendar, counted from 1 January 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

impl Day {
    /// The day of a date, with months and days counted from 1; `None` if there is no such day, or it
    /// is before 1970.
    pub fn new(year: u32, month: u32, day: u32) -> Option<Self> {
        let is_leap = |year: u32| {
            year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
        };
        let long_february = u32::from(is_leap(year));
        let months = [31, 28 + long_february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let before = months.get(..month.checked_sub(1)? as usize)?;
        let in_month = *months.get(before.len())?;
        let years_before = year.checked_sub(1970).filter(|years| *years < MOST_YEARS)?;
        let leap_days = (1970..year).filter(|&year| is_leap(year)).count() as u32;
        let first = years_before * 365 + leap_days + before.iter().sum::<u32>();
        (1..=in_month).contains(&day).then(|| Self(first + day - 1))
    }

    /// The day after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

const MOST_YEARS: u32 = 10_000;

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
    fn days_are_counted_through_leap_years() {
        let count = |year, month, day| Day::new(year, month, day).map(|day| day.0);
        assert_eq!(count(1970, 1, 1), Some(0));
        assert_eq!(count(1972, 2, 29), Some(789));
        assert_eq!(count(1972, 3, 1), Some(790));
        assert_eq!(count(2000, 2, 29), Some(11_016));
        assert_eq!(count(2026, 11, 18), Some(20_775));
        assert_eq!(count(2100, 3, 1), Some(47_541));
        for (year, month, day) in [
            (1969, 12, 31),
            (2100, 2, 29),
            (2026, 4, 31),
            (2026, 13, 1),
            (2026, 0, 1),
            (2026, 1, 0),
        ] {
            assert_eq!(count(year, month, day), None, "{year}-{month}-{day}");
        }
    }

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
