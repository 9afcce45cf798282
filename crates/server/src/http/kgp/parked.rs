use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sha2::{Digest, Sha256};

use super::seat::BotSeat;
use crate::http::app::App;

/// Seats of bots that have lost their connection in a game, by their tokens.
#[derive(Default)]
pub(crate) struct ParkedSeats {
    by_token: Mutex<HashMap<[u8; 32], Parked>>,
}

struct Parked {
    seat: BotSeat,
    /// Which of those that were parked it is: the same bot may have lost its connection again.
    number: u64,
}

/// No more seats are kept than this: there are as many bots as there are connections.
const MAX_PARKED: usize = 1_000;

impl ParkedSeats {
    /// Keeps a seat for so long, and gives it up when its bot has not come back.
    pub(super) async fn park(app: &Arc<App>, token: &str, mut seat: BotSeat, time: Duration) {
        seat.disconnect();
        let (hash, number) = (hash(token), u64::from_ne_bytes(crate::tokens::random_bytes()));
        let left_over = {
            let mut parked = app.parked_seats.by_token.lock();
            let is_full = parked.len() >= MAX_PARKED;
            match parked.entry(hash) {
                Entry::Vacant(place) if !is_full => {
                    place.insert(Parked { seat, number });
                    None
                }
                // Another connection with the same token was in another game.
                Entry::Vacant(_) | Entry::Occupied(_) => Some(seat),
            }
        };
        if let Some(seat) = left_over {
            return seat.give_up().await;
        }
        let app = app.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = tokio::time::sleep(time) => {}
                () = app.tables.shutdown_begun() => {}
            }
            let expired = {
                let mut parked = app.parked_seats.by_token.lock();
                let is_same = parked.get(&hash).is_some_and(|parked| parked.number == number);
                if is_same { parked.remove(&hash) } else { None }
            };
            // A server that stops keeps the table as it is.
            if let Some(Parked { seat, .. }) = expired.filter(|_| !app.tables.is_shutting_down()) {
                seat.give_up().await;
            }
        });
    }

    /// The seat of a bot that is back.
    pub(super) fn take(&self, token: &str) -> Option<BotSeat> {
        self.by_token.lock().remove(&hash(token)).map(|parked| parked.seat)
    }
}

/// A token is a secret of the bot's author: it is not kept.
fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}
