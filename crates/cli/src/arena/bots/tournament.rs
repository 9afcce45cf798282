use std::collections::VecDeque;

use parlor_rules::{AnyPosition, Player};
use parlor_wording::terminal::arena;
use tokio::task::JoinSet;

use super::super::contest::Terms;
use super::super::opening::opened;
use super::super::results::{Contestant, Results};
use super::super::tally::Tally;
use super::competitor::Competitor;
use super::game::{Played, play};
use super::schedule::{Fixture, round_robin};
use super::tell;

/// A tournament as far as it has been played.
pub(super) struct Tournament {
    start: AnyPosition,
    terms: Terms,
    names: Vec<String>,
    /// How many games there are to be.
    pub(super) all: usize,
    waiting: VecDeque<Fixture>,
    /// Games that are over, in the order in which they ended.
    pub(super) played: Vec<Game>,
}

/// A game that is over, and who played it: South's place among the competitors first.
pub(super) struct Game {
    pub(super) sides: [usize; 2],
    pub(super) played: Played,
}

/// Two who play each other, taken out of the competitors for as long as they do.
type Pair = [Competitor; 2];

/// What has come of a fixture.
enum Ended {
    Played(Played),
    /// It could not begin. For each of the two, whether it can still play.
    NotPlayed([bool; 2]),
}

impl Tournament {
    pub(super) fn new(start: AnyPosition, terms: Terms, competitors: &[Competitor]) -> Self {
        let waiting = round_robin(competitors.len(), terms.games);
        let names = competitors.iter().map(Competitor::name).collect();
        Self { start, terms, names, all: waiting.len(), waiting, played: Vec::new() }
    }

    /// Plays all games, so many at the same time; no one plays two games at once.
    pub(super) async fn play(&mut self, competitors: Vec<Competitor>, at_once: usize) {
        let mut free: Vec<Option<Competitor>> = competitors.into_iter().map(Some).collect();
        let mut playing = JoinSet::new();
        loop {
            while playing.len() < at_once.max(1)
                && let Some((fixture, pair)) = self.next(&mut free)
            {
                playing.spawn(play_fixture(
                    self.start,
                    self.terms,
                    fixture,
                    pair,
                    self.names.len(),
                ));
            }
            let Some(ended) = playing.join_next().await else { return };
            let (fixture, pair, ended) = ended.expect("no game panics");
            let mut can_play = [true, true];
            match ended {
                Ended::Played(played) => self.record(fixture, played),
                Ended::NotPlayed(there) => can_play = there,
            }
            for ((player, competitor), can_play) in fixture.pair.into_iter().zip(pair).zip(can_play)
            {
                if can_play {
                    free[player] = Some(competitor);
                } else {
                    tell(&arena::withdrawn(&self.names[player]));
                    self.waiting.retain(|fixture| !fixture.pair.contains(&player));
                }
            }
        }
    }

    /// The next game whose players are both free.
    fn next(&mut self, free: &mut [Option<Competitor>]) -> Option<(Fixture, Pair)> {
        let is_free = |fixture: &Fixture| fixture.pair.iter().all(|&player| free[player].is_some());
        let fixture = self.waiting.remove(self.waiting.iter().position(is_free)?)?;
        let [one, two] = fixture.pair;
        Some((fixture, [free[one].take()?, free[two].take()?]))
    }

    fn record(&mut self, fixture: Fixture, played: Played) {
        let sides = fixture.by_side(fixture.pair);
        let number = self.played.len() + 1;
        let names = sides.map(|player| self.names[player].as_str());
        let result = if let Some((by, why)) = played.forfeit {
            let [loser, winner] = [by, !by].map(|player| names[player.index()]);
            arena::forfeited(winner, loser, why.sentence())
        } else {
            let position = played.record.position().mancala();
            let stores = Player::BOTH.map(|player| position.map_or(0, |it| it.store(player)));
            arena::played(names, stores)
        };
        tell(&arena::numbered(number, self.all, &result));
        self.played.push(Game { sides, played });
    }

    /// What has come of it so far.
    pub(super) fn results(&self) -> Results {
        let players = self.names.iter().zip(1..);
        let players = players.map(|(name, number)| Contestant { number, name: name.clone() });
        let pairs = (0..self.names.len()).flat_map(|one| {
            (one + 1..self.names.len()).map(move |two| (one, two, self.tally([one, two])))
        });
        Results { players: players.collect(), pairs: pairs.collect() }
    }

    /// How the first of two fared against the second.
    fn tally(&self, [one, two]: [usize; 2]) -> Tally {
        let mut tally = Tally::default();
        for Game { sides, played } in &self.played {
            if ![[one, two], [two, one]].contains(sides) {
                continue;
            }
            match played.outcome.winner() {
                None => tally.ties += 1,
                Some(winner) if sides[winner.index()] == one => tally.wins += 1,
                Some(_) => tally.losses += 1,
            }
        }
        tally
    }

    /// How many games a competitor has forfeited.
    pub(super) fn forfeits(&self, competitor: usize) -> usize {
        let has_forfeited = |game: &&Game| {
            game.played.forfeit.is_some_and(|(by, _)| game.sides[by.index()] == competitor)
        };
        self.played.iter().filter(has_forfeited).count()
    }
}

impl Fixture {
    /// Two of the pair with South's first: each opening is played twice, with the sides changed.
    fn by_side<T>(self, [one, two]: [T; 2]) -> [T; 2] {
        if self.number.is_multiple_of(2) { [one, two] } else { [two, one] }
    }
}

/// Waits for both players, and lets them play.
async fn play_fixture(
    start: AnyPosition,
    terms: Terms,
    fixture: Fixture,
    mut pair: Pair,
    players: usize,
) -> (Fixture, Pair, Ended) {
    let [one, two] = &mut pair;
    let (one_is_there, two_is_there) = tokio::join!(one.is_there(), two.is_there());
    if !(one_is_there && two_is_there) {
        return (fixture, pair, Ended::NotPlayed([one_is_there, two_is_there]));
    }
    let Fixture { pair: [first, second], number } = fixture;
    let opening = opened(&start, terms.seed, terms.opening, number / 2);
    let sides = fixture.by_side([one, two]);
    let id = format!("{}-{}-{}", first + 1, second + 1, number + 1);
    let salt = (first * players + second) as u64;
    let seed = terms.seed ^ salt << 40 ^ u64::from(number) << 16;
    let played = play(opening, &id, seed, sides).await;
    (fixture, pair, Ended::Played(played))
}
