//! A review of a whole game, worked on in short steps. What it finds out goes to the page as lines of text,
//! with those positions in it about which something new is known:
//!
//! ```text
//! more 3 2 5 90000;4 4 - 90 2!0;3 -2 51 80 -2!51 -4?0
//! ```
//!
//! There is more to come; of 5 positions 3 are done and 2 proved, after 90000 boards. The position after 4
//! turns is worth 4, with no line; its analysis looked at 90 boards and knows one move. The one after 3 turns
//! is worth -2, and goes on with the pits 5 and 1, counted from 0.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use parlor_engine::{Analysis, Finding, Limits, Opponent, Progress, Review};
use parlor_rules::{AnyRecord, Choice, Game};

use crate::advice::{NotAdvice, read_value, write_value};

/// Reviews one game, in short steps.
pub struct Reviewer {
    review: Review,
    opponent: Opponent,
    /// What has been told about each position.
    told: Vec<Finding>,
    is_done: bool,
}

/// What is new after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// Positions, by how many turns were played before them, and what is known about each.
    pub findings: Vec<(usize, Finding)>,
    /// How far the review is.
    pub progress: Progress,
    /// Whether nothing more will be found out.
    pub last: bool,
}

/// Boards of a step: well under a second.
const STEP: u64 = 400_000;

impl Reviewer {
    /// A reviewer who has not begun.
    pub fn new(record: &AnyRecord) -> Self {
        let review = Review::new(record);
        let told = vec![Finding::default(); review.turns() + 1];
        let opponent = Opponent::new(record.position().variant(), Review::size);
        Self { review, opponent, told, is_done: false }
    }

    /// Works for a moment and says what is new; nothing when all has been said.
    pub fn step(&mut self) -> Option<News> {
        if self.is_done {
            return None;
        }
        let stop = AtomicBool::new(false);
        let limits = Limits { nodes: STEP, ..Limits::until(&stop) };
        self.is_done = !self.review.step(&self.opponent, &limits);
        let mut findings = Vec::new();
        for (at, told) in self.told.iter_mut().enumerate() {
            let known = self.review.finding(at);
            if known != *told {
                findings.push((at, known.clone()));
                *told = known;
            }
        }
        Some(News { findings, progress: self.review.progress(), last: self.is_done })
    }
}

impl Display for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { positions, done, proved, nodes } = self.progress;
        let kind = if self.last { "last" } else { "more" };
        write!(f, "{kind} {done} {proved} {positions} {nodes}")?;
        for (at, Finding { analysis, proved, line }) in &self.findings {
            write!(f, ";{at} ")?;
            match proved {
                Some(value) => write!(f, "{value} ")?,
                None => f.write_str("? ")?,
            }
            match line.as_slice() {
                [] => f.write_str("-")?,
                line => line.iter().try_for_each(|choice| write!(f, "{}", choice.index()))?,
            }
            write!(f, " {}", analysis.nodes)?;
            analysis.moves.iter().try_for_each(|entry| write_value(f, entry))?;
        }
        Ok(())
    }
}

impl FromStr for News {
    type Err = NotAdvice;

    fn from_str(text: &str) -> Result<Self, NotAdvice> {
        let mut parts = text.split(';');
        let words: Vec<&str> = parts.next().unwrap_or_default().split(' ').collect();
        let [kind @ ("more" | "last"), done, proved, positions, nodes] = words[..] else {
            return Err(NotAdvice);
        };
        let count = |text: &str| text.parse().map_err(|_| NotAdvice);
        let progress = Progress {
            positions: count(positions)?,
            done: count(done)?,
            proved: count(proved)?,
            nodes: nodes.parse().map_err(|_| NotAdvice)?,
        };
        let findings = parts.map(|part| read_finding(part).ok_or(NotAdvice));
        Ok(Self { findings: findings.collect::<Result<_, _>>()?, progress, last: kind == "last" })
    }
}

fn read_finding(text: &str) -> Option<(usize, Finding)> {
    let words: Vec<&str> = text.split(' ').collect();
    let [at, proved, line, nodes, ref moves @ ..] = words[..] else { return None };
    let proved = if proved == "?" { None } else { Some(proved.parse().ok()?) };
    let digits = line.chars().filter(|&digit| digit != '-');
    let line = digits.map(|digit| Choice::new(digit.to_digit(10)? as u8)).collect::<Option<_>>()?;
    let moves = moves.iter().map(|text| read_value(text)).collect::<Option<_>>()?;
    let analysis = Analysis { moves, nodes: nodes.parse().ok()? };
    Some((at.parse().ok()?, Finding { analysis, proved, line }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_are_read_as_they_are_written() {
        for text in ["last 1 1 1 0", "more 3 2 5 90000;4 4 - 90 2!0;3 -2 51 80 -2!51 -4?0;0 ? - 0"]
        {
            let read = text.parse::<News>().map(|news| news.to_string());
            assert_eq!(read.as_deref(), Ok(text));
        }
        for text in ["", "more 1 2 3", "more 1 2 3 4;x", "soon 1 1 1 0", "more 1 1 1 0;0 ? x 0"] {
            assert_eq!(text.parse::<News>(), Err(NotAdvice), "{text}");
        }
    }

    #[test]
    fn a_review_that_takes_in_all_news_says_the_same() {
        for game in ["kalah.pits_3.stones_2~S~12", "tic-tac-toe~X~40812"] {
            let record: AnyRecord = game.parse().expect("a record");
            let mut reviewer = Reviewer::new(&record);
            let mut taken_in = Review::new(&record);
            let mut last = false;
            while let Some(news) = reviewer.step() {
                let news: News = news.to_string().parse().expect("news");
                for (at, finding) in news.findings {
                    taken_in.take_in(at, finding);
                }
                last = news.last;
            }
            assert!(last);
            for at in 0..taken_in.turns() {
                assert_eq!(taken_in.turn(at), reviewer.review.turn(at), "{game} {at}");
            }
            assert_eq!(taken_in.summaries(), reviewer.review.summaries());
            assert_eq!(taken_in.standings(), reviewer.review.standings());
        }
    }
}
