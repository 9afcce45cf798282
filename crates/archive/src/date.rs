use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

/// A moment, to the second, in the years 1970 to 9999.
///
/// Printed, it is the date and time in UTC of RFC 3339: `2026-11-18T01:20:55Z`. Read, it may be a date
/// alone, and have parts of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(u64);

/// Text that is no date of these years.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotADate;

const DAY: u64 = 24 * 60 * 60;
/// Seconds until the year 10000.
const END: u64 = 253_402_300_800;

impl Date {
    /// So many seconds after the beginning of 1970 in UTC; later than 9999 is the end of 9999.
    pub const fn from_unix(seconds: u64) -> Self {
        Self(if seconds < END { seconds } else { END - 1 })
    }

    /// Seconds since the beginning of 1970 in UTC.
    pub const fn unix(self) -> u64 {
        self.0
    }

    /// The number of its week, counted from the one that 1970 began in. Weeks begin on Monday.
    pub const fn week(self) -> u64 {
        // 1970 began on a Thursday.
        (self.days() + 3) / 7
    }

    /// The Monday on which a week begins, as [`Date::week`] numbers them.
    pub const fn of_week(week: u64) -> Self {
        Self::from_unix((week * 7).saturating_sub(3).saturating_mul(DAY))
    }

    /// Year, month and day.
    pub const fn day(self) -> (u64, u64, u64) {
        let mut days = self.days();
        let mut year = 1970;
        while days >= days_in_year(year) {
            days -= days_in_year(year);
            year += 1;
        }
        let mut month = 1;
        while days >= days_in_month(year, month) {
            days -= days_in_month(year, month);
            month += 1;
        }
        (year, month, days + 1)
    }

    /// How many days after the first of January 1970 it is, in UTC.
    pub const fn days(self) -> u64 {
        self.0 / DAY
    }

    /// The beginning of a day in UTC, with months and days counted from 1; `None` if there is no such day, or it
    /// is before 1970 or after 9999.
    pub fn from_day(year: u64, month: u64, day: u64) -> Option<Self> {
        let is_real = (1970..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in_month(year, month)).contains(&day);
        let before = || {
            let years: u64 = (1970..year).map(days_in_year).sum();
            let months: u64 = (1..month).map(|month| days_in_month(year, month)).sum();
            years + months + day - 1
        };
        is_real.then(|| Self(before() * DAY))
    }
}

const fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn days_in_year(year: u64) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

const fn days_in_month(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.day();
        let time = self.0 % DAY;
        let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

impl FromStr for Date {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<Self, NotADate> {
        let (day, time) = match text.split_once('T') {
            Some((day, time)) => (day, Some(time)),
            None => (text, None),
        };
        let [year, month, day] = numbers(day, '-', [4, 2, 2]).ok_or(NotADate)?;
        let date = Self::from_day(year, month, day).ok_or(NotADate)?;
        let Some(time) = time else { return Ok(date) };
        let time = time.strip_suffix('Z').ok_or(NotADate)?;
        let time = match time.split_once('.') {
            Some((time, parts)) if numbers(parts, '.', [parts.len()]).is_some() => time,
            Some(_) => return Err(NotADate),
            None => time,
        };
        let [hour, minute, second] = numbers(time, ':', [2, 2, 2]).ok_or(NotADate)?;
        let is_real = hour < 24 && minute < 60 && second < 60;
        is_real.then_some(Self(date.0 + hour * 3600 + minute * 60 + second)).ok_or(NotADate)
    }
}

/// Numbers with so many digits each.
fn numbers<const N: usize>(text: &str, between: char, digits: [usize; N]) -> Option<[u64; N]> {
    let mut parts = text.split(between);
    let mut numbers = [0; N];
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let part = parts.next()?;
        let is_number = (1..=9).contains(&part.len())
            && part.len() == digits
            && part.bytes().all(|byte| byte.is_ascii_digit());
        *number = part.parse().ok().filter(|_| is_number)?;
    }
    parts.next().is_none().then_some(numbers)
}

impl Display for NotADate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a date looks like '2026-11-18T01:20:55Z'")
    }
}

impl Error for NotADate {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_763_428_855, "2025-11-18T01:20:55Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(Date::from_unix(seconds).to_string(), text);
            assert_eq!(text.parse(), Ok(Date::from_unix(seconds)));
        }
        assert_eq!("2025-11-18".parse(), Ok(Date::from_unix(1_763_424_000)));
        assert_eq!("2025-11-18T01:20:55.123Z".parse(), Ok(Date::from_unix(1_763_428_855)));
        assert_eq!(Date::from_unix(u64::MAX), Date::from_unix(253_402_300_799));
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "today",
            "2025-02-29",
            "2025-13-01",
            "1969-12-31",
            "2025-1-1",
            "2025-11-18T",
            "2025-11-18T24:00:00Z",
            "2025-11-18T01:20:55",
            "2025-11-18T01:20:55.Z",
            "2025-11-18T01:20:55+01:00",
            "+025-11-18",
            "2025-11-18-01",
            "10000-01-01",
        ] {
            assert_eq!(text.parse::<Date>(), Err(NotADate), "{text}");
        }
    }

    #[test]
    fn days_are_counted_through_leap_years() {
        let count = |year, month, day| Date::from_day(year, month, day).map(Date::days);
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
    fn weeks_begin_on_monday() {
        let week = |text: &str| text.parse::<Date>().expect("a date").week();
        assert_eq!(week("1970-01-01"), 0);
        assert_eq!(week("1970-01-04"), 0);
        assert_eq!(week("1970-01-05"), 1);
        assert_eq!(week("2025-11-17"), week("2025-11-23"));
        assert_eq!(week("2025-11-24"), week("2025-11-23") + 1);
        let monday = Date::of_week(week("2025-11-18"));
        assert_eq!(monday.to_string(), "2025-11-17T00:00:00Z");
    }
}
