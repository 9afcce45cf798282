//! What both kinds of contest write as JSON.

use serde::Serialize;

use super::rating::Rating;
use super::tally::Tally;

/// Results against one opponent. The score and the bounds of its 95 % confidence interval are shares of 1.
#[derive(Serialize)]
pub(super) struct Tallied {
    wins: u32,
    ties: u32,
    losses: u32,
    score: f64,
    low: f64,
    high: f64,
}

/// A rating with the bounds of its 95 % confidence interval; all are `null` for one who has met no one.
#[derive(Serialize)]
pub(super) struct EloReport {
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

impl Tallied {
    pub(super) fn of(tally: Tally) -> Self {
        let (low, high) = tally.interval();
        let Tally { wins, ties, losses } = tally;
        let [score, low, high] = [tally.score(), low, high].map(|share| rounded(share, 1000.0));
        Self { wins, ties, losses, score, low, high }
    }
}

impl EloReport {
    pub(super) fn of(rating: Option<Rating>) -> Self {
        let bound = |sign: f64| rating.map(|it| rounded(it.elo + sign * it.margin, 10.0));
        Self { elo: bound(0.0), elo_low: bound(-1.0), elo_high: bound(1.0) }
    }
}

/// A number in so many parts of 1. There is no negative zero.
fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts + 0.0
}
