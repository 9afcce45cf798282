use std::time::Duration;

use parlor_rules::Level;

/// How bots are played with that come by the Kalah Game Protocol.
#[derive(Clone, Copy, Debug)]
pub struct BotConfig {
    /// The level of the engine that sits down with a bot for which no one else has come.
    pub level: Level,
    /// How long a bot waits for another bot or a person.
    pub patience: Duration,
    /// How long a bot may think about a move. Then the best one so far is played for it.
    pub move_time: Duration,
    /// How long a bot waits for the move of a person or of another bot. Then it resigns, and is free for
    /// another game.
    pub idle_time: Duration,
    /// How long the seat of a bot that has lost its connection is kept, if it has said a token.
    pub reconnect_time: Duration,
}

impl Default for BotConfig {
    fn default() -> Self {
        Self {
            level: Level::STRONGEST,
            patience: Duration::from_secs(5),
            move_time: Duration::from_secs(5),
            idle_time: Duration::from_mins(5),
            reconnect_time: Duration::from_mins(1),
        }
    }
}
