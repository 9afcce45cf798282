//! Every bundled puzzle and every bundled start is proved anew: a sample always, all of them with
//! `cargo xtask test --full`.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use parlor_engine::{Analysis, Limits, Opponent, Size};
use parlor_puzzles::{
    Collection, Maker, Prover, Puzzle, Request, Theme, are_even, even_starts, refutation,
};
use parlor_rules::mancala::{Position, Preset, Rules, Slot};
use parlor_rules::{Game, Player, Variant};

/// Of the sample, one in so many. It shares no divisor with the puzzles of a theme, so that all themes
/// of all games are in it.
const ONE_IN: usize = 17;

/// The puzzles of each game, with an opponent who plays it.
fn by_game<'a>(puzzles: impl Iterator<Item = &'a Puzzle>) -> Vec<(Opponent, Vec<&'a Puzzle>)> {
    let mut games: Vec<(Opponent, Vec<&Puzzle>)> = Vec::new();
    for puzzle in puzzles {
        let variant = puzzle.variant();
        if !games.iter().any(|(opponent, _)| opponent.plays(variant)) {
            let size = Size { endgame_stones: 10, transposition_bits: 22 };
            let opponent = Opponent::new(variant, |_| size);
            if let Some(engine) = opponent.engine() {
                engine.build_endgame(1, &AtomicBool::new(false));
            }
            games.push((opponent, Vec::new()));
        }
        let game = games.iter_mut().find(|(opponent, _)| opponent.plays(variant));
        game.expect("it is there").1.push(puzzle);
    }
    games
}

fn prove<'a>(puzzles: impl Iterator<Item = &'a Puzzle>) {
    for (opponent, puzzles) in by_game(puzzles) {
        for puzzle in puzzles {
            assert_eq!(Prover::new(&opponent).prove(puzzle), Ok(()), "{puzzle}");
        }
    }
}

#[test]
fn a_sample_has_one_solution_each_and_the_value_that_is_stated() {
    prove(Collection::bundled().puzzles().iter().step_by(ONE_IN));
}

#[test]
#[ignore = "takes minutes: run by `cargo xtask test --full`"]
fn every_puzzle_has_one_solution_and_the_value_that_is_stated() {
    prove(Collection::bundled().puzzles().iter());
}

/// The puzzles of each command that stands in the file, by the words of the command.
fn by_command() -> Vec<(Vec<&'static str>, Vec<&'static str>)> {
    let mut commands: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for line in include_str!("../data/puzzles.txt").lines() {
        if let Some(command) = line.strip_prefix("# parlor puzzles ") {
            commands.push((command.split(' ').collect(), Vec::new()));
        } else if let Some((_, puzzles)) = commands.last_mut() {
            puzzles.push(line);
        }
    }
    commands
}

#[test]
#[ignore = "takes minutes: run by `cargo xtask test --full`"]
fn the_commands_of_the_file_make_its_puzzles_again() {
    let commands = by_command();
    assert_eq!(commands.len(), 3 * Preset::ALL.len() + 1);
    for (command, puzzles) in commands {
        let ["--rules", rules, "--theme", theme, "--count", count, "--seed", seed] = command[..]
        else {
            panic!("{command:?}");
        };
        assert_eq!(count.parse(), Ok(puzzles.len()), "{command:?}");
        let request = Request {
            variant: rules.parse().expect("rules"),
            theme: theme.parse().expect("a theme"),
            seed: seed.parse().expect("a seed"),
        };
        let mut maker = Maker::new(request);
        let made = std::iter::repeat_with(|| maker.play_one()).flatten().take(AGAIN);
        let made: Vec<String> = made.map(|puzzle| puzzle.to_string()).collect();
        assert_eq!(made, puzzles[..AGAIN], "{command:?}");
    }
}

/// Of each command, so many are made again: the first ones.
const AGAIN: usize = 5;

#[test]
fn there_are_enough_of_every_preset_and_every_theme() {
    let collection = Collection::bundled();
    let mut count: HashMap<(Variant, Theme), usize> = HashMap::new();
    for puzzle in collection.puzzles() {
        *count.entry((puzzle.variant(), puzzle.theme())).or_default() += 1;
    }
    let presets = Preset::ALL.map(|preset| Variant::Mancala(preset.rules()));
    let of_presets =
        |theme| presets.map(|preset| count.get(&(preset, theme)).copied().unwrap_or(0));
    for theme in Theme::ALL {
        assert!(of_presets(theme).into_iter().all(|puzzles| puzzles >= 20), "{theme}: {count:?}");
    }
    let all: usize = Theme::ALL.into_iter().flat_map(of_presets).sum();
    assert!(all >= 300, "only {all} puzzles");
    assert!(count[&(Variant::TicTacToe, Theme::Tie)] >= 30);
    let names: HashSet<String> = collection.puzzles().iter().map(Puzzle::id).collect();
    assert_eq!(names.len(), collection.puzzles().len(), "each has a name of its own");
}

#[test]
fn the_easy_ones_of_a_theme_come_first() {
    let collection = Collection::bundled();
    for theme in Theme::ALL {
        let sorted = collection.of_theme(theme);
        assert!(sorted.is_sorted_by_key(|(_, puzzle)| puzzle.sight()));
        assert!(sorted.iter().all(|(at, puzzle)| collection.puzzles()[*at] == **puzzle));
    }
}

#[test]
fn every_wrong_answer_of_the_sample_is_refuted_by_what_it_leads_to() {
    let collection = Collection::bundled();
    let sample = collection.puzzles().iter().step_by(ONE_IN);
    for (opponent, puzzles) in by_game(sample) {
        for puzzle in puzzles {
            let (start, right) = (puzzle.start(), puzzle.line()[0]);
            let stop = AtomicBool::new(false);
            // A chain takes no engine, and the values of a full board would take long.
            let analysis = match puzzle.theme() {
                Theme::Win | Theme::Tie => opponent.analyze(start, &Limits::until(&stop), |_| {}),
                Theme::Chain => Analysis::default(),
            };
            for wrong in start.moves().filter(|&choice| choice != right) {
                let line = refutation(puzzle.theme(), start, &analysis, wrong).expect("a line");
                assert_eq!(line[0], wrong, "{puzzle}");
                let after = |line: &[_]| {
                    line.iter().fold(*start, |at, &choice| at.after(choice).expect("legal"))
                };
                let shown = after(&line);
                match puzzle.theme() {
                    // The reply keeps what the wrong move gave away: it is still not won, or lost.
                    Theme::Win | Theme::Tie => {
                        let (value, _) = opponent.solve(&shown, &Limits::until(&stop));
                        let own = shown.turn() == start.turn();
                        let value = value.map(|value| if own { value } else { -value });
                        let most = if puzzle.theme() == Theme::Win { 0 } else { -1 };
                        assert!(value.is_some_and(|value| value <= most), "{puzzle}: {line:?}");
                        assert!(own || shown.outcome().is_some(), "{puzzle}: {line:?}");
                    }
                    // The chain that is left is shorter.
                    Theme::Chain => {
                        let extra = (1..=line.len())
                            .filter(|&turns| after(&line[..turns]).turn() == start.turn());
                        assert!(extra.count() < puzzle.line().len(), "{puzzle}: {line:?}");
                    }
                }
            }
        }
    }
}

/// The bundled starts of a game of Kalah or Gems.
fn starts(preset: Preset) -> Vec<Position> {
    even_starts(&preset.rules())
}

#[test]
fn there_are_a_hundred_starts_for_kalah_and_for_gems_and_they_look_fair() {
    for preset in [Preset::Kalah, Preset::Gems] {
        let starts = starts(preset);
        assert!(starts.len() >= 100, "{}: {}", preset.id(), starts.len());
        for start in &starts {
            let rows = Player::BOTH.map(|player| {
                let own =
                    Slot::all(start.rules()).filter(|slot| slot.owner(start.rules()) == player);
                own.map(|slot| start.stones(slot)).collect::<Vec<_>>()
            });
            assert_eq!(rows[0], rows[1], "both have the same: {start}");
            assert_eq!(start.stones_in_play(), 36, "{start}");
        }
        let different: HashSet<String> = starts.iter().map(ToString::to_string).collect();
        assert_eq!(different.len(), starts.len());
    }
    let other: Rules = "kalah,captures=off".parse().expect("rules");
    assert_eq!(even_starts(&other), [], "what is even by some rules need not be by others");
}

#[test]
fn a_sample_of_the_starts_is_even() {
    for preset in [Preset::Kalah, Preset::Gems] {
        let starts: Vec<Position> = starts(preset).into_iter().step_by(60).collect();
        assert!(are_even(&starts).into_iter().all(|even| even), "{}", preset.id());
    }
}

#[test]
#[ignore = "takes minutes: run by `cargo xtask test --full`"]
fn every_start_is_even() {
    for preset in [Preset::Kalah, Preset::Gems] {
        let starts = starts(preset);
        for (start, even) in starts.iter().zip(are_even(&starts)) {
            assert!(even, "{} {start}", preset.id());
        }
    }
}
