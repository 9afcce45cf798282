use parlor_rules::{Game as _, Outcome, Variant};
use serde::Serialize;

use super::super::contest::Terms;
use super::super::rating::Ratings;
use super::super::report::{EloReport, Tallied};
use super::super::results::Results;
use super::super::standings::ranking;
use super::Setup;
use super::tournament::{Game, Tournament};

/// What `arena --kgp --json` writes.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    rules: String,
    games: u32,
    seed: u64,
    opening: u32,
    effort: u64,
    /// Seconds that a bot has for a move.
    move_time: f64,
    /// The strongest first.
    players: Vec<PlayerReport<'a>>,
    added_ties: bool,
    matches: Vec<MatchReport<'a>>,
    played: Vec<GameReport<'a>>,
}

/// A player, and how it fared against all others.
#[derive(Serialize)]
struct PlayerReport<'a> {
    name: &'a str,
    /// The engine's level, where 0 plays at random; `null` for a bot.
    level: Option<u8>,
    #[serde(flatten)]
    rating: EloReport,
    points: f64,
    wins: u32,
    ties: u32,
    losses: u32,
    /// How many of the losses were not played to the end.
    forfeits: usize,
}

/// How a player fared against another.
#[derive(Serialize)]
struct MatchReport<'a> {
    player: &'a str,
    against: &'a str,
    #[serde(flatten)]
    tally: Tallied,
}

/// A game, in the order in which they ended.
#[derive(Serialize)]
struct GameReport<'a> {
    south: &'a str,
    north: &'a str,
    /// Who won, `S` or `N`, or `tie`.
    outcome: String,
    /// Why the loser lost, if the game was not played to the end.
    forfeit: Option<&'static str>,
    /// The game in one line.
    game: String,
}

impl<'a> Report<'a> {
    pub(super) fn of(
        setup: &Setup,
        tournament: &'a Tournament,
        results: &'a Results,
        ratings: &Ratings,
    ) -> Self {
        let Terms { games, seed, opening, effort, .. } = setup.terms;
        let name = |player: usize| results.players[player].name.as_str();
        let entry = |player: usize| {
            let total = results.total(player);
            PlayerReport {
                name: name(player),
                level: setup.level_of(player),
                rating: EloReport::of(ratings.of[player]),
                points: total.points(),
                wins: total.wins,
                ties: total.ties,
                losses: total.losses,
                forfeits: tournament.forfeits(player),
            }
        };
        let matches = results.pairs.iter().map(|&(one, two, tally)| MatchReport {
            player: name(one),
            against: name(two),
            tally: Tallied::of(tally),
        });
        let games_played =
            tournament.played.iter().map(|Game { sides: [south, north], played }| {
                let start = played.record.start();
                GameReport {
                    south: name(*south),
                    north: name(*north),
                    outcome: match played.outcome {
                        Outcome::Win(winner) => start.letter(winner).to_string(),
                        Outcome::Tie => "tie".to_owned(),
                    },
                    forfeit: played.forfeit.map(|(_, why)| why.word()),
                    game: played.record.to_string(),
                }
            });
        Self {
            rules: Variant::Mancala(setup.rules).to_string(),
            games,
            seed,
            opening,
            effort,
            move_time: setup.move_time.as_secs_f64(),
            players: ranking(results, ratings).into_iter().map(entry).collect(),
            added_ties: ratings.has_added_ties,
            matches: matches.collect(),
            played: games_played.collect(),
        }
    }
}
