use super::contest::Pair;
use super::entrant::Entrant;
use super::tally::Tally;
use crate::palette::{FAINT, STRONG, paint};

/// The score of each entrant against each other, with its confidence interval below it.
///
/// ```text
///                  0       1       2
///     0 chance             32      9
///                        26–39    6–14
///     1 Pip        68              24
///                61–74           19–31
/// ```
pub(super) fn lines(entrants: &[Entrant], pairs: &[Pair], tallies: &[Tally]) -> Vec<String> {
    let heading: String =
        entrants.iter().map(|entrant| cell(&entrant.number().to_string())).collect();
    let mut lines = vec![format!("{:NAMES$}{}", "", paint(FAINT, heading.trim_end()))];
    for row in entrants {
        let (mut scores, mut intervals) = (String::new(), String::new());
        for column in entrants {
            let (score, interval) = match found(*row, *column, pairs, tallies) {
                Some(tally) => {
                    let (low, high) = tally.interval();
                    (percent(tally.score()), format!("{}–{}", percent(low), percent(high)))
                }
                None => (String::new(), String::new()),
            };
            scores.push_str(&cell(&score));
            intervals.push_str(&cell(&interval));
        }
        let name = format!("{} {:<width$}", row.number(), row.name(), width = NAMES - 2);
        lines.push(format!("{name}{}", paint(STRONG, scores.trim_end())));
        lines.push(format!("{:NAMES$}{}", "", paint(FAINT, intervals.trim_end())));
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Columns for the names.
const NAMES: usize = 10;

fn found(row: Entrant, column: Entrant, pairs: &[Pair], tallies: &[Tally]) -> Option<Tally> {
    pairs.iter().zip(tallies).find_map(|(pair, tally)| {
        if (pair.one, pair.two) == (row, column) {
            Some(*tally)
        } else if (pair.two, pair.one) == (row, column) {
            Some(tally.reversed())
        } else {
            None
        }
    })
}

fn cell(text: &str) -> String {
    format!("{text:^8}")
}

fn percent(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}
