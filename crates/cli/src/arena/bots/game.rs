use parlor_kgp::GameOutcome;
use parlor_rules::{AnyRecord, Game as _, Outcome, Player};

use super::competitor::Competitor;
use super::forfeit::Forfeit;

/// A game that is over.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) record: AnyRecord,
    pub(super) outcome: Outcome,
    /// Who lost it without its being over on the board, and why.
    pub(super) forfeit: Option<(Player, Forfeit)>,
}

/// Plays a game to its end. The first of the two has South.
pub(super) async fn play(
    mut record: AnyRecord,
    id: &str,
    seed: u64,
    sides: [&mut Competitor; 2],
) -> Played {
    let [south, north] = sides;
    south.begin(id, north.name(), seed).await;
    north.begin(id, south.name(), seed).await;
    let (outcome, forfeit) = loop {
        if let Some(outcome) = record.position().outcome() {
            break (outcome, None);
        }
        let turn = record.position().turn();
        let mover = match turn {
            Player::One => &mut *south,
            Player::Two => &mut *north,
        };
        let played = mover
            .choose(record.position())
            .await
            .and_then(|choice| record.play(choice).map(drop).map_err(|_| Forfeit::IllegalMove));
        if let Err(why) = played {
            break (Outcome::Win(!turn), Some((turn, why)));
        }
    };
    south.end(seen_by(Player::One, outcome)).await;
    north.end(seen_by(Player::Two, outcome)).await;
    Played { record, outcome, forfeit }
}

fn seen_by(player: Player, outcome: Outcome) -> GameOutcome {
    match outcome.winner() {
        Some(winner) if winner == player => GameOutcome::Win,
        Some(_) => GameOutcome::Loss,
        None => GameOutcome::Draw,
    }
}
