use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long something may take, written as `500ms`, `1s`, `1.5s` or `2m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit(pub Duration);

impl FromStr for TimeLimit {
    type Err = NotATime;

    fn from_str(text: &str) -> Result<Self, NotATime> {
        let digits = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let seconds = match unit {
            "ms" => 0.001,
            "s" => 1.0,
            "m" => 60.0,
            _ => return Err(NotATime(text.to_owned())),
        };
        let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let number = number.parse::<f64>().ok().filter(|_| plain);
        number
            .and_then(|number| Duration::try_from_secs_f64(number * seconds).ok())
            .map(Self)
            .ok_or_else(|| NotATime(text.to_owned()))
    }
}

/// Text that says no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotATime(String);

impl fmt::Display for NotATime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a time: write 500ms, 1s or 2m", self.0)
    }
}

impl Error for NotATime {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_unit() {
        let millis = |text: &str| text.parse::<TimeLimit>().map(|limit| limit.0.as_millis()).ok();
        assert_eq!(millis("500ms"), Some(500));
        assert_eq!(millis("1s"), Some(1000));
        assert_eq!(millis("1.5s"), Some(1500));
        assert_eq!(millis("2m"), Some(120_000));
        for wrong in ["", "1", "s", "-1s", "1h", "1 s", "1e3s", "infs", "NaNs", "9e99s", "1s1"] {
            assert_eq!(millis(wrong), None, "{wrong}");
        }
    }
}
