use anyhow::{Context, Result};

use crate::load::report::{Load, Report};

/// What moves cost, as it was measured.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// The processor time of nodes, in microseconds.
    pub node: Cost,
    /// The processor time of PostgreSQL, in microseconds.
    pub database: Cost,
    /// The growth of PostgreSQL's write-ahead log, in bytes.
    pub log_bytes: Cost,
    /// The growth of the database with each move, in bytes.
    pub bytes_per_move: f64,
    /// The processor time of a node that only hears of a move at another one, in microseconds.
    pub hearing_us: f64,
    /// The processor time of a node for a socket, in microseconds a second.
    pub socket_us: f64,
    /// The memory of a node for a socket, in KiB.
    pub socket_kib: f64,
    /// How many commits with a notification PostgreSQL makes in a second, with many connections.
    pub notifying_commits: f64,
}

/// What something costs: so much for each move, and so much for each commit, however many moves are
/// in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// For each move.
    pub per_move: f64,
    /// For each commit.
    pub per_commit: f64,
}

impl Cost {
    /// The cost of a second with so many moves and commits.
    pub fn of(self, moves: f64, commits: f64) -> f64 {
        self.per_move * moves + self.per_commit * commits
    }

    /// The line through two measurements: commits for each move, and what a move cost then. What is
    /// left for the moves themselves, or for the commits, is never less than nothing.
    fn through(few: (f64, f64), many: (f64, f64)) -> Self {
        let ((few_commits, low), (many_commits, high)) = (few, many);
        let per_commit = ((high - low) / (many_commits - few_commits)).max(0.0);
        let per_move = (low - per_commit * few_commits).max(0.0);
        Self { per_move, per_commit }
    }
}

impl Costs {
    /// Takes the figures of a load test apart: with every player moving at once there are many moves
    /// in a commit, and with people who take their time few.
    ///
    /// # Errors
    /// If something was not measured.
    pub fn of(report: &Report) -> Result<Self> {
        let busy = report.busy.as_ref().context("the busy part was not measured")?;
        let paced = report.paced.as_ref().context("the paced part was not measured")?;
        let idle = report.idle.as_ref().context("the idle part was not measured")?;
        let hearing = report.bystander.as_ref().context("no bystander was measured")?;
        let notify = report.notify.last().context("notifications were not measured")?;
        let database = |load: &Load| load.database.context("it was not measured with PostgreSQL");
        let (busy_database, paced_database) = (database(busy)?, database(paced)?);
        let commits = |load: &Load| load.commits_per_second / load.moves_per_second;
        let cost = |with_many: f64, with_few: f64| {
            Cost::through((commits(busy), with_many), (commits(paced), with_few))
        };
        Ok(Self {
            node: cost(busy.processor_us_per_move, paced.processor_us_per_move),
            database: cost(
                busy_database.processor_us_per_move,
                paced_database.processor_us_per_move,
            ),
            log_bytes: cost(busy_database.log_bytes_per_move, paced_database.log_bytes_per_move),
            bytes_per_move: busy_database.bytes_per_move,
            hearing_us: hearing.processor_us_per_move,
            socket_us: idle.processor_us_per_socket,
            socket_kib: idle.kib_per_socket,
            notifying_commits: notify.notifying_per_second,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_taken_apart_into_that_of_moves_and_of_commits() {
        // 10 µs a move and 40 µs a commit, with 20 moves and with one move in a commit.
        let cost = Cost::through((0.05, 12.0), (1.0, 50.0));
        assert!((cost.per_move - 10.0).abs() < 1e-9 && (cost.per_commit - 40.0).abs() < 1e-9);
        assert!((cost.of(100.0, 5.0) - 1_200.0).abs() < 1e-9);
    }

    #[test]
    fn no_cost_is_less_than_nothing() {
        let cost = Cost::through((0.05, 1.0), (1.0, 50.0));
        assert!(cost.per_move.abs() < 1e-9);
        let cost = Cost::through((0.05, 50.0), (1.0, 40.0));
        assert_eq!(cost, Cost { per_move: 50.0, per_commit: 0.0 });
    }
}
