use parlor_rules::{AnyRecord, Game as _, Player, Ply};
use parlor_table::{Ending, Event, GameLog, Opening, PieRule, Seat, SeatId, Table};

use crate::played_game::letters;
use crate::{Date, NotAGame};

/// The games that two players played at a table, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Who played. The first of them was player one when the table was opened.
    pub seats: [Seat; 2],
    /// The games, first to last. The last one may be in progress.
    pub games: Vec<MatchGame>,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchGame {
    game: AnyRecord,
    ending: Option<Ending>,
    /// When it ended, or how it stood when it was saved.
    pub date: Option<Date>,
    /// Whether the players had swapped sides before it began: then the second of them is player one.
    pub swapped: bool,
}

impl Match {
    /// The most games that a file can hold.
    pub const MOST: usize = 1_000;

    /// The match at a table, up to the game that is there now. Games that were abandoned are left out,
    /// and so are those against a player who has left.
    ///
    /// # Panics
    /// Never: a log begins with an opening and holds only what could happen.
    pub fn of(log: &GameLog, now: Date) -> Self {
        let mut games = Vec::new();
        let mut entries = log.entries().iter();
        let Some(Event::Opened(opening)) = entries.next().map(|entry| &entry.event) else {
            unreachable!("a log begins with the opening of its table");
        };
        let mut table = Table::open(opening);
        for entry in entries {
            match &entry.event {
                Event::Rematched { .. } => games.push(MatchGame::at(&table)),
                Event::Seated { player, .. } => {
                    if table.seat(*player).is_free() {
                        games.clear();
                    }
                }
                // What goes on within a game, or ends it without a next one.
                Event::Opened(_)
                | Event::Renamed { .. }
                | Event::Marked(_)
                | Event::Clocked(_)
                | Event::Committed { .. }
                | Event::Revealed { .. }
                | Event::TossForfeited { .. }
                | Event::Tossed { .. }
                | Event::Moved { .. }
                | Event::Swapped
                | Event::TookBack { .. }
                | Event::Redone { .. }
                | Event::Asked { .. }
                | Event::Declined { .. }
                | Event::Resigned { .. }
                | Event::TimeRanOut { .. }
                | Event::DrawAgreed
                | Event::Restarted => (),
            }
            table.apply(entry).expect("a log holds only what could happen");
        }
        games.push(MatchGame { date: Some(now), ..MatchGame::at(&table) });
        let surplus = games.len().saturating_sub(Self::MOST);
        games.drain(..surplus);
        Self { seats: SeatId::BOTH.map(|seat| table.seat(table.side(seat)).clone()), games }
    }

    /// A table with one of its games, as it stood at the end of it.
    pub fn table_of(&self, game: &MatchGame) -> GameLog {
        let mut seats = self.seats.clone();
        if game.swapped != game.has_swap() {
            seats.reverse();
        }
        let pie_rule = if game.has_swap() { PieRule::On } else { PieRule::Off };
        let opening = Opening { pie_rule, ..Opening::new(game.game.clone(), seats) };
        let mut log = GameLog::continued(opening);
        let stop = match game.ending {
            Some(Ending::Resigned(player)) => Some(Event::Resigned { player }),
            Some(Ending::DrawAgreed) => Some(Event::DrawAgreed),
            // Without the clock, nothing can say that it ran out: the board is there as it was.
            Some(Ending::OutOfTime(_) | Ending::Played(_)) | None => None,
        };
        if let Some(stop) = stop {
            // Only a table with a free seat refuses this, where there is nothing to give up.
            let _ = log.append(stop);
        }
        log
    }
}

impl MatchGame {
    /// A game, and how it ended if it was not by its moves.
    ///
    /// # Errors
    /// If its moves had ended it already.
    pub fn new(game: AnyRecord, stopped: Option<Ending>) -> Result<Self, NotAGame> {
        let by_moves = game.position().outcome().map(Ending::Played);
        match (by_moves, stopped) {
            (Some(_), Some(_)) | (None, Some(Ending::Played(_))) => Err(NotAGame::Ending),
            (by_moves, stopped) => {
                Ok(Self { game, ending: by_moves.or(stopped), date: None, swapped: false })
            }
        }
    }

    fn at(table: &Table) -> Self {
        let game = table.play().record().clone();
        let swapped_now = table.seat_id(Player::One) == SeatId::Second;
        let game = Self { game, ending: table.ending(), date: None, swapped: false };
        Self { swapped: swapped_now != game.has_swap(), ..game }
    }

    /// Its rules, its start and its turns.
    pub const fn game(&self) -> &AnyRecord {
        &self.game
    }

    /// How it ended; `None` while it goes on.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Who won, by the letters of the game's notation, or `tie`.
    pub fn outcome(&self) -> Option<String> {
        self.ending.map(|ending| letters(&self.game, ending))
    }

    /// Whether the players swapped sides by the pie rule.
    fn has_swap(&self) -> bool {
        self.game.plies().contains(&Ply::Swap)
    }
}
