use parlor_rules::tic_tac_toe::{Position, Step};
use parlor_rules::{Game, Player, Turn};

use super::{Sentence, Told, Tone, ending};
use crate::names::Names;

impl Told for Position {
    const CHOICE: &'static str = "square";

    fn side(player: Player) -> &'static str {
        match player {
            Player::One => "X",
            Player::Two => "O",
        }
    }

    fn sentences(turn: &Turn<Self>, names: &Names) -> Vec<Sentence> {
        let (mover, square) = (&names[turn.player()], turn.choice());
        let mut sentences =
            vec![Sentence::new(Tone::Plain, format!("{mover} marks square {square}."))];
        sentences.extend(ending(turn, names));
        sentences
    }

    fn account(turn: &Turn<Self>) -> String {
        let in_short = |step: &Step| match step {
            Step::Place { player, square } => {
                format!("{} on {square}", turn.position().letter(*player))
            }
            Step::Line(squares) => {
                let squares: Vec<String> =
                    squares.iter().map(|square| square.to_string()).collect();
                format!("line {}", squares.join(" "))
            }
            Step::End(_) => "end".to_owned(),
        };
        turn.steps().iter().map(in_short).collect::<Vec<_>>().join(", ")
    }

    fn score(&self) -> Option<String> {
        None
    }

    fn lead(_: u16) -> Option<String> {
        None
    }
}
