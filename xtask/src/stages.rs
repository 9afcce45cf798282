//! A long job shown as named stages with their times.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;

/// The stages that have been passed so far.
pub(crate) struct Stages {
    passed: Vec<(&'static str, Duration)>,
}

impl Stages {
    /// A job of which nothing has been done yet.
    pub(crate) fn new() -> Self {
        Stages { passed: Vec::new() }
    }

    /// Does one stage under a heading and notes how long it took.
    pub(crate) fn stage(
        &mut self,
        name: &'static str,
        work: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        println!("\n== {name}");
        let start = Instant::now();
        work()?;
        let time = start.elapsed();
        println!("-- {name}: passed in {}", Seconds(time));
        self.passed.push((name, time));
        Ok(())
    }
}

impl fmt::Display for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, time) in &self.passed {
            writeln!(f, "  {name:<24} {:>9}", Seconds(*time).to_string())?;
        }
        let total = self.passed.iter().map(|(_, time)| *time).sum();
        write!(f, "  {:<24} {:>9}", "together", Seconds(total).to_string())
    }
}

/// A time as people say it: tenths of a second are enough.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} s", self.0.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    #[test]
    fn the_summary_lists_what_passed_and_adds_it_up() {
        let stages = Stages {
            passed: vec![
                ("lints", Duration::from_millis(1500)),
                ("tests", Duration::from_millis(62_250)),
            ],
        };
        let lines: Vec<_> = stages.to_string().lines().map(str::to_owned).collect();
        assert_eq!(lines[0], "  lints                        1.5 s");
        assert_eq!(lines[2], "  together                    63.8 s");
    }

    #[test]
    fn a_stage_that_fails_is_not_among_the_passed() {
        let mut stages = Stages::new();
        assert!(stages.stage("tests", || bail!("a test failed")).is_err());
        assert!(stages.passed.is_empty());
    }
}
