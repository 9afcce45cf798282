/// How one entrant fared against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) wins: u32,
    pub(super) ties: u32,
    pub(super) losses: u32,
}

impl Tally {
    /// Seen from the other side.
    pub(super) const fn reversed(self) -> Self {
        Self { wins: self.losses, ties: self.ties, losses: self.wins }
    }

    pub(super) const fn games(self) -> u32 {
        self.wins + self.ties + self.losses
    }

    /// A point for each win, and half of one for each tie.
    pub(super) fn points(self) -> f64 {
        f64::from(self.wins) + f64::from(self.ties) / 2.0
    }

    /// The share of the points.
    pub(super) fn score(self) -> f64 {
        self.points() / f64::from(self.games().max(1))
    }

    /// Where the true share lies, 95 times in 100: Wilson's interval, which holds for few games
    /// and for scores near 0 or 1 too. A tie decides less than it allows for, so it is wide enough.
    pub(super) fn interval(self) -> (f64, f64) {
        // Of a normal distribution, 95 in 100 lie so many deviations around the middle.
        const Z: f64 = 1.959_964;
        let games = f64::from(self.games().max(1));
        let (score, z) = (self.score(), Z * Z / games);
        let middle = (score + z / 2.0) / (1.0 + z);
        let spread = Z * (score * (1.0 - score) / games + z / (4.0 * games)).sqrt() / (1.0 + z);
        ((middle - spread).max(0.0), (middle + spread).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_is_half_a_win() {
        assert!((Tally { wins: 5, ties: 4, losses: 1 }.score() - 0.7).abs() < 1e-9);
    }

    #[test]
    fn the_interval_is_wilsons() {
        let check = |wins, losses, low: f64, high: f64| {
            let (found_low, found_high) = Tally { wins, ties: 0, losses }.interval();
            assert!((found_low - low).abs() < 5e-4 && (found_high - high).abs() < 5e-4);
        };
        check(130, 70, 0.5816, 0.7127);
        check(10, 0, 0.7225, 1.0);
        check(1, 9, 0.0179, 0.4042);
    }
}
