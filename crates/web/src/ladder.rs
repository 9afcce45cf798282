//! Whom the person at this browser has beaten, in which game.

use parlor_rules::Level;
use parlor_table::Table;

use crate::catalogue::Game;
use crate::storage;

const LADDER: &str = "ladder";

/// The levels that have been beaten in a game.
pub(crate) fn beaten(game: Game) -> Vec<Level> {
    levels_in(&storage::load(LADDER).unwrap_or_default(), game)
}

/// Remembers the character that has been beaten at a table, if one has.
pub(crate) fn remember(game: Game, table: &Table) {
    let Some(level) = beaten_at(table) else { return };
    let kept = storage::load(LADDER).unwrap_or_default();
    if !levels_in(&kept, game).contains(&level) {
        storage::save(LADDER, &format!("{kept}{} {}\n", game.id(), level.number()));
    }
}

/// The level of the computer that has lost to the person at this screen.
fn beaten_at(table: &Table) -> Option<Level> {
    let winner = table.ending()?.outcome().winner()?;
    table.seat(!winner).level().filter(|_| table.seat(winner).is_person())
}

/// A line for each: the game, then the level.
fn levels_in(kept: &str, game: Game) -> Vec<Level> {
    let of_game = |line: &str| {
        let (of, level) = line.split_once(' ')?;
        Level::new(level.parse().ok()?).filter(|_| of == game.id())
    };
    kept.lines().filter_map(of_game).collect()
}

#[cfg(test)]
mod tests {
    use parlor_rules::{AnyRecord, Outcome, Player};
    use parlor_table::{Ending, GameLog, Opening, Phase, Seat};

    use super::*;

    fn table(game: &str, seats: [Seat; 2]) -> GameLog {
        let record: AnyRecord = game.parse().expect("a record");
        GameLog::continued(Opening::new(record, seats))
    }

    #[test]
    fn only_a_win_of_the_person_against_the_computer_counts() {
        let otto = || Seat::computer(Level::new(3).expect("a level"), "Otto");
        let ada = || Seat::person("Ada");
        let won = "tic-tac-toe~X~03142";
        let log = table(won, [ada(), otto()]);
        let over = Phase::Over(Ending::Played(Outcome::Win(Player::One)));
        assert_eq!(log.table().phase(), over);
        assert_eq!(beaten_at(log.table()), Level::new(3));
        assert_eq!(beaten_at(table(won, [otto(), ada()]).table()), None, "the computer won");
        assert_eq!(beaten_at(table(won, [ada(), ada()]).table()), None, "it was a person");
        assert_eq!(beaten_at(table("tic-tac-toe~X~0314", [ada(), otto()]).table()), None);
    }

    #[test]
    fn each_game_has_a_ladder_of_its_own() {
        let kept = "kalah 3\ngems 1\nkalah 8\nkalah nine\n";
        let numbers =
            |game| levels_in(kept, game).into_iter().map(Level::number).collect::<Vec<_>>();
        assert_eq!(numbers(Game::Kalah), [3, 8]);
        assert_eq!(numbers(Game::Gems), [1]);
        assert_eq!(numbers(Game::Island), [0; 0]);
    }
}
