use parlor_rules::mancala::Pit;

use crate::argument::Argument;
use crate::board::Board;
use crate::error::NotAMessage;
use crate::from_client::first_text;
use crate::line::Line;
use crate::setting::Setting;

/// What a server can say.
#[derive(Clone, Debug, PartialEq)]
pub enum FromServer {
    /// Its first line: the version of the protocol that it speaks.
    Version([u32; 3]),
    /// The mode is agreed on: a word of earlier versions, which means nothing any more.
    Init,
    /// Something about itself or the game.
    Set(Setting),
    /// A board to find a move for, or a value.
    State(Board),
    /// No more answers to the state that it refers to.
    Stop,
    /// A board and a move, of which the client says what becomes.
    Problem {
        /// The board.
        board: Board,
        /// South's move.
        pit: Pit,
    },
    /// A question whether the client is there.
    Ping(Option<Argument>),
    /// The answer to a `ping`.
    Pong,
    /// Agreed.
    Ok,
    /// What the client did wrong.
    Error(String),
    /// The end.
    Goodbye,
}

impl FromServer {
    /// What a line of a server means.
    ///
    /// # Errors
    /// Says how the command is used.
    pub fn read(line: &Line) -> Result<Self, NotAMessage> {
        let arguments = line.arguments.as_slice();
        let usage = |text| NotAMessage::Arguments(text);
        Ok(match line.command.as_str() {
            "kgp" => {
                let wrong = usage("kgp major minor patch");
                let number = |argument: &Argument| argument.as_integer()?.try_into().ok();
                let version: Option<Vec<u32>> = arguments.iter().map(number).collect();
                let version = version.and_then(|version| version.try_into().ok());
                Self::Version(version.ok_or(wrong)?)
            }
            "init" => Self::Init,
            "set" => Self::Set(Setting::read(arguments)?),
            "state" => {
                let wrong = usage("state board");
                let [board] = arguments else { return Err(wrong) };
                Self::State(board.as_board().ok_or(wrong)?)
            }
            "stop" => Self::Stop,
            "problem" => {
                let wrong = usage("problem board pit");
                let [board, pit] = arguments else { return Err(wrong) };
                let (board, pit) = board.as_board().zip(pit.as_pit()).ok_or(wrong)?;
                Self::Problem { board, pit }
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
            Self::Version(version) => {
                ("kgp", version.iter().map(|&number| Argument::Integer(number.into())).collect())
            }
            Self::Init => ("init", vec![]),
            Self::Set(setting) => ("set", setting.arguments()),
            Self::State(board) => ("state", vec![Argument::Board(*board)]),
            Self::Stop => ("stop", vec![]),
            Self::Problem { board, pit } => {
                let pit = Argument::Integer(i64::from(pit.index()) + 1);
                ("problem", vec![Argument::Board(*board), pit])
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
