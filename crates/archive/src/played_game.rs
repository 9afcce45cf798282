use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use parlor_rules::{AnyRecord, Game as _, Outcome, Performance, Player};
use parlor_table::{Ending, Occupant, Table};

use crate::{Date, NotAGame, Opponent, Verdict};

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    began: Date,
    took: Option<Duration>,
    side: Option<Player>,
    opponent: Opponent,
    ending: Ending,
    game: AnyRecord,
}

/// A year. No game takes longer: where one seems to, a clock was set meanwhile.
const LONGEST: Duration = Duration::from_hours(365 * 24);

impl PlayedGame {
    /// The game at a table, if it is over and a person at this screen played it. `took` is how long it
    /// took, if that is known; more than a year is not believed.
    pub fn of(table: &Table, began: Date, took: Option<Duration>) -> Option<Self> {
        let [one, two] = Player::BOTH.map(|player| table.seat(player).is_person());
        let side = match (one, two) {
            (true, true) => None,
            (true, false) => Some(Player::One),
            (false, true) => Some(Player::Two),
            (false, false) => return None,
        };
        let opponent = side.map_or(Opponent::SameScreen, |side| match table.seat(!side).occupant {
            Occupant::Computer(level) => Opponent::Computer(level),
            // Who has left after the game was elsewhere.
            Occupant::Guest | Occupant::Nobody | Occupant::Person => Opponent::Remote,
        });
        let game = table.play().record().clone();
        let took = believed(took);
        Some(Self { began, took, side, opponent, ending: table.ending()?, game })
    }

    /// A game from its parts. Who shared the screen with the other player has no side of their own. That it
    /// took more than a year is not believed.
    ///
    /// # Errors
    /// If they do not fit together.
    pub fn new(
        game: AnyRecord,
        ending: Ending,
        (opponent, side): (Opponent, Option<Player>),
        (began, took): (Date, Option<Duration>),
    ) -> Result<Self, NotAGame> {
        let by_moves = game.position().outcome();
        let fits = match ending {
            Ending::Played(outcome) => by_moves == Some(outcome),
            Ending::Resigned(_) | Ending::OutOfTime(_) | Ending::DrawAgreed => by_moves.is_none(),
        };
        if !fits {
            return Err(NotAGame::Ending);
        }
        if side.is_none() != (opponent == Opponent::SameScreen) {
            return Err(NotAGame::Side);
        }
        Ok(Self { began, took: believed(took), side, opponent, ending, game })
    }

    /// When it began.
    pub const fn began(&self) -> Date {
        self.began
    }

    /// How long it took, in whole seconds, if that is known.
    pub const fn took(&self) -> Option<Duration> {
        self.took
    }

    /// The side that the person had at the end; `None` where two shared the screen.
    pub const fn side(&self) -> Option<Player> {
        self.side
    }

    /// Against whom it was.
    pub const fn opponent(&self) -> Opponent {
        self.opponent
    }

    /// How it ended.
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    /// Its rules, its start and its turns.
    pub const fn game(&self) -> &AnyRecord {
        &self.game
    }

    /// Who won, by the letters of the game's notation, or `tie`.
    pub fn outcome(&self) -> String {
        letters(&self.game, self.ending)
    }

    /// Whether the person won; `None` where two shared the screen.
    pub fn verdict(&self) -> Option<Verdict> {
        let side = self.side?;
        Some(match self.ending.outcome() {
            Outcome::Win(winner) if winner == side => Verdict::Won,
            Outcome::Win(_) => Verdict::Lost,
            Outcome::Tie => Verdict::Tied,
        })
    }

    /// By how many stones the person won, below 0 where they lost: in a game of Mancala that its moves
    /// ended, against someone.
    pub fn margin(&self) -> Option<i16> {
        let side = self.side.filter(|_| self.ending.is_by_moves())?;
        let position = self.game.position().mancala()?;
        Some(i16::from(position.score(side)) - i16::from(position.score(!side)))
    }

    /// What the person did in it; where two shared the screen, both together are meant.
    pub fn performances(&self) -> Vec<Performance> {
        match self.side {
            Some(side) => vec![Performance::of(&self.game, side)],
            None => Performance::of_both(&self.game).to_vec(),
        }
    }

    /// Whether this is the same game, however it was noted.
    pub fn is_same(&self, other: &Self) -> bool {
        self.began == other.began && self.game == other.game
    }
}

/// How long a game took, in whole seconds, if that can be.
fn believed(took: Option<Duration>) -> Option<Duration> {
    let took = took.map(|took| Duration::from_secs(took.as_secs()));
    took.filter(|took| *took <= LONGEST)
}

/// Who won, by the letters of the game's notation, or `tie`.
pub(crate) fn letters(game: &AnyRecord, ending: Ending) -> String {
    match ending.outcome() {
        Outcome::Win(player) => game.position().letter(player).to_string(),
        Outcome::Tie => "tie".to_owned(),
    }
}

/// One line, with a space between the parts: `1763428855 312 1 level-4 played kalah~S~36…`, or `-` for
/// what is not known or does not apply.
impl Display for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.began.unix())?;
        match self.took {
            Some(took) => write!(f, "{} ", took.as_secs())?,
            None => f.write_str("- ")?,
        }
        f.write_str(match self.side {
            Some(player) => number(player),
            None => "-",
        })?;
        write!(f, " {} ", self.opponent)?;
        match self.ending {
            Ending::Played(_) => f.write_str(PLAYED),
            Ending::Resigned(player) => write!(f, "{RESIGNED}{}", number(player)),
            Ending::OutOfTime(player) => write!(f, "{TIME}{}", number(player)),
            Ending::DrawAgreed => f.write_str(AGREED),
        }?;
        write!(f, " {}", self.game)
    }
}

const PLAYED: &str = "played";
const RESIGNED: &str = "resigned-";
const TIME: &str = "time-";
const AGREED: &str = "agreed";

const fn number(player: Player) -> &'static str {
    match player {
        Player::One => "1",
        Player::Two => "2",
    }
}

fn player(text: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| number(*player) == text)
}

impl FromStr for PlayedGame {
    type Err = NotAGame;

    fn from_str(line: &str) -> Result<Self, NotAGame> {
        let parts: Vec<&str> = line.split(' ').collect();
        let &[began, took, side, opponent, ending, game] = parts.as_slice() else {
            return Err(NotAGame::Shape);
        };
        let began = Date::from_unix(began.parse().map_err(|_| NotAGame::Shape)?);
        let took = match took {
            "-" => None,
            took => Some(Duration::from_secs(took.parse().map_err(|_| NotAGame::Shape)?)),
        };
        let side = match side {
            "-" => None,
            side => Some(player(side).ok_or(NotAGame::Side)?),
        };
        let game: AnyRecord = game.parse().map_err(NotAGame::Game)?;
        let ending = read_ending(ending, &game).ok_or(NotAGame::Ending)?;
        Self::new(game, ending, (opponent.parse()?, side), (began, took))
    }
}

fn read_ending(text: &str, game: &AnyRecord) -> Option<Ending> {
    if let Some(loser) = text.strip_prefix(RESIGNED) {
        return player(loser).map(Ending::Resigned);
    }
    if let Some(loser) = text.strip_prefix(TIME) {
        return player(loser).map(Ending::OutOfTime);
    }
    match text {
        PLAYED => game.position().outcome().map(Ending::Played),
        AGREED => Some(Ending::DrawAgreed),
        _ => None,
    }
}
