use super::results::Results;

/// How strong a player is, in Elo: a player who is 200 ahead is expected to have 76 of 100 points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rating {
    /// The estimate. All that are rated together have 0 on average.
    pub(super) elo: f64,
    /// The 95 % confidence interval reaches so far to either side.
    pub(super) margin: f64,
}

/// The ratings of all players of a contest.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ratings {
    /// By the player; `None` for one who has not met the others.
    pub(super) of: Vec<Option<Rating>>,
    /// Whether a tie was added to each pair (see [`rate`]).
    pub(super) has_added_ties: bool,
}

/// Strengths are natural logarithms while they are worked out. Ten times the chances are 400 Elo.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Of a normal distribution, 95 in 100 lie so many deviations around the middle.
const DEVIATIONS: f64 = 1.959_964;

/// Rates the players by the model of Bradley and Terry, in which the share of the points that one has
/// against another depends on how far their ratings are apart. The ratings are those that make the
/// results most likely (maximum likelihood), a tie being half a win and half a loss; their intervals
/// follow from the Fisher information.
///
/// Where some players have scored nothing at all against the others, the likeliest distance would be
/// infinite. Then each pair that has met is counted one more tie (the correction of Haldane and
/// Anscombe).
pub(super) fn rate(results: &Results) -> Ratings {
    let players = results.players.len();
    let mut points = vec![vec![0.0; players]; players];
    for (one, two, tally) in &results.pairs {
        points[*one][*two] += tally.points();
        points[*two][*one] += tally.reversed().points();
    }
    let group = largest_group(&points);
    let mut of = vec![None; players];
    if group.len() < 2 {
        return Ratings { of, has_added_ties: false };
    }
    let mut points: Vec<Vec<f64>> =
        group.iter().map(|&one| group.iter().map(|&two| points[one][two]).collect()).collect();
    let has_added_ties = !has_maximum(&points);
    if has_added_ties {
        add_ties(&mut points);
    }
    let strengths = likeliest(&points);
    let covariance = covariance(&points, &strengths);
    for (at, player) in group.into_iter().enumerate() {
        let margin = DEVIATIONS * covariance[at][at].sqrt() * ELO;
        of[player] = Some(Rating { elo: strengths[at] * ELO, margin });
    }
    Ratings { of, has_added_ties }
}

/// The most players who have met, each of them some other.
fn largest_group(points: &[Vec<f64>]) -> Vec<usize> {
    let groups = (0..points.len()).map(|first| {
        let reached = reached(points.len(), first, |one, two| have_met(points, one, two));
        (0..points.len()).filter(|&player| reached[player]).collect::<Vec<_>>()
    });
    // The first of those that are as large.
    groups.rev().max_by_key(Vec::len).unwrap_or_default()
}

fn have_met(points: &[Vec<f64>], one: usize, two: usize) -> bool {
    points[one][two] + points[two][one] > 0.0
}

/// Whether some ratings make the results likelier than all others: every player must have scored against
/// every other, or against one who has, and so on.
fn has_maximum(points: &[Vec<f64>]) -> bool {
    let all = |follows: &dyn Fn(usize, usize) -> bool| {
        reached(points.len(), 0, follows).into_iter().all(|is_reached| is_reached)
    };
    all(&|one, two| points[one][two] > 0.0) && all(&|one, two| points[two][one] > 0.0)
}

/// Who can be reached from a player.
fn reached(players: usize, first: usize, follows: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let (mut reached, mut open) = (vec![false; players], vec![first]);
    reached[first] = true;
    while let Some(one) = open.pop() {
        for (two, is_reached) in reached.iter_mut().enumerate() {
            if !*is_reached && follows(one, two) {
                *is_reached = true;
                open.push(two);
            }
        }
    }
    reached
}

fn add_ties(points: &mut [Vec<f64>]) {
    for one in 0..points.len() {
        for two in 0..one {
            if have_met(points, one, two) {
                points[one][two] += 0.5;
                points[two][one] += 0.5;
            }
        }
    }
}

/// The strengths that make the results most likely, by Fisher's scoring: each round goes to where the
/// maximum would be if the likelihood were a parabola.
fn likeliest(points: &[Vec<f64>]) -> Vec<f64> {
    const ROUNDS: usize = 1_000;
    const CLOSE_ENOUGH: f64 = 1e-10;
    let players = points.len();
    let mut strengths = vec![0.0; players];
    for _ in 0..ROUNDS {
        let covariance = covariance(points, &strengths);
        let surplus: Vec<f64> = (0..players)
            .map(|one| {
                let over = |two: usize| {
                    let games = points[one][two] + points[two][one];
                    points[one][two] - games * expected(strengths[one] - strengths[two])
                };
                (0..players).filter(|&two| two != one).map(over).sum()
            })
            .collect();
        let step: Vec<f64> = covariance
            .iter()
            .map(|row| row.iter().zip(&surplus).map(|(spread, surplus)| spread * surplus).sum())
            .collect();
        let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
        // Far from the maximum the parabola is a poor guide, and no step goes far.
        let scale = longest.max(1.0).recip();
        for (strength, step) in strengths.iter_mut().zip(&step) {
            *strength += scale * step;
        }
        if longest < CLOSE_ENOUGH {
            break;
        }
    }
    strengths
}

/// The share of the points that is expected of a player who is so much stronger.
fn expected(ahead: f64) -> f64 {
    (1.0 + (-ahead).exp()).recip()
}

/// How the estimates vary around the true strengths: the inverse of the Fisher information.
///
/// The information does not say where 0 is, so that it has no inverse by itself; with the average fixed
/// at 0 it has (the pseudo-inverse of the Laplacian of a graph).
fn covariance(points: &[Vec<f64>], strengths: &[f64]) -> Vec<Vec<f64>> {
    let players = points.len();
    let average = 1.0 / players as f64;
    let mut information = vec![vec![average; players]; players];
    for one in 0..players {
        for two in 0..one {
            let games = points[one][two] + points[two][one];
            let share = expected(strengths[one] - strengths[two]);
            let weight = games * share * (1.0 - share);
            information[one][two] -= weight;
            information[two][one] -= weight;
            information[one][one] += weight;
            information[two][two] += weight;
        }
    }
    let mut inverse = inverse(information);
    inverse.iter_mut().flatten().for_each(|entry| *entry -= average);
    inverse
}

/// The inverse of a positive definite matrix, by the elimination of Gauss and Jordan.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(row == column)).collect()).collect();
    for column in 0..size {
        let scale = matrix[column][column].recip();
        for at in 0..size {
            matrix[column][at] *= scale;
            inverse[column][at] *= scale;
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for at in 0..size {
                matrix[row][at] -= factor * matrix[column][at];
                inverse[row][at] -= factor * inverse[column][at];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::super::results::Contestant;
    use super::super::tally::Tally;
    use super::*;

    /// Who won how often against whom.
    fn results(wins: &[&[u32]]) -> Results {
        let player = |number| Contestant { number, name: number.to_string() };
        let players = (0..wins.len()).map(player).collect();
        let pairs = (0..wins.len()).flat_map(|one| (0..one).map(move |two| (one, two)));
        let tally = |(one, two): (usize, usize)| {
            (one, two, Tally { wins: wins[one][two], ties: 0, losses: wins[two][one] })
        };
        Results { players, pairs: pairs.map(tally).collect() }
    }

    fn elo(results: &Results) -> Vec<f64> {
        rate(results).of.iter().map(|rating| rating.expect("all have met").elo).collect()
    }

    fn is_near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() < within, "{found} instead of {wanted}");
    }

    #[test]
    fn three_of_four_points_are_191_elo() {
        let contest = results(&[&[0, 75], &[25, 0]]);
        let ratings = rate(&contest);
        assert!(!ratings.has_added_ties);
        let [Some(one), Some(two)] = ratings.of[..] else { panic!("both are rated") };
        // 400 times the decimal logarithm of 3, around 0.
        is_near(one.elo - two.elo, 190.848, 1e-3);
        is_near(one.elo, -two.elo, 1e-9);
        // The distance deviates by 400 / ln 10 / sqrt(100 × 0.75 × 0.25), half of it on each side.
        is_near(one.margin, 1.959_964 * 40.119 / 2.0, 1e-2);
        is_near(two.margin, one.margin, 1e-9);
    }

    #[test]
    fn a_tie_is_half_a_win_and_half_a_loss() {
        let mut contest = results(&[&[0, 5], &[0, 0]]);
        contest.pairs[0].2 = Tally { wins: 0, ties: 10, losses: 0 };
        assert_eq!(elo(&contest), [0.0, 0.0]);
        contest.pairs[0].2 = Tally { wins: 10, ties: 10, losses: 0 };
        is_near(elo(&contest)[1], 190.848 / 2.0, 1e-3);
    }

    /// The worked example of the article on the model in Wikipedia: strengths of 0.640, 1.043, 0.660 and
    /// 2.270. Not all of them have met.
    #[test]
    fn a_published_example_comes_out_as_published() {
        let contest = results(&[&[0, 2, 0, 1], &[3, 0, 5, 0], &[0, 3, 0, 1], &[4, 0, 3, 0]]);
        for (found, wanted) in elo(&contest).into_iter().zip([0.640, 1.043, 0.660, 2.270]) {
            is_near((found / ELO).exp(), wanted, 1e-3);
        }
    }

    /// Baseball of 1987, from Agresti's Categorical Data Analysis: strengths above Baltimore's, and how
    /// they deviate, as R's package `BradleyTerry2` prints them.
    #[test]
    fn published_deviations_come_out_as_published() {
        let contest = results(&[
            &[0, 7, 9, 7, 7, 9, 11],
            &[6, 0, 7, 5, 11, 9, 9],
            &[4, 6, 0, 7, 7, 8, 12],
            &[6, 8, 6, 0, 6, 7, 10],
            &[6, 2, 6, 7, 0, 7, 12],
            &[4, 4, 5, 6, 6, 0, 6],
            &[2, 4, 1, 3, 1, 7, 0],
        ]);
        let strengths: Vec<f64> = elo(&contest).into_iter().map(|elo| elo / ELO).collect();
        is_near(strengths.iter().sum(), 0.0, 1e-9);
        let mut points = vec![vec![0.0; 7]; 7];
        for (one, two, tally) in &contest.pairs {
            points[*one][*two] = tally.points();
            points[*two][*one] = tally.reversed().points();
        }
        let spread = covariance(&points, &strengths);
        let published = [
            (1.5814, 0.3433),
            (1.4364, 0.3396),
            (1.2945, 0.3367),
            (1.2476, 0.3359),
            (1.1077, 0.3339),
            (0.6839, 0.3319),
        ];
        for (team, (strength, deviation)) in published.into_iter().enumerate() {
            is_near(strengths[team] - strengths[6], strength, 1e-4);
            let variance = spread[team][team] + spread[6][6] - 2.0 * spread[team][6];
            is_near(variance.sqrt(), deviation, 1e-4);
        }
    }

    #[test]
    fn who_has_won_everything_is_rated_as_if_one_more_game_were_tied() {
        let contest = results(&[&[0, 10], &[0, 0]]);
        let ratings = rate(&contest);
        assert!(ratings.has_added_ties);
        // 10.5 points against 0.5 are 400 times the decimal logarithm of 21.
        let one = ratings.of[0].expect("it is rated");
        is_near(one.elo, 200.0 * 21.0_f64.log10(), 1e-6);
        assert!(one.margin > 200.0, "little is known: {one:?}");

        // In a circle everyone has scored against one who has scored against the others.
        let contest = results(&[&[0, 9, 0], &[0, 0, 9], &[9, 0, 0]]);
        assert!(!rate(&contest).has_added_ties);
        assert!(elo(&contest).iter().all(|elo| elo.abs() < 1e-6));
    }

    #[test]
    fn who_has_met_no_one_is_not_rated() {
        let contest = results(&[&[0, 0, 0], &[0, 0, 6], &[0, 2, 0]]);
        let ratings = rate(&contest);
        assert_eq!(ratings.of[0], None);
        is_near(ratings.of[1].expect("they have met").elo, 190.848 / 2.0, 1e-3);
        assert_eq!(rate(&results(&[&[0, 0], &[0, 0]])).of, [None, None]);
    }

    #[test]
    fn distances_of_a_thousand_are_found() {
        let contest = results(&[&[0, 999, 0], &[1, 0, 999], &[0, 1, 0]]);
        let found = elo(&contest);
        is_near(found[0] - found[1], 400.0 * 999.0_f64.log10(), 1e-6);
        is_near(found[1] - found[2], 400.0 * 999.0_f64.log10(), 1e-6);
    }
}
