use super::crosstable::label;
use super::rating::{Rating, Ratings};
use super::results::Results;
use crate::palette::{FAINT, STRONG, paint};
use crate::text::columns;

/// Who is how strong and has how many points, the strongest first.
///
/// ```text
///           Elo   95 % interval        Points  Wins  Ties  Losses
/// 2 Pip    +114    +48 to +180        31.5/40    30     3       7
/// 1 Ada    -114    -180 to -48         8.5/40     7     3      30
/// ```
pub(super) fn lines(results: &Results, ratings: &Ratings) -> Vec<String> {
    let labels: Vec<String> = results.players.iter().map(label).collect();
    let width = labels.iter().map(|label| columns(label)).max().unwrap_or_default();
    let heading = format!(
        "{:>7}  {:^16}  {:>10}  {:>4}  {:>4}  {:>6}",
        "Elo", "95 % interval", "Points", "Wins", "Ties", "Losses"
    );
    let mut lines = vec![format!("{:width$}{}", "", paint(FAINT, &heading))];
    for player in ranking(results, ratings) {
        let label = &labels[player];
        let total = results.total(player);
        let (elo, interval) = ratings.of[player].map(rated).unwrap_or_default();
        let points = format!("{}/{}", total.points(), total.games());
        let gap = width - columns(label);
        lines.push(format!(
            "{label}{:gap$}{}  {interval:^16}  {points:>10}  {:>4}  {:>4}  {:>6}",
            "",
            paint(STRONG, &format!("{elo:>7}")),
            total.wins,
            total.ties,
            total.losses
        ));
    }
    lines
}

/// The players from the strongest to the weakest; those without a rating are last.
pub(super) fn ranking(results: &Results, ratings: &Ratings) -> Vec<usize> {
    let strength = |player: &usize| ratings.of[*player].map_or(f64::NEG_INFINITY, |it| it.elo);
    let mut ranking: Vec<usize> = (0..results.players.len()).collect();
    ranking.sort_by(|one, two| strength(two).total_cmp(&strength(one)));
    ranking
}

fn rated(rating: Rating) -> (String, String) {
    let Rating { elo, margin } = rating;
    (signed(elo), format!("{} to {}", signed(elo - margin), signed(elo + margin)))
}

/// A whole number with its sign, which 0 has not.
fn signed(number: f64) -> String {
    let rounded = number.round();
    if rounded == 0.0 { "0".to_owned() } else { format!("{rounded:+}") }
}

#[cfg(test)]
mod tests {
    use super::super::rating::rate;
    use super::super::results::Contestant;
    use super::super::tally::Tally;
    use super::*;

    #[test]
    fn the_strongest_comes_first() {
        let names = ["Ada", "Zoë 🦀", "Cy"];
        let player =
            |(at, name): (usize, &&str)| Contestant { number: at + 1, name: (*name).to_owned() };
        let results = Results {
            players: names.iter().enumerate().map(player).collect(),
            pairs: vec![(1, 0, Tally { wins: 30, ties: 3, losses: 7 }), (2, 0, Tally::default())],
        };
        let lines = lines(&results, &rate(&results)).join("\n");
        assert_eq!(
            anstream::adapter::strip_str(&lines).to_string(),
            "            Elo   95 % interval        Points  Wins  Ties  Losses\n\
             2 Zoë 🦀   +114    +48 to +180        31.5/40    30     3       7\n\
             1 Ada      -114    -180 to -48         8.5/40     7     3      30\n\
             3 Cy                                      0/0     0     0       0"
        );
    }
}
