//! Whole matches through pipes.

use std::process::{Command, Stdio};

use parlor_rules::mancala::{Position, Preset, Rules};
use parlor_rules::{Game, Outcome, Player, Ply, Record, tic_tac_toe};

use crate::{parlor_reading, printed};

fn play(rules: &str, input: &str) -> String {
    printed(&parlor_reading(&["play", "--rules", rules, "--names", "Ada,Ben"], input))
}

/// Plays a game to its end; which moves, is decided by the seed alone.
fn some_game<G: Game>(start: G, seed: usize) -> Record<G> {
    let mut record = Record::new(start);
    while record.position().outcome().is_none() {
        let moves: Vec<G::Move> = record.position().moves().collect();
        let turn = record.plies().len();
        let choice = moves[(seed + 7 * turn * turn + 3 * turn) % moves.len()];
        record.play(choice).expect("a legal move is legal");
    }
    record
}

/// Pipes a game into the program and checks what it says at the end.
fn check_game<G: Game>(rules: &str, record: &Record<G>, score: &str) {
    let digit = |ply: &Ply<G::Move>| match *ply {
        Ply::Move(choice) => record.start().digit(choice).to_string(),
        Ply::Swap => unreachable!("the table has no pie rule"),
    };
    let moves: Vec<String> = record.plies().iter().map(digit).collect();
    let text = play(rules, &moves.join("\n"));
    let verdict = match record.position().outcome().expect("the game is over") {
        Outcome::Win(Player::One) => "Ada wins!",
        Outcome::Win(Player::Two) => "Ben wins!",
        Outcome::Tie => "Tie game!",
    };
    assert!(text.contains(&format!("\n{verdict}{score}\n")), "{text}");
    assert_eq!(text.lines().last(), Some(record.to_string().as_str()));
}

#[test]
fn a_whole_game_of_each_preset_ends_as_the_rules_say() {
    for preset in Preset::ALL {
        let rules = format!("{},first=1", preset.id());
        for seed in 0..4 {
            let value: Rules = rules.parse().expect("the rules are rules");
            let record = some_game(Position::start(value, Player::One), seed);
            let [one, two] = Player::BOTH.map(|player| record.position().score(player));
            check_game(&rules, &record, &format!(" {}–{}.", one.max(two), one.min(two)));
        }
    }
}

#[test]
fn a_whole_game_of_tic_tac_toe_ends_as_the_rules_say() {
    for seed in 0..8 {
        let record = some_game(tic_tac_toe::Position::start(Player::One), seed);
        check_game("tic-tac-toe", &record, "");
    }
}

#[test]
fn turns_are_taken_back_and_played_again() {
    let last = |input| play("kalah", input).lines().last().map(str::to_owned);
    assert_eq!(last("361u").as_deref(), Some("Goodbye!"), "'361u' is no command");
    assert_eq!(last("361 u").as_deref(), Some("kalah~S~36"));
    assert_eq!(last("361 u u u u 2").as_deref(), Some("kalah~S~2"));
    assert_eq!(last("361 u u r").as_deref(), Some("kalah~S~36"));
    assert_eq!(last("361 u 2 r").as_deref(), Some("kalah~S~362"), "a new move forgets the old");
}

#[test]
fn what_happens_is_told() {
    let text = play("kalah", "3\n3\n9\n0\ndance\nu\nu\nr\nr\n");
    for sentence in [
        "Ada sowed 4 stones from pit 3, ending in Ada's store.",
        "Ada goes again.",
        "Pit 3 is empty. Choose another.",
        "There is no pit 9. Choose one from 1 to 6.",
        "There is no pit 0. Choose one from 1 to 6.",
        "'dance' does nothing. Press ? for help.",
        "Ada took back pit 3.",
        "There's nothing to undo.",
        "Ada played pit 3 again.",
        "There's nothing to redo.",
    ] {
        assert!(text.contains(&format!("\n{sentence}\n")), "{sentence}\n{text}");
    }
}

#[test]
fn captures_and_the_sweep_are_told() {
    let position = "<6,10,12,1,0,0,0,0,1,5,0,0,0,3,4> S";
    let text = printed(&parlor_reading(&["play", "--position", position], "6 1 1"));
    let told = "Player 1 captured 3 stones, plus Player 1's own.\n\
                Player 1's row is empty. Player 2 keeps the 9 stones on Player 2's side.\n\
                Player 2 wins! 21–15.\n";
    assert!(text.contains(told), "{text}");
    assert!(text.contains("\nThe game is over.\n"), "{text}");
}

#[test]
fn a_match_keeps_its_score_and_the_loser_starts() {
    let start = "<1,0,0,1,1> S";
    let arguments = ["play", "--rules", "kalah,pits=1,stones=1,first=loser", "--names", "Ada,Ben"];
    let text =
        printed(&parlor_reading(&[&arguments[..], &["--position", start]].concat(), "1 n 1"));
    assert!(text.contains("Tie game! 1–1."), "{text}");
    assert!(
        text.ends_with("Ada – Ben  0 : 0 (2 ties)\nkalah.pits_1.stones_1.first_loser~N~1\n"),
        "{text}"
    );

    let won = play("tic-tac-toe", "03142 u 2 n 4");
    assert!(won.ends_with("Ada – Ben  1 : 0\ntic-tac-toe~X~4\n"), "{won}");
}

#[test]
fn a_game_under_way_is_left_only_on_purpose() {
    assert!(play("kalah", "3\nn\nno\n").ends_with("kalah~S~3\n"));
    assert!(play("kalah", "3\nn\ny\n").ends_with("Goodbye!\n"));
    assert!(play("kalah", "n 4").ends_with("kalah~S~4\n"), "a game not begun is left at once");
}

#[test]
fn a_coin_decides_who_starts() {
    for _ in 0..12 {
        let text = play("homepits", "");
        let said: Vec<&str> = text.lines().take_while(|line| line.ends_with('.')).collect();
        let (rounds, end) = said.split_at(said.len() - 3);
        for round in rounds.chunks(3) {
            let same = |coin: &str| {
                [
                    format!("Ada tossed {coin}."),
                    format!("Ben tossed {coin}."),
                    format!("Both {coin}. Toss again."),
                ]
            };
            assert!(round == same("heads") || round == same("tails"), "{text}");
        }
        let starter = match end {
            ["Ada tossed heads.", "Ben tossed tails.", "Ada goes first."] => "Ada",
            ["Ada tossed tails.", "Ben tossed heads.", "Ben goes first."] => "Ben",
            _ => panic!("{text}"),
        };
        assert!(text.contains(&format!("\n▶ {starter}\n")), "{text}");
        assert!(text.contains(&format!("\n{starter}, choose a pit: 1 2 3 4 5 6\n")), "{text}");
    }
}

#[test]
fn names_are_asked_for_and_shown_as_text() {
    let text = play("kalah", "p\n\u{1b}[31mEve\u{7}\n\n3\n");
    assert!(text.contains("\n▶ [31mEve\n"), "{text}");
    assert!(text.contains("\nAda is now called [31mEve.\n"), "{text}");
    assert!(text.contains("[31mEve sowed 4 stones"), "{text}");
    assert!(text.contains("\n  Player 2\n"), "a blank name restores the default: {text}");
}

#[test]
fn a_name_that_shows_nothing_is_the_default() {
    let typed = play("kalah", "p\n\u{200b}\n\u{200b} \u{2800}\n");
    assert!(typed.contains("\n▶ Player 1\n") && typed.contains("\n  Player 2\n"), "{typed}");
    let given = printed(&parlor_reading(&["play", "--names", "\u{200b},\u{3164}"], ""));
    assert!(given.contains("\n▶ Player 1\n") && given.contains("  Player 2\n"), "{given}");
}

#[test]
fn help_tells_the_rules_that_are_played() {
    assert!(play("gems", "?").contains("your lone stone still scores."));
    assert!(play("homepits", "?").contains("The pit you sow from is skipped on every lap."));
    assert!(play("island", "?").contains("stones left on the board don't count."));
    assert!(play("tic-tac-toe", "?").contains("Three of your marks in a row"));
    assert!(!play("kalah", "?").contains("swap sides"));
    assert!(play_with(&["--pie"], "?").contains("may swap sides instead"));
}

/// Plays with the computer at the table.
fn play_with(seats: &[&str], input: &str) -> String {
    printed(&parlor_reading(&[&["play"], seats].concat(), input))
}

#[test]
fn the_computer_replies_and_is_introduced() {
    let text = play_with(&["--rules=kalah", "--north=2", "--names=Ada"], "4");
    assert!(text.starts_with("Clover, level 2: Likes to go again"), "{text}");
    assert!(
        text.contains("You sowed 4 stones from pit 4, ending in Clover's pit 1.\nClover sowed "),
        "{text}"
    );
    let record = text.lines().last().expect("the record is printed");
    assert!(record.starts_with("kalah~S~4") && record.len() > "kalah~S~4".len(), "{record}");
    record.parse::<parlor_rules::AnyRecord>().expect("the computer plays legal moves");
}

#[test]
fn two_computers_play_by_themselves() {
    for rules in ["gems,stones=2", "island,stones=2", "homepits,stones=1", "tic-tac-toe"] {
        let text = play_with(&["--rules", rules, "--south=1", "--north=3"], "");
        assert!(text.contains(" wins!") || text.contains("Tie game!"), "{text}");
        assert!(text.contains("\nThe game is over. n plays again"), "{text}");
    }
    let perfect = play_with(&["--rules=tic-tac-toe", "--south=8", "--north=8"], "");
    assert!(perfect.contains("\nTie game!\n"), "{perfect}");
    assert!(perfect.contains("Athena 1 marked square "), "{perfect}");
}

#[test]
fn undo_goes_back_to_a_persons_turn() {
    let last = |input| {
        let text = play_with(&["--rules=kalah", "--north=1"], input);
        text.lines().last().map(str::to_owned)
    };
    assert_eq!(last("4 u").as_deref(), Some("Goodbye!"));
    assert_eq!(last("3 4 u").as_deref(), Some("kalah~S~3"));
    assert!(last("4 u r").is_some_and(|record| record.len() > "kalah~S~4".len()));
    let first = play_with(&["--rules=kalah", "--south=1"], "u");
    assert!(first.contains("\nThere's nothing to undo.\n"), "{first}");
}

/// Plays by the pie rule and gives the last board's players, the upper one first, and the record.
fn pie(seats: &[&str], input: &str) -> (Vec<String>, String) {
    let text = play_with(&[&["--pie", "--names=Ada,Ben"], seats].concat(), input);
    let lines: Vec<&str> = text.lines().collect();
    let names = lines.iter().rev().filter(|line| line.contains("Ada") || line.contains("Ben"));
    let board = names.filter(|line| line.starts_with("▶ ") || line.starts_with("  "));
    let mut players: Vec<String> = board.take(2).map(|&line| line.to_owned()).collect();
    players.reverse();
    (players, lines.last().map(|&line| line.to_owned()).unwrap_or_default())
}

#[test]
fn the_second_player_may_swap_sides_instead_of_a_first_move() {
    let check = |input, players: [&str; 2], record: &str| {
        let (seen, last) = pie(&[], input);
        assert_eq!((seen, last.as_str()), (players.map(str::to_owned).to_vec(), record), "{input}");
    };
    check("4", ["▶ Ben", "  Ada"], "kalah~S~4");
    check("4 s", ["▶ Ada", "  Ben"], "kalah~S~4s");
    check("4 swap 2", ["  Ada", "▶ Ben"], "kalah~S~4s2");
    check("4 s 2 u u", ["▶ Ben", "  Ada"], "kalah~S~4");
    check("4 s u r", ["▶ Ada", "  Ben"], "kalah~S~4s");
    let told = play_with(&["--pie", "--names=Ada,Ben"], "4 s u r");
    let both = told.contains("\nBen took back the swap.\n");
    assert!(both && told.contains("\nBen swapped sides again.\n"), "{told}");
    let asked = play_with(&["--pie", "--names=Ada,Ben"], "3 4 s");
    for sentence in [
        "Ada, choose a pit: 1 2 4 5 6",
        "Ben, choose a pit: 1 2 3 4 5 6, or s to swap sides",
        "Ben swapped sides.",
    ] {
        assert!(asked.contains(&format!("\n{sentence}\n")), "{sentence}\n{asked}");
    }
    let refused = "\nOnly the second player can swap sides, and only before their first move.\n";
    for (seats, input) in [(&["--pie"][..], "s"), (&["--pie"], "4 s s"), (&[], "4 s")] {
        let text = play_with(seats, input);
        assert!(text.contains(refused), "{seats:?} {input}: {text}");
    }
}

#[test]
fn the_computer_swaps_sides_when_moving_on_is_worth_less_than_nothing() {
    let against = |stores: &str| {
        let position = format!("--position=<6,{stores},0,0,0,0,1,0,0,0,0,0,0,2> S");
        pie(&[&position, "--north=8"], "5")
    };
    // Ada is North now, and still has her own row below.
    let (players, record) = against("20,0");
    assert_eq!(players, ["  Ben", "▶ Ada"], "{record}");
    assert!(record.ends_with("-S~5s"), "{record}");
    let (_, record) = against("0,20");
    assert!(record.ends_with("-S~56"), "{record}");
}

#[test]
fn the_only_person_at_the_terminal_has_the_lower_row() {
    let position = "--position=<6,13,14,1,2,3,4,5,6,7,8,9,10,11,12> N";
    let text = play_with(&[position, "--south=1", "--names=,Ada"], "");
    let expected = "
  Pip
            6       5       4       3       2       1
╭───────┬───────┬───────┬───────┬───────┬───────┬───────┬───────╮
│       │   6   │   5   │   4   │   3   │   2   │   1   │       │
│  13   ├───────┼───────┼───────┼───────┼───────┼───────┤  14   │
│       │   7   │   8   │   9   │  10   │  11   │  12   │       │
╰───────┴───────┴───────┴───────┴───────┴───────┴───────┴───────╯
            1       2       3       4       5       6
▶ Ada
Choose a pit: 1 2 3 4 5 6
";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_hint_names_the_best_move_and_what_it_is_worth() {
    let position = "<6,20,18,0,0,0,0,2,1,0,0,0,0,1,6> S";
    let text = play_with(&["--position", position, "--names=Ada,Ben"], "h");
    assert!(text.contains("\nHint: pit 6. With best play Ben wins by 2.\n"), "{text}");
    let you = play_with(&["--position=<6,20,10,0,0,0,0,0,1,0,0,0,0,0,2> S", "--north=1"], "h");
    assert!(you.contains("\nHint: pit 6. With best play you win by 9.\n"), "{you}");
    let over = play_with(&["--position=<1,1,1,0,0> S", "--rules=kalah,pits=1"], "h");
    assert!(over.contains("\nThe game is over. There's no move to choose.\n"), "{over}");
    let tie = play_with(&["--rules=tic-tac-toe"], "4 h");
    assert!(tie.contains("\nHint: square 0. With best play it's a tie.\n"), "{tie}");
}

#[test]
fn values_stand_beside_the_moves_until_they_are_hidden() {
    let position = "<6,20,18,0,0,0,0,2,1,0,0,0,0,1,6> S";
    let text = play_with(&["--position", position], "v v");
    let keys: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with('1')).collect();
    let plain = "            1       2       3       4       5       6";
    let valued = "            1       2       3       4     5:-4    6:-2";
    assert_eq!(keys, [plain, valued, plain], "{text}");
    let squares = play_with(&["--rules=tic-tac-toe", "--position=XX.OO.... X"], "v");
    assert!(squares.contains("│  X  │  X  │2:+1 │"), "{squares}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["replay", "--rules", "kalah", "--moves", "3,6,1,2,5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
