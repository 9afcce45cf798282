use super::results::{Contestant, Results};
use super::tally::Tally;
use crate::palette::{FAINT, STRONG, paint};
use crate::text::{clipped, columns};

/// The score of each player against each other in %, with its confidence interval below it.
///
/// ```text
///              0       1       2
/// 0 chance             32      9
///                    26–39    6–14
/// 1 Pip        68              24
///            61–74           19–31
/// ```
pub(super) fn lines(results: &Results) -> Vec<String> {
    let players = &results.players;
    let labels: Vec<String> = players.iter().map(label).collect();
    let width = labels.iter().map(|label| columns(label)).max().unwrap_or_default() + 2;
    let heading: String = players.iter().map(|player| cell(&player.number.to_string())).collect();
    let mut lines = vec![format!("{:width$}{}", "", paint(FAINT, heading.trim_end()))];
    for (row, label) in labels.iter().enumerate() {
        let (mut scores, mut intervals) = (String::new(), String::new());
        for column in 0..players.len() {
            let met = results.between(row, column).filter(|tally| tally.games() > 0);
            let (score, interval) = met.map(shares).unwrap_or_default();
            scores.push_str(&cell(&score));
            intervals.push_str(&cell(&interval));
        }
        let gap = width - columns(label);
        lines.push(format!("{label}{:gap$}{}", "", paint(STRONG, scores.trim_end())));
        lines.push(format!("{:width$}{}", "", paint(FAINT, intervals.trim_end())));
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// What a row is headed by.
pub(super) fn label(player: &Contestant) -> String {
    const NAME: usize = 24;
    format!("{} {}", player.number, clipped(&player.name, NAME))
}

fn shares(tally: Tally) -> (String, String) {
    let (low, high) = tally.interval();
    (percent(tally.score()), format!("{}–{}", percent(low), percent(high)))
}

fn cell(text: &str) -> String {
    format!("{text:^8}")
}

fn percent(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}
