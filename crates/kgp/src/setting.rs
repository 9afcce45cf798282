use crate::argument::Argument;
use crate::error::NotAMessage;

/// What either side tells about itself or about a game, by `set option value`.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// What the bot or the server is called.
    Name(String),
    /// Who wrote it.
    Authors(String),
    /// How it works.
    Description(String),
    /// What it thinks of the position.
    Comment(String),
    /// By what it is known again: a secret.
    Token(String),
    /// How time is counted.
    TimeMode(TimeMode),
    /// The seconds that the client has left.
    Clock(i64),
    /// The seconds that its opponent has left.
    OpponentClock(i64),
    /// To which game the following states belong.
    Game(String),
    /// Where the game can be seen.
    GameUri(String),
    /// Against whom it is.
    Opponent(String),
    /// How the game ended: an addition of ours, which other clients ignore.
    Outcome(GameOutcome),
    /// Anything else, which must do no harm.
    Other {
        /// What is set.
        option: String,
        /// To what.
        value: Argument,
    },
}

/// How the time of a client is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeMode {
    /// Not at all.
    None,
    /// So much for the whole game.
    Absolute,
    /// So much for each state.
    Relative,
}

/// How a game ended for the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOutcome {
    /// It won.
    Win,
    /// It lost.
    Loss,
    /// Neither did.
    Draw,
}

const USAGE: &str = "set option value";

impl Setting {
    pub(crate) fn read(arguments: &[Argument]) -> Result<Self, NotAMessage> {
        let wrong = NotAMessage::Arguments(USAGE);
        let [option, value] = arguments else { return Err(wrong) };
        let option = option.as_text().ok_or(wrong)?;
        let text = || value.as_text().map(str::to_owned).ok_or(wrong);
        let integer = || value.as_integer().ok_or(wrong);
        Ok(match option {
            "info:name" => Self::Name(text()?),
            // Some clients have it in the singular.
            "info:authors" | "info:author" => Self::Authors(text()?),
            "info:description" => Self::Description(text()?),
            "info:comment" => Self::Comment(text()?),
            "auth:token" => Self::Token(text()?),
            "time:mode" => Self::TimeMode(TimeMode::read(&text()?).ok_or(wrong)?),
            "time:clock" => Self::Clock(integer()?),
            "time:opclock" => Self::OpponentClock(integer()?),
            "game:id" => Self::Game(text()?),
            "game:uri" => Self::GameUri(text()?),
            "game:opponent" => Self::Opponent(text()?),
            "game:outcome" => Self::Outcome(GameOutcome::read(&text()?).ok_or(wrong)?),
            _ => Self::Other { option: option.to_owned(), value: value.clone() },
        })
    }

    pub(crate) fn arguments(&self) -> Vec<Argument> {
        let (option, value) = match self {
            Self::Name(text) => ("info:name", Argument::Text(text.clone())),
            Self::Authors(text) => ("info:authors", Argument::Text(text.clone())),
            Self::Description(text) => ("info:description", Argument::Text(text.clone())),
            Self::Comment(text) => ("info:comment", Argument::Text(text.clone())),
            Self::Token(text) => ("auth:token", Argument::Text(text.clone())),
            Self::TimeMode(mode) => ("time:mode", Argument::Word(mode.word().to_owned())),
            Self::Clock(seconds) => ("time:clock", Argument::Integer(*seconds)),
            Self::OpponentClock(seconds) => ("time:opclock", Argument::Integer(*seconds)),
            Self::Game(text) => ("game:id", Argument::Text(text.clone())),
            Self::GameUri(text) => ("game:uri", Argument::Text(text.clone())),
            Self::Opponent(text) => ("game:opponent", Argument::Text(text.clone())),
            Self::Outcome(outcome) => ("game:outcome", Argument::Word(outcome.word().to_owned())),
            Self::Other { option, value } => (option.as_str(), value.clone()),
        };
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"-_:".contains(&byte);
        let is_bare = option.starts_with(|first: char| first.is_ascii_alphabetic())
            && option.bytes().all(is_word);
        let option = option.to_owned();
        vec![if is_bare { Argument::Word(option) } else { Argument::Text(option) }, value]
    }
}

impl TimeMode {
    fn read(word: &str) -> Option<Self> {
        [Self::None, Self::Absolute, Self::Relative].into_iter().find(|mode| mode.word() == word)
    }

    const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Absolute => "absolute",
            Self::Relative => "relative",
        }
    }
}

impl GameOutcome {
    fn read(word: &str) -> Option<Self> {
        [Self::Win, Self::Loss, Self::Draw].into_iter().find(|outcome| outcome.word() == word)
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
        }
    }
}
