use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use parlor_engine::{Dice, Opponent, Size};
use parlor_rules::{AnyPosition, Game as _, Outcome, Player, Variant};

use super::entrant::Entrant;
use super::opening::opened;
use super::tally::Tally;

/// What all games of a contest have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// Games of each pair.
    pub(super) games: u32,
    pub(super) seed: u64,
    /// Turns that are played by chance before the players take over.
    pub(super) opening: u32,
    /// Boards that the perfect level may look at for one move.
    pub(super) effort: u64,
    /// Up to how many stones the endgames are known.
    pub(super) endgame: u8,
}

/// Two who play each other; how they fared is told of the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) one: Entrant,
    pub(super) two: Entrant,
}

/// The most bytes of endgames.
const MOST_ENDGAMES: u64 = 4 << 20;

/// Room for a million boards: a game at this pace needs no more.
const TRANSPOSITION_BITS: u32 = 20;

/// Every pair plays all its games; `played` counts them as they end.
///
/// Each pair has an engine of its own, and dice that depend on the seed, the pair and the game alone.
/// So a result does not depend on who else takes part, nor on the number of threads.
pub(super) fn play(
    start: &AnyPosition,
    pairs: &[Pair],
    terms: &Terms,
    threads: usize,
    played: &AtomicUsize,
) -> Vec<Tally> {
    let next = AtomicUsize::new(0);
    let tallies = Mutex::new(vec![Tally::default(); pairs.len()]);
    let work = || {
        while let Some((at, pair)) = pairs.iter().enumerate().nth(next.fetch_add(1, Relaxed)) {
            let tally = play_pair(start, *pair, terms, played);
            tallies.lock().expect("no contest panics")[at] = tally;
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(pairs.len()) {
            scope.spawn(work);
        }
        work();
    });
    tallies.into_inner().expect("no contest panics")
}

/// An engine of its own, with its endgames worked out.
pub(super) fn opponent(variant: Variant, endgame: u8) -> Opponent {
    let opponent = Opponent::new(variant, |rules| Size {
        endgame_stones: endgame.min(Size::endgame_stones_within(rules, MOST_ENDGAMES)),
        transposition_bits: TRANSPOSITION_BITS,
    });
    if let Some(engine) = opponent.engine() {
        engine.build_endgame(1, &AtomicBool::new(false));
    }
    opponent
}

fn play_pair(start: &AnyPosition, pair: Pair, terms: &Terms, played: &AtomicUsize) -> Tally {
    let opponent = opponent(start.variant(), terms.endgame);
    let mut tally = Tally::default();
    for game in 0..terms.games {
        // Each opening is played twice, with the sides changed.
        let (opening, first) = (game / 2, Player::BOTH[game as usize % 2]);
        let position = *opened(start, terms.seed, terms.opening, opening).position();
        let salt = u64::from(pair.one.number()) << 56 | u64::from(pair.two.number()) << 48;
        let mut dice = Dice::new(terms.seed ^ salt ^ u64::from(game) << 16);
        let outcome = play_game(position, &opponent, terms.effort, &mut dice, |player| {
            if player == first { pair.one } else { pair.two }
        });
        match outcome.winner() {
            None => tally.ties += 1,
            Some(winner) if winner == first => tally.wins += 1,
            Some(_) => tally.losses += 1,
        }
        played.fetch_add(1, Relaxed);
    }
    tally
}

fn play_game(
    mut position: AnyPosition,
    opponent: &Opponent,
    effort: u64,
    dice: &mut Dice,
    seat: impl Fn(Player) -> Entrant,
) -> Outcome {
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let choice = seat(position.turn()).choose(&position, opponent, effort, dice);
        let choice = choice.expect("a game that goes on has a move");
        position = position.after(choice).expect("the computer plays legal moves");
    }
}
