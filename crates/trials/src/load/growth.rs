//! What a large database costs: servers with one that holds many finished games, and servers with an
//! empty one, measured in turns.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use fastrand::Rng;
use parlor_server::fill;
use parlor_table::{Actor, Command, GameLog, Name, Occupant, Phase, Policy, Seat};

use super::game::{Pace, play};
use super::parlor::sit_down;
use super::report::{Growth, Stage, rounded};
use super::servers::{Database, Servers};
use crate::Setup;

/// How much is measured.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The program to be measured.
    pub program: &'a Path,
    /// How many finished games are in the large database.
    pub finished_tables: u32,
    /// How many tables are played at.
    pub tables: usize,
    /// For how long.
    pub time: Duration,
    /// Decides which moves are played.
    pub seed: u64,
}

/// How often each database is measured. Only neighbours can be compared on a machine that does other
/// things as well, so it is their turn again and again, and the median counts.
const ROUNDS: usize = 3;
/// How many games are different; the others are like them.
const GAMES: usize = 100;

impl Scope<'_> {
    /// Measures servers of one setup with both databases.
    ///
    /// # Errors
    /// If they do not play along.
    pub async fn measure(&self, setup: Setup) -> Result<Growth> {
        let games = finished_games(&mut Rng::with_seed(self.seed))?;
        let all_events: usize = games.iter().map(GameLog::version).sum();
        let events = all_events as u64 * u64::from(self.finished_tables) / games.len() as u64;
        let start = Instant::now();
        let full = Database::new(setup)?;
        fill(&full.option().as_str().into(), &games, self.finished_tables).await?;
        full.settle()?;
        println!("  filled with {events} events in {:.0} s", start.elapsed().as_secs_f64());
        let (mut empty_runs, mut large_runs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            empty_runs.push(self.stage(setup, Database::new(setup)?).await?);
            large_runs.push(self.stage(setup, full.clone()).await?);
        }
        let (empty, large) = (median(&empty_runs), median(&large_runs));
        Ok(Growth { setup, finished_tables: self.finished_tables, events, empty, large })
    }

    async fn stage(&self, setup: Setup, database: Database) -> Result<Stage> {
        let (servers, start) = Servers::start(self.program, setup, database)?;
        let seats = sit_down(servers.addresses(), self.tables, self.seed).await?;
        let figures = play(&servers, seats, Pace::Unlimited, self.time).await?;
        Ok(Stage {
            start_ms: rounded(start.as_secs_f64() * 1e3),
            moves_per_second: rounded(figures.rate()),
        })
    }
}

/// Games of Gems that were played to their end, by chance.
fn finished_games(luck: &mut Rng) -> Result<Vec<GameLog>> {
    std::iter::repeat_with(|| finished_game(luck)).take(GAMES).collect()
}

fn finished_game(luck: &mut Rng) -> Result<GameLog> {
    let guest = |name| Seat { name: Name::new(name), occupant: Occupant::Guest };
    let mut log = GameLog::open("gems".parse()?, [guest("Ada"), guest("Ben")]);
    while let Phase::Playing(player) = log.table().phase() {
        let choice = luck.choice(log.table().play().moves()).context("there is a move")?;
        let actor = Actor::Seat(log.table().seat_id(player));
        let events = log.table().decide(actor, &Command::Move { choice }, Policy::Remote)?;
        for event in events {
            log.append(event)?;
        }
    }
    Ok(log)
}

fn median(runs: &[Stage]) -> Stage {
    let of = |figure: fn(&Stage) -> f64| {
        let mut figures: Vec<f64> = runs.iter().map(figure).collect();
        figures.sort_unstable_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    Stage { start_ms: of(|run| run.start_ms), moves_per_second: of(|run| run.moves_per_second) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_played_to_their_end() {
        let games = finished_games(&mut Rng::with_seed(1)).unwrap();
        assert_eq!(games.len(), GAMES);
        for game in &games {
            assert!(matches!(game.table().phase(), Phase::Over(_)));
            assert!(game.version() > 10);
        }
        assert_ne!(games[0], games[1]);
    }

    #[test]
    fn the_median_of_each_figure_counts() {
        let run = |start_ms, moves_per_second| Stage { start_ms, moves_per_second };
        let median = median(&[run(5.0, 100.0), run(70.0, 90.0), run(6.0, 300.0)]);
        assert!((median.start_ms - 6.0).abs() < 1e-9);
        assert!((median.moves_per_second - 100.0).abs() < 1e-9);
    }
}
