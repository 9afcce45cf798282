use std::sync::atomic::AtomicBool;

use parlor_engine::{Dice, Engine, Limits, Objective, Size};
use parlor_rules::Game;
use parlor_rules::mancala::{Position, Rules};

/// Starts of a game in which neither player is ahead: with best play from both sides it ends in a tie.
///
/// Both players have the same row, as each sees it from their own side, and their stores are empty. A
/// row is like the usual one, with the same number of stones in each pit, except that a few lie
/// elsewhere: the rows that need the fewest moved come first. It is an iterator over all of them that
/// look even and that the solver then proves to be so.
#[derive(Debug)]
pub struct EvenStarts {
    engine: Engine,
    rows: std::vec::IntoIter<Vec<u8>>,
}

/// Stones of a row that lie elsewhere, at most.
const MOVED: u8 = 4;

/// Boards to look at for a first impression. What looks unequal then is left alone.
const EFFORT: u64 = 30_000;

/// By how much a start that is even may look unequal.
const DOUBT: i16 = 2;

impl EvenStarts {
    /// Starts by these rules, with so many stones a pit on average. Where the same number of stones
    /// lies elsewhere, chance decides which come first.
    pub fn new(rules: &Rules, stones: u8, seed: u64) -> Self {
        let rows = rows(rules.pits(), stones, &mut Dice::new(seed));
        Self { engine: engine(rules), rows: rows.into_iter() }
    }
}

impl Iterator for EvenStarts {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let rules = *self.engine.rules();
        let starts = self.rows.by_ref().filter_map(|row| on_both_sides(&rules, &row));
        let is_even =
            |start: &Position| looks_even(&self.engine, start) && proves_even(&self.engine, start);
        starts.into_iter().find(is_even)
    }
}

/// An engine of the size that proofs of starts need.
fn engine(rules: &Rules) -> Engine {
    let size = Size {
        endgame_stones: Size::endgame_stones_within(rules, 64_000_000).min(14),
        transposition_bits: 24,
    };
    let engine = Engine::new(rules, size);
    engine.build_endgame(1, &AtomicBool::new(false));
    engine
}

/// Proves for each of these starts, all by the same rules, whether it is even.
pub fn are_even(starts: &[Position]) -> Vec<bool> {
    let Some(first) = starts.first() else { return Vec::new() };
    let engine = engine(first.rules());
    starts.iter().map(|start| proves_even(&engine, start)).collect()
}

fn looks_even(engine: &Engine, start: &Position) -> bool {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        nodes: EFFORT,
        proofs: false,
        objective: Objective::BestMove,
        ..Limits::until(&stop)
    };
    let analysis = engine.analyze(start, &limits, |_| {});
    analysis.best().is_some_and(|best| best.value.abs() <= DOUBT)
}

fn proves_even(engine: &Engine, start: &Position) -> bool {
    engine.solve(start, &Limits::until(&AtomicBool::new(false))).0 == Some(0)
}

/// All rows with so many stones in each pit, of which at most [`MOVED`] lie elsewhere and none was the
/// last of its pit.
fn rows(pits: u8, usual: u8, dice: &mut Dice) -> Vec<Vec<u8>> {
    let moved = |row: &[u8]| row.iter().map(|&stones| stones.saturating_sub(usual)).sum::<u8>();
    let missing = |row: &[u8]| row.iter().map(|&stones| usual.saturating_sub(stones)).sum::<u8>();
    let mut rows: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..pits {
        let stones = 1..=usual.saturating_add(MOVED);
        let longer = rows
            .iter()
            .flat_map(|row| stones.clone().map(move |stones| [row.as_slice(), &[stones]].concat()));
        // As many stones are missing in some pits as lie elsewhere. Both are bounded at once, so that
        // large boards have no more rows on the way than in the end.
        rows = longer.filter(|row| moved(row) <= MOVED && missing(row) <= MOVED).collect();
    }
    let all = u32::from(usual) * u32::from(pits);
    rows.retain(|row| row.iter().map(|&stones| u32::from(stones)).sum::<u32>() == all);
    let mut ordered: Vec<(u8, u32, Vec<u8>)> =
        rows.into_iter().map(|row| (moved(&row), dice.roll(u32::MAX), row)).collect();
    ordered.sort();
    ordered.into_iter().map(|(_, _, row)| row).collect()
}

/// The bundled starts by these rules, or by rules that differ from them in nothing but who starts and how
/// many stones lie in a pit at the usual start. Whoever starts by the rules has the first move.
pub fn even_starts(rules: &Rules) -> Vec<Position> {
    let alike = |other: &Rules| {
        other.change().stones(rules.stones()).starts(rules.starts()).build() == Ok(*rules)
    };
    let lines = BUNDLED.lines().filter_map(read);
    let rows = lines.filter(|(of, _)| alike(of)).map(|(_, row)| row);
    rows.filter_map(|row| on_both_sides(rules, &row)).collect()
}

/// Rules and a row in each line, as [`EvenStarts`] finds them, and notes after `#`.
const BUNDLED: &str = include_str!("../data/even-starts.txt");

fn read(line: &str) -> Option<(Rules, Vec<u8>)> {
    let (rules, row) = line.split_once(' ')?;
    let row = row.chars().map(|stones| Some(stones.to_digit(36)? as u8));
    Some((rules.parse().ok()?, row.collect::<Option<_>>()?))
}

/// A start as one line: the rules, and the stones in each pit of a row, one letter each: digits, and `a`
/// for 10.
pub fn row_line(start: &Position) -> String {
    let slots = start.slots();
    let row = &slots[..usize::from(start.rules().pits())];
    let letters = row.iter().filter_map(|&stones| char::from_digit(stones.into(), 36));
    format!("{} {}", start.rules(), letters.collect::<String>())
}

/// The start with this row on both sides.
fn on_both_sides(rules: &Rules, row: &[u8]) -> Option<Position> {
    let first = Position::opening(*rules).turn();
    let side = [row, &[0]].concat();
    Position::new(*rules, &[&side[..], &side[..]].concat(), first).ok()
}
