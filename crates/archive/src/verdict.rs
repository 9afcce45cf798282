/// How a game ended for the person who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They won.
    Won,
    /// They lost.
    Lost,
    /// Nobody did.
    Tied,
}

/// How many games were won, lost and tied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games that were won.
    pub won: usize,
    /// Games that were lost.
    pub lost: usize,
    /// Ties.
    pub tied: usize,
}

impl Results {
    /// Counts one more.
    pub const fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Won => self.won += 1,
            Verdict::Lost => self.lost += 1,
            Verdict::Tied => self.tied += 1,
        }
    }

    /// All games.
    pub const fn games(&self) -> usize {
        self.won + self.lost + self.tied
    }
}
