//! The terminal: what players are asked, what they are told, and turns in short for `replay`.

pub mod arena;
pub mod kgp;
pub mod online;

use std::fmt::Display;

use parlor_rules::mancala::{self, Slot};
use parlor_rules::tic_tac_toe;
use parlor_rules::{
    AnyPosition, AnyTurn, Choice, Game, Level, Outcome, Player, Ply, Turn, TurnOfGame, Variant,
};
use parlor_table::{Change, Command, Event, Finish, Landing, PieRule, Refusal, Score, Table, Toss};

use super::grammar::counted;
use super::page::controls;
use super::page::setup::name_of;
use super::status::{result, status};
use super::toss::{toss, toss_again, tossed};
use super::turn::{capture, game_end, goes_again, score, sowing};
use super::{level_description, news, rules};
use crate::{Players, Voice};

words! {
    keys = "u undo · r redo · h hint · v values · n new game · p players · ? help · q quit";
    keys_with_swap = "s swap sides · u undo · r redo · h hint · v values · n new game · p players · ? help · q quit";
    sowing_keys = "any key skips to the end";
    thinking_keys = "any key stops the thinking";
    name_keys = "Enter takes the name · Esc keeps the old one";
    finding_best = "Finding the best move…";
    leave_game = "Abandon this game and start a new one? y or n";
    play_again = "The game is over. n plays again, u takes back the last turn.";
    any_key = "Press any key to continue.";
    goodbye = "Goodbye!";
    nothing_to_choose = "The game is over. There's no move to choose.";
    values_shown = "Beside each move is how much it wins by: proved after a colon, estimated after a tilde.";
    values_hidden = "Values are hidden again.";
    swapped_in_short = "swap sides";
}

/// What `parlor serve` says when it is ready: where to open it, where online games are kept, and how
/// to stop.
pub fn serving(address: &dyn Display, database: &dyn Display) -> String {
    format!(
        "Parlor is open: http://{address}\nOnline games are kept in {database}.\n\
         Press Ctrl-C to stop."
    )
}

/// What `parlor restore` says when a copy of the database is in place.
pub fn restored(
    copy: &dyn Display,
    database: &dyn Display,
    tables: usize,
    events: usize,
) -> String {
    let (tables, events) = (counted(tables, "table"), counted(events, "event"));
    format!("Restored {copy} to {database}: {tables}, {events}.")
}

/// What `parlor restore` says of a database that was restored by other means.
pub fn epoch_begun(database: &dyn Display, tables: usize, events: usize) -> String {
    let (tables, events) = (counted(tables, "table"), counted(events, "event"));
    format!("The games in {database} are ready: {tables}, {events}.")
}

/// One sentence, and how it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// How it is meant.
    pub tone: Tone,
    /// What is said.
    pub text: String,
}

/// How a sentence is meant: the terminal colours it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// What anyone would expect.
    Plain,
    /// Stones were won, by a capture or in relay sowing.
    Capture,
    /// A player moves again.
    Again,
    /// The game is over.
    End,
    /// What was asked for cannot be done.
    Refusal,
}

impl Sentence {
    /// A sentence.
    pub fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self { tone, text: text.into() }
    }
}

/// What the two sides of a board are called where there are no players.
pub const fn sides(position: &AnyPosition) -> [&'static str; 2] {
    match position {
        AnyPosition::Mancala(_) => ["South", "North"],
        AnyPosition::TicTacToe(_) => ["X", "O"],
    }
}

/// What happened at the table, a sentence for each thing.
pub fn change(change: &Change, voice: Voice) -> Vec<Sentence> {
    let players = Players::of(&change.table, voice);
    let event = &change.entry.event;
    match event {
        Event::Moved { .. } => {
            change.turn.iter().flat_map(|played| turn(players, played)).collect()
        }
        Event::Tossed { player, coin } => {
            let tossed = Sentence::new(Tone::Plain, tossed(players, *player, *coin));
            let next = change.table.toss().and_then(|toss| after_toss(players, toss, *player));
            [tossed].into_iter().chain(next).collect()
        }
        Event::TookBack { to } => {
            let position = change.table.play().position();
            let undone = change.before.play().record().plies().get(usize::from(*to));
            let undone = undone.map(|ply| took_back(players, position, *ply));
            undone.map(|text| Sentence::new(Tone::Plain, text)).into_iter().collect()
        }
        Event::Redone { .. } => {
            let (before, play) = (&change.before, change.table.play());
            let player = change.table.side(before.seat_id(before.turn()));
            let redone = play.record().plies().get(before.play().played());
            let redone = redone.map(|ply| played_again(players, player, *ply, play.position()));
            let redone = redone.map(|text| Sentence::new(Tone::Plain, text));
            let end = play.outcome().map(|end| verdict(players, play.position(), end));
            let end = end.map(|verdict| Sentence::new(Tone::End, verdict));
            redone.into_iter().chain(end).collect()
        }
        Event::TossForfeited { .. } => {
            let stands = change.table.toss().map(|stands| toss(&change.table, stands, voice));
            stands.map(|text| Sentence::new(Tone::Again, text)).into_iter().collect()
        }
        Event::Resigned { .. } | Event::TimeRanOut { .. } | Event::DrawAgreed => {
            vec![Sentence::new(Tone::End, status(&change.table, voice))]
        }
        Event::Opened(_)
        | Event::Seated { .. }
        | Event::Renamed { .. }
        | Event::Marked(_)
        | Event::Clocked(_)
        | Event::Committed { .. }
        | Event::Revealed { .. }
        | Event::Swapped
        | Event::Asked { .. }
        | Event::Declined { .. }
        | Event::Restarted
        | Event::Rematched { .. } => {
            let news = news(&change.before, &change.table, event, voice);
            news.map(|news| Sentence::new(Tone::Plain, news.happened)).into_iter().collect()
        }
    }
}

/// What a toss leads to, if it was the second one of a round.
fn after_toss(players: Players<'_>, toss: &Toss, player: Player) -> Option<Sentence> {
    match (toss.winner(), toss.same(), player) {
        (Some(winner), _, _) => Some(Sentence::new(Tone::Again, goes_first(players, winner))),
        (None, Some(coin), Player::Two) => Some(Sentence::new(Tone::Plain, toss_again(coin))),
        (None, _, _) => None,
    }
}

/// What happened in a turn, a sentence for each thing.
fn turn(players: Players<'_>, turn: &AnyTurn) -> Vec<Sentence> {
    let mover = turn.player();
    let mut said = match turn.of_game() {
        TurnOfGame::Mancala(turn) => sowing_and_effects(players, &turn),
        TurnOfGame::TicTacToe(turn) => {
            let text = format!("{} marked square {}.", players.subject(mover), turn.choice());
            vec![Sentence::new(Tone::Plain, text)]
        }
    };
    let end = turn.position().outcome();
    said.extend(end.map(|end| Sentence::new(Tone::End, verdict(players, turn.position(), end))));
    said
}

fn sowing_and_effects(players: Players<'_>, turn: &Turn<mancala::Position>) -> Vec<Sentence> {
    let effect = Landing::of(turn).effect;
    let sown = Sentence::new(Tone::Plain, sowing(players, turn));
    let scored = score(players, turn.player(), &effect);
    let scored = scored.map(|text| Sentence::new(Tone::Capture, text));
    let captured =
        effect.capture.map(|taken| Sentence::new(Tone::Capture, capture(players, turn, &taken)));
    let next = match Finish::of(turn) {
        Some(finish) => Some(Sentence::new(Tone::Plain, game_end(players, &finish))),
        None => {
            effect.again.then(|| Sentence::new(Tone::Again, goes_again(players, turn.player())))
        }
    };
    [sown].into_iter().chain(scored).chain(captured).chain(next).collect()
}

/// How a game ended, with the score where there is one.
pub fn verdict(players: Players<'_>, position: &AnyPosition, outcome: Outcome) -> String {
    let score = position.mancala().map(|position| Player::BOTH.map(|side| position.score(side)));
    result(players, outcome, score)
}

/// How a game will end, as far as that is known; `value` is a margin for the player to move.
pub fn forecast(players: Players<'_>, position: &AnyPosition, value: i16, proved: bool) -> String {
    if let Some(outcome) = position.outcome() {
        return verdict(players, position, outcome);
    }
    let winner = if value > 0 { position.turn() } else { !position.turn() };
    // Tic-Tac-Toe is not won by more or less.
    let by = |about: &str| match position {
        AnyPosition::Mancala(_) => format!(" by {about}{}", value.unsigned_abs()),
        AnyPosition::TicTacToe(_) => String::new(),
    };
    match (value, proved) {
        (0, true) => "With best play it's a tie.".to_owned(),
        (_, true) => format!("With best play {}{}.", players.does_so(winner, "win"), by("")),
        (0, false) => "It looks even.".to_owned(),
        (_, false) => format!("{} set to win{}.", players.does(winner, "look"), by("about ")),
    }
}

/// Whose turn it is in a position without players: "South to move."
pub fn to_move(side: &str) -> String {
    format!("{side} to move.")
}

/// Asks for a move: "Ada, choose a pit: 1 2 3", and for a swap of sides where it may be.
pub fn choose(table: &Table, voice: Voice) -> String {
    let position = table.play().position();
    let choices: Vec<String> =
        position.moves().map(|choice| position.digit(choice).to_string()).collect();
    let swap = if table.may_swap() { ", or s to swap sides" } else { "" };
    let choose = format!("a {}: {}{swap}", noun(position), choices.join(" "));
    let players = Players::of(table, voice);
    addressed(players, position.turn(), &format!("choose {choose}"), &format!("Choose {choose}"))
}

/// Asks a player to toss.
pub fn toss_prompt(players: Players<'_>, player: Player) -> String {
    let [named, plain] = ["press any key to toss the coin.", "Press any key to toss the coin."];
    addressed(players, player, named, plain)
}

/// Says something to a player: by name, unless only one person is here.
fn addressed(players: Players<'_>, to: Player, after_name: &str, alone: &str) -> String {
    match players.voice {
        Voice::ToOne(_) => alone.to_owned(),
        Voice::ToBoth | Voice::Spectator => format!("{}, {after_name}", players.names[to.index()]),
    }
}

/// "Ada goes first."
fn goes_first(players: Players<'_>, player: Player) -> String {
    format!("{} first.", players.does(player, "go"))
}

/// Asks for a name: "Player 1's name (now Ada):"
pub fn name_prompt(player: Player, now: &str) -> String {
    format!("{} (now {now}):", name_of(player))
}

/// "There is no pit 9. Choose one from 1 to 6."
pub fn no_such(position: &AnyPosition, number: &str) -> String {
    let (first, last) = match position {
        AnyPosition::Mancala(position) => (1, position.rules().pits()),
        AnyPosition::TicTacToe(_) => (0, 8),
    };
    format!("There is no {} {number}. Choose one from {first} to {last}.", noun(position))
}

/// Why a command that was typed is not carried out. It names what was typed, where that helps.
pub fn refusal(table: &Table, command: &Command, refusal: Refusal, voice: Voice) -> String {
    let position = table.play().position();
    match (command, refusal) {
        (Command::Move { choice }, Refusal::Illegal) => {
            no_such(position, &position.digit(*choice).to_string())
        }
        (Command::Move { choice }, Refusal::EmptyPit) => {
            format!("Pit {} is empty. Choose another.", position.digit(*choice))
        }
        (Command::Move { choice }, Refusal::SquareTaken) => {
            format!("Square {} is taken. Choose another.", position.digit(*choice))
        }
        (Command::Undo { .. }, Refusal::NoSuchMove) => controls::nothing_to_undo().to_owned(),
        (Command::Redo { .. }, Refusal::NoSuchMove) => controls::nothing_to_redo().to_owned(),
        (_, refusal) => super::refusal(table, refusal, voice),
    }
}

/// An answer to a word that means nothing.
pub fn unknown(word: &str) -> String {
    format!("'{word}' does nothing. Press ? for help.")
}

/// "Ada took back pit 3."
fn took_back(players: Players<'_>, position: &AnyPosition, ply: Ply<Choice>) -> String {
    format!("{} took back {}.", players.subject(position.turn()), ply_noun(position, ply))
}

/// "Ada played pit 3 again."
fn played_again(
    players: Players<'_>,
    player: Player,
    ply: Ply<Choice>,
    position: &AnyPosition,
) -> String {
    let subject = players.subject(player);
    match ply {
        Ply::Move(_) => format!("{subject} played {} again.", ply_noun(position, ply)),
        Ply::Swap => format!("{subject} swapped sides again."),
    }
}

/// "pit 3", "the swap"
fn ply_noun(position: &AnyPosition, ply: Ply<Choice>) -> String {
    match ply {
        Ply::Move(choice) => format!("{} {}", noun(position), position.digit(choice)),
        Ply::Swap => "the swap".to_owned(),
    }
}

/// Introduces a computer player.
pub fn introduced(name: &str, level: Level) -> String {
    format!("{name}, level {}: {}", level.number(), level_description(level))
}

/// Recommends a move: "Hint: pit 6. With best play you win by 2."
pub fn hint(position: &AnyPosition, choice: Choice, forecast: &str) -> String {
    format!("Hint: {} {}. {forecast}", noun(position), position.digit(choice))
}

/// The line above the board: "12 turns · match 1 : 0".
pub fn progress(table: &Table) -> String {
    let turns = counted(table.play().played(), "turn");
    match table.score().games() {
        0 => turns,
        _ => format!("{turns} · match {}", match_score(table.score())),
    }
}

/// What is left on the terminal when the players quit: how the match stands, and the last game as a
/// line.
pub fn farewell(table: &Table) -> Vec<String> {
    let [one, two] = Players::of(table, Voice::of(table)).names;
    let score = (table.score().games() > 0)
        .then(|| format!("{one} – {two}  {}", match_score(table.score())));
    let played = table.play().played() > 0;
    let record = played.then(|| table.play().record().to_string());
    let lines: Vec<String> = [score, record].into_iter().flatten().collect();
    if lines.is_empty() { vec![goodbye().to_owned()] } else { lines }
}

/// The score of a match: "2 : 1 (1 tie)".
fn match_score(score: &Score) -> String {
    let [one, two] = Player::BOTH.map(|player| score.wins(player));
    match score.ties() {
        0 => format!("{one} : {two}"),
        ties => format!("{one} : {two} ({})", counted(ties as usize, "tie")),
    }
}

/// How to play, a line for each rule, and what the keys do.
pub fn help(table: &Table) -> Vec<String> {
    explained(table, KEYS)
}

fn explained(table: &Table, keys: &str) -> Vec<String> {
    let rules = match table.variant() {
        Variant::Mancala(mancala) => rules::whole(&mancala),
        Variant::TicTacToe => {
            let choose = "Type the number of an empty square to put your mark there.";
            [choose].into_iter().chain(rules::tic_tac_toe()).map(str::to_owned).collect()
        }
    };
    let swap = match table.pie_rule() {
        PieRule::On => Some(format!("{PIE_RULE} Press s to swap.")),
        PieRule::Off => None,
    };
    let rules = rules.into_iter().chain(swap).map(|rule| format!("• {rule}"));
    rules.chain([String::new(), keys.to_owned()]).collect()
}

const PIE_RULE: &str =
    "The player who goes second may swap sides instead of making their first move.";
const KEYS: &str = "Keys: u undoes a turn, r redoes it, h gives a hint, v shows what each move is \
                    worth, n starts a new game, p changes the names, q quits.";

/// What a player chooses on their turn.
const fn noun(position: &AnyPosition) -> &'static str {
    match position {
        AnyPosition::Mancala(_) => "pit",
        AnyPosition::TicTacToe(_) => "square",
    }
}

/// Every step of a turn, in short.
pub fn in_short(turn: &AnyTurn) -> String {
    match turn.of_game() {
        TurnOfGame::Mancala(turn) => sowing_in_short(&turn),
        TurnOfGame::TicTacToe(turn) => placing_in_short(&turn),
    }
}

fn sowing_in_short(turn: &Turn<mancala::Position>) -> String {
    use mancala::Step;
    let rules = turn.position().rules();
    let place = |slot: Slot| {
        let owner = turn.position().letter(slot.owner(rules));
        slot.pit(rules).map_or_else(|| format!("{owner}·store"), |pit| format!("{owner}{pit}"))
    };
    let in_short = |(order, step)| match step {
        Step::Lift { from, stones } => {
            let then = if order > 0 { ", " } else { "" };
            format!("{then}lift {stones} from {}, drop", place(from))
        }
        Step::Drop { into, .. } => format!(" {}", place(into)),
        Step::Capture { opposite, taken, to, stone_to, .. } => {
            let with = if stone_to.is_some() { " with the last stone" } else { "" };
            format!(", capture {taken} from {}{with} to {}", place(opposite), place(to))
        }
        Step::Again => ", go again".to_owned(),
        Step::Sweep { from, stones, to } => {
            format!(", sweep {stones} from {} to {}", place(from), place(to))
        }
        Step::End(_) => ", end".to_owned(),
    };
    turn.steps().into_iter().enumerate().map(in_short).collect()
}

fn placing_in_short(turn: &Turn<tic_tac_toe::Position>) -> String {
    use tic_tac_toe::Step;
    let in_short = |step: &Step| match step {
        Step::Place { player, square } => {
            format!("{} on {square}", turn.position().letter(*player))
        }
        Step::Line(squares) => {
            let squares: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
            format!("line {}", squares.join(" "))
        }
        Step::End(_) => "end".to_owned(),
    };
    turn.steps().iter().map(in_short).collect::<Vec<_>>().join(", ")
}
