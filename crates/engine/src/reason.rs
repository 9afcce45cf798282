//! Why a move is good or bad, in a sentence that its line bears out.

use std::fmt::Display;

use parlor_rules::mancala::{self, Pit, Step};
use parlor_rules::tic_tac_toe::{self, Square};
use parlor_rules::{Game, Outcome, Player, Turn};

use crate::analysis::{Analysis, MoveValue};

/// Why a pit is worth what it is worth, in a few words: `best: wins by 8`, or `gives up 5: North
/// then plays 3, captures 7 and moves again`. `None` if the analysis does not know the move.
///
/// What is said about the replies is what the line really does; where the values are only
/// estimated, the sentence says so.
pub fn explain_pit(
    position: &mancala::Position,
    analysis: &Analysis<Pit>,
    choice: Pit,
) -> Option<String> {
    let reason = Reason::new(analysis, choice)?;
    let turns = replay(position, &reason.entry.line);
    let (own, reply) = split(&turns, position.turn());
    let deeds = |turns: &[Turn<mancala::Position>]| list(turns.iter().map(pit_deeds));
    Some(if reason.loss == 0 {
        let deeds = own.first().map(deeds_after_choice).unwrap_or_default();
        let result = reason.result();
        if deeds.is_empty() {
            format!("best: {result}")
        } else {
            format!("best: {}; {result}", and(&deeds))
        }
    } else if reply.iter().any(|turn| !deeds_after_choice(turn).is_empty()) {
        let them = side_name(!position.turn());
        format!("{}: {them} then {}", reason.gives_up(), deeds(reply))
    } else {
        let better = replay(position, &reason.best.line);
        let (better, _) = split(&better, position.turn());
        format!("{}: better {}", reason.gives_up(), deeds(better).replace("plays ", "play "))
    })
}

/// Why a square is worth what it is worth, in a few words.
pub fn explain_square(
    position: &tic_tac_toe::Position,
    analysis: &Analysis<Square>,
    choice: Square,
) -> Option<String> {
    let reason = Reason::new(analysis, choice)?;
    let turns = replay(position, &reason.entry.line);
    let me = position.letter(position.turn());
    let them = position.letter(!position.turn());
    let wins_at_once = turns.first().is_some_and(|turn| turn.position().outcome().is_some());
    let answer = turns.get(1).map(Turn::choice);
    let verdict = match (reason.entry.value, answer) {
        (1, _) if wins_at_once => format!("{me} has three in a row"),
        (1, _) => format!("{me} wins whatever {them} does"),
        (0, _) => "nobody can force a win".to_owned(),
        (_, Some(answer)) => format!("{them} wins, beginning with {answer}"),
        (_, None) => format!("{them} wins"),
    };
    Some(match (reason.loss, reason.best.value) {
        (0, _) => format!("best: {verdict}"),
        (_, 1) => format!("misses the win with {}: {verdict}", reason.best.choice),
        _ => format!("gives away the tie: {verdict}"),
    })
}

/// A move, the best move, and the difference between them.
struct Reason<'a, M> {
    entry: &'a MoveValue<M>,
    best: &'a MoveValue<M>,
    loss: i16,
}

impl<'a, M: Copy + Eq> Reason<'a, M> {
    fn new(analysis: &'a Analysis<M>, choice: M) -> Option<Self> {
        let (entry, best) = (analysis.of(choice)?, analysis.best()?);
        Some(Self { entry, best, loss: best.value - entry.value })
    }

    fn gives_up(&self) -> String {
        if self.entry.is_proved() && self.best.is_proved() {
            format!("gives up {}", self.loss)
        } else {
            format!("seems to give up {}", self.loss)
        }
    }

    fn result(&self) -> String {
        let MoveValue { value, .. } = self.entry;
        match (self.entry.is_proved(), value) {
            (true, 0) => "ties".to_owned(),
            (true, 1..) => format!("wins by {value}"),
            (true, _) => format!("loses by {}, and nothing loses by less", -value),
            (false, 0) => "looks level".to_owned(),
            (false, 1..) => format!("looks {value} ahead"),
            (false, _) => format!("looks {} behind", -value),
        }
    }
}

fn replay<G: Game>(position: &G, line: &[G::Move]) -> Vec<Turn<G>> {
    let mut position = position.clone();
    line.iter()
        .map_while(|&choice| {
            let turn = position.play(choice).ok()?;
            position = turn.position().clone();
            Some(turn)
        })
        .collect()
}

/// The turns that the player makes first, and those that the other makes in reply.
fn split<G: Game>(turns: &[Turn<G>], player: Player) -> (&[Turn<G>], &[Turn<G>]) {
    let own = turns.iter().take_while(|turn| turn.player() == player).count();
    let reply = turns[own..].iter().take_while(|turn| turn.player() != player).count();
    (&turns[..own], &turns[own..own + reply])
}

/// A turn in words: which pit is played, and what comes of it.
fn pit_deeds(turn: &Turn<mancala::Position>) -> String {
    let mut words = vec![format!("plays {}", turn.choice())];
    words.extend(deeds_after_choice(turn));
    and(&words)
}

/// What comes of a turn, as far as it is worth a word.
fn deeds_after_choice(turn: &Turn<mancala::Position>) -> Vec<String> {
    let steps = turn.steps();
    let ends = steps.iter().any(|step| matches!(step, Step::End(_)));
    steps
        .iter()
        .filter_map(|step| match step {
            Step::Capture { .. } => Some(format!("captures {}", step.captured())),
            Step::Again if !ends => Some("moves again".to_owned()),
            Step::End(Outcome::Tie) => Some("ends the game in a tie".to_owned()),
            Step::End(Outcome::Win(_)) => Some("ends the game".to_owned()),
            _ => None,
        })
        .collect()
}

/// Things said one after the other.
fn list(words: impl Iterator<Item = impl Display>) -> String {
    words.map(|word| word.to_string()).collect::<Vec<_>>().join(", then ")
}

/// Things said in one breath.
fn and(words: &[String]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

fn side_name(player: Player) -> &'static str {
    match player {
        Player::One => "South",
        Player::Two => "North",
    }
}
