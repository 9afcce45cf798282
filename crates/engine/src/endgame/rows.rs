use parlor_rules::mancala::{Captures, EmptyOpposite, Row, Rules};

use crate::ranking::Ranking;

/// All rows of a side with so many stones, in the order of their numbers, and what sowing makes of
/// them: numbers again.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) all: Box<[u64]>,
    /// The rows with a stone more in their first pit, in their first two pits and so on: what a sowing
    /// adds that goes on along them.
    pub(super) fed: Box<[Box<[u32]>]>,
    /// For each pit, the rows without its stones.
    pub(super) robbed: Box<[Box<[Robbed]>]>,
    /// For each pit, the rows in which it is empty.
    pub(super) vacant: Box<[Box<[u32]>]>,
    /// Sowings that stay in the row and capture nothing, whatever is on the other side.
    pub(super) quiet: Box<[Sowed]>,
    /// For each pit of the other side, sowings that stay in the row and capture nothing if that pit is
    /// empty.
    pub(super) quiet_if_vacant: Box<[Box<[Sowed]>]>,
}

/// A row from which all stones of a pit were captured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Robbed {
    pub(super) stones: u8,
    pub(super) left: u32,
}

/// A row, and what a sowing makes of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sowed {
    pub(super) from: u32,
    pub(super) to: u32,
}

impl Rows {
    /// The rows of each number of stones up to `most`.
    pub(super) fn up_to(most: u8, rules: &Rules, ranking: &Ranking) -> Vec<Self> {
        (0..=most).map(|stones| Self::new(stones, most, rules, ranking)).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    fn new(stones: u8, most: u8, rules: &Rules, ranking: &Ranking) -> Self {
        let all: Box<[u64]> = ranking.rows(stones).collect();
        let number =
            |row: u64| u32::try_from(ranking.row(row)).expect("a table has room for few rows");
        let fed = (1..=rules.pits()).take_while(|&pits| stones + pits <= most).map(|pits| {
            let one_each = (0..pits).fold(u64::EMPTY, |row, pit| row + u64::heap(pit, 1));
            all.iter().map(|&row| number(row + one_each)).collect()
        });
        let captured = if rules.captures() == Captures::On { 0..rules.pits() } else { 0..0 };
        let robbed = captured.clone().map(|pit| {
            let robbed =
                |&row: &u64| Robbed { stones: row.get(pit), left: number(row.emptied(pit)) };
            all.iter().map(robbed).collect()
        });
        let vacant = captured.map(|pit| {
            (0..).zip(&all).filter(|(_, row)| row.get(pit) == 0).map(|(row, _)| row).collect()
        });
        let (mut quiet, mut quiet_if_vacant) = (Vec::new(), vec![Vec::new(); rules.pits().into()]);
        for (from, &row) in (0..).zip(&all) {
            for pit in 0..rules.pits() {
                if let Some(landing) = quiet_landing(rules, row, pit) {
                    let sowed = Sowed { from, to: number(sown_within(row, pit)) };
                    match landing {
                        Landing::Quiet => quiet.push(sowed),
                        Landing::QuietIfVacant(pit) => {
                            quiet_if_vacant[usize::from(pit)].push(sowed);
                        }
                    }
                }
            }
        }
        Self {
            fed: fed.collect(),
            robbed: robbed.collect(),
            vacant: vacant.collect(),
            quiet: quiet.into(),
            quiet_if_vacant: quiet_if_vacant.into_iter().map(Into::into).collect(),
            all,
        }
    }
}

/// Whether a sowing that stays in the row captures.
#[derive(Clone, Copy, Debug)]
pub(super) enum Landing {
    /// Never.
    Quiet,
    /// Unless this pit of the other side is empty.
    QuietIfVacant(u8),
}

/// How a sowing lands that may have no effect but on the mover's own row. `None` if it reaches the
/// store, if it captures in any case, or if there is nothing to sow.
pub(super) fn quiet_landing(rules: &Rules, row: u64, pit: u8) -> Option<Landing> {
    let stones = row.get(pit);
    let last = pit + stones;
    if stones == 0 || last >= rules.pits() {
        None
    } else if rules.captures() == Captures::Off || row.get(last) > 0 {
        Some(Landing::Quiet)
    } else if rules.empty_opposite() == Some(EmptyOpposite::BanksTheStone) {
        None
    } else {
        Some(Landing::QuietIfVacant(rules.pits() - 1 - last))
    }
}

/// The row after a sowing that stays in it.
pub(super) fn sown_within(row: u64, pit: u8) -> u64 {
    (1..=row.get(pit)).fold(row.emptied(pit), |row, step| row + u64::heap(pit + step, 1))
}
