use parlor_rules::mancala::Pit;

use crate::argument::Argument;
use crate::board::Board;
use crate::error::NotAMessage;
use crate::line::Line;
use crate::setting::Setting;

/// What a client can say.
#[derive(Clone, Debug, PartialEq)]
pub enum FromClient {
    /// What it is here for.
    Mode(Mode),
    /// The same, if there is no such mode.
    OtherMode(String),
    /// Something about itself.
    Set(Setting),
    /// The best move so far for the state that it refers to.
    Move(Pit),
    /// It will not improve on its last move for that state.
    Yield,
    /// What the state that it refers to is worth.
    Eval(f64),
    /// What becomes of the problem that it refers to.
    Solution {
        /// The board after the move, with South still where South was.
        board: Board,
        /// Whether South moves again.
        again: bool,
    },
    /// A question whether the server is there.
    Ping(Option<Argument>),
    /// The answer to a `ping`.
    Pong,
    /// Agreed.
    Ok,
    /// What the server did wrong.
    Error(String),
    /// The end.
    Goodbye,
}

/// What a client is here for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To play.
    Freeplay,
    /// To say what boards are worth.
    Eval,
    /// To find out whether it knows the rules.
    Verify,
}

impl Mode {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Freeplay => "freeplay",
            Self::Eval => "eval",
            Self::Verify => "verify",
        }
    }

    /// Every mode.
    pub const ALL: [Self; 3] = [Self::Freeplay, Self::Eval, Self::Verify];
}

impl FromClient {
    /// What a line of a client means.
    ///
    /// # Errors
    /// Says how the command is used.
    pub fn read(line: &Line) -> Result<Self, NotAMessage> {
        let arguments = line.arguments.as_slice();
        let usage = |text| NotAMessage::Arguments(text);
        Ok(match line.command.as_str() {
            "mode" => {
                let wrong = usage("mode freeplay, mode eval or mode verify");
                let [mode] = arguments else { return Err(wrong) };
                let word = mode.as_text().ok_or(wrong)?;
                let found = Mode::ALL.into_iter().find(|mode| mode.word() == word);
                found.map_or_else(|| Self::OtherMode(word.to_owned()), Self::Mode)
            }
            "set" => Self::Set(Setting::read(arguments)?),
            "move" => {
                let wrong = usage("move pit, counted from 1");
                let [pit] = arguments else { return Err(wrong) };
                Self::Move(pit.as_pit().ok_or(wrong)?)
            }
            "yield" => Self::Yield,
            "eval" => {
                let wrong = usage("eval number");
                let [value] = arguments else { return Err(wrong) };
                Self::Eval(value.as_real().ok_or(wrong)?)
            }
            "solution" => {
                let wrong = usage("solution board again, with 0 or 1");
                let [board, again] = arguments else { return Err(wrong) };
                let board = board.as_board().ok_or(wrong)?;
                Self::Solution { board, again: again.as_integer().ok_or(wrong)? != 0 }
            }
            "ping" => Self::Ping(arguments.first().cloned()),
            "pong" => Self::Pong,
            "ok" => Self::Ok,
            "error" => Self::Error(first_text(arguments)),
            "goodbye" => Self::Goodbye,
            _ => return Err(NotAMessage::Unknown),
        })
    }

    /// The line that says it.
    pub fn line(&self, id: u64, reference: Option<u64>) -> Line {
        let (command, arguments) = match self {
            Self::Mode(mode) => ("mode", vec![Argument::Word(mode.word().to_owned())]),
            Self::OtherMode(mode) => ("mode", vec![Argument::Text(mode.clone())]),
            Self::Set(setting) => ("set", setting.arguments()),
            Self::Move(pit) => ("move", vec![Argument::Integer(i64::from(pit.index()) + 1)]),
            Self::Yield => ("yield", vec![]),
            Self::Eval(value) => ("eval", vec![Argument::Real(*value)]),
            Self::Solution { board, again } => {
                ("solution", vec![Argument::Board(*board), Argument::Integer((*again).into())])
            }
            Self::Ping(argument) => ("ping", argument.iter().cloned().collect()),
            Self::Pong => ("pong", vec![]),
            Self::Ok => ("ok", vec![]),
            Self::Error(text) => ("error", vec![Argument::Text(text.clone())]),
            Self::Goodbye => ("goodbye", vec![]),
        };
        Line { id: Some(id), reference, command: command.to_owned(), arguments }
    }
}

/// The text of an `ok` or an `error`, which is for people and may be missing.
pub(crate) fn first_text(arguments: &[Argument]) -> String {
    arguments.first().and_then(Argument::as_text).unwrap_or_default().to_owned()
}
