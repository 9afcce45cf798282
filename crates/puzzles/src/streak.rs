use std::fmt;
use std::str::FromStr;

use crate::daily::Day;

/// How many days in a row the puzzle of the day was solved.
///
/// Printed, it is three numbers: the last such day, how many there were in a row, and the most that
/// there ever were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    last: Option<Day>,
    length: u32,
    longest: u32,
}

impl Streak {
    /// The streak after the puzzle of this day was solved. Solving it again adds nothing, nor does
    /// a day before the last one: a clock that is set back breaks no streak.
    #[must_use]
    pub fn solved(self, day: Day) -> Self {
        let length = match self.last {
            Some(last) if day <= last => return self,
            Some(last) if day == last.next() => self.length + 1,
            Some(_) | None => 1,
        };
        Self { last: Some(day), length, longest: self.longest.max(length) }
    }

    /// How long it is on a day: it lasts as long as that day's puzzle can still go on with it.
    pub fn length(self, today: Day) -> u32 {
        if self.last.is_some_and(|last| today <= last.next()) { self.length } else { 0 }
    }

    /// The longest that there ever was.
    pub const fn longest(self) -> u32 {
        self.longest
    }

    /// Whether the puzzle of a day has been solved, as far as is known: the last one is remembered.
    pub fn has_solved(self, day: Day) -> bool {
        self.last == Some(day)
    }
}

impl fmt::Display for Streak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            Some(last) => write!(f, "{last} {} {}", self.length, self.longest),
            None => Ok(()),
        }
    }
}

/// Whatever cannot be read is a streak that has not begun.
impl FromStr for Streak {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut numbers = text.split(' ');
        let read = (|| {
            let last = numbers.next()?.parse().ok()?;
            let [length, longest] = [numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?];
            (length > 0 && longest >= length).then_some(Self { last: Some(last), length, longest })
        })();
        Ok(read.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: u32) -> Day {
        Day::numbered(20_000 + u64::from(day))
    }

    fn after(days: &[u32]) -> Streak {
        days.iter().fold(Streak::default(), |streak, &number| streak.solved(day(number)))
    }

    #[test]
    fn days_in_a_row_make_a_streak_and_a_gap_ends_it() {
        assert_eq!(after(&[3, 4, 5]).length(day(5)), 3);
        assert_eq!(after(&[3, 4, 5]).length(day(6)), 3, "today's puzzle is still to be solved");
        assert_eq!(after(&[3, 4, 5]).length(day(7)), 0);
        assert_eq!(after(&[3, 4, 5, 7]).length(day(7)), 1);
        assert_eq!(after(&[3, 4, 5, 7]).longest(), 3);
        assert_eq!(Streak::default().length(day(1)), 0);
    }

    #[test]
    fn the_same_day_counts_once_and_a_day_before_it_changes_nothing() {
        assert_eq!(after(&[3, 4, 4, 4]), after(&[3, 4]));
        assert_eq!(after(&[3, 4, 2]), after(&[3, 4]));
        assert!(after(&[3, 4]).has_solved(day(4)));
        assert!(!after(&[3, 4]).has_solved(day(5)));
    }

    #[test]
    fn a_streak_is_kept_as_text_and_nonsense_is_none() {
        for streak in [Streak::default(), after(&[1]), after(&[1, 2, 3, 9])] {
            assert_eq!(streak.to_string().parse(), Ok(streak));
        }
        for nonsense in ["x", "1 2", "20000 0 0", "20000 5 4", "-1 1 1"] {
            assert_eq!(nonsense.parse(), Ok(Streak::default()), "{nonsense}");
        }
    }
}
