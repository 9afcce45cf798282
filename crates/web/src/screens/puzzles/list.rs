use parlor_puzzles::{Collection, Puzzle, Theme};
use parlor_rules::Variant;
use parlor_wording::puzzles as words;

use super::address::{DAILY, address, puzzle_of, today};
use super::progress::{Solved, streak};
use crate::catalogue::Game;
use crate::screens::page_top::page_top;
use crate::ui::elements::{El, classed, el, link, said};

/// The puzzle of the day, and all puzzles by theme and game.
pub(crate) fn puzzles_page() -> El {
    let (all, solved) = (Collection::bundled(), Solved::load());
    let done = all.puzzles().iter().filter(|puzzle| solved.contains(puzzle)).count();
    classed("article", "page puzzles")
        .child(page_top(words::puzzles()))
        .child(said("p", words::about()))
        .child(daily_card(&all))
        .child(said("p", &words::progress(done, all.puzzles().len())).id("solved"))
        .children(Theme::ALL.map(|theme| of_theme(&all, &solved, theme)))
}

fn daily_card(all: &Collection) -> El {
    let Some(today) = today() else { return el("div") };
    let Some(puzzle) = puzzle_of(today, all) else { return el("div") };
    let streak = streak();
    let about = format!("{}: {}", Game::of(puzzle.variant()).name(), title(puzzle));
    let is_solved = streak.has_solved(today);
    classed("section", "daily-puzzle")
        .child(said("h2", words::daily()))
        .child(said("p", &about))
        .child(said("p", &words::streak(streak.length(today), streak.longest())).id("streak"))
        .child(classed("p", "praise").class_if("hidden", !is_solved).text(words::solved_today()))
        .child(el("p").child(
            link(&address(Some(DAILY))).id("daily").attr("class", "primary").text(words::solve()),
        ))
}

fn of_theme(all: &Collection, solved: &Solved, theme: Theme) -> El {
    let puzzles = all.of_theme(theme);
    let rules = Variant::Mancala(parlor_rules::mancala::Preset::Kalah.rules());
    let heading = words::title(theme, &rules);
    let groups = Game::NAMED.into_iter().filter_map(|game| {
        let of_game = |puzzle: &&&Puzzle| Game::of(puzzle.variant()) == game;
        let puzzles: Vec<&Puzzle> =
            puzzles.iter().map(|(_, puzzle)| puzzle).filter(of_game).copied().collect();
        (!puzzles.is_empty()).then(|| of_game_in_theme(game, &puzzles, solved, heading))
    });
    classed("section", "theme")
        .attr("data-theme", theme.id())
        .child(said("h2", heading))
        .child(said("p", words::task(theme, &rules)))
        .children(groups)
}

/// The puzzles of a game under the heading of their theme. Where they ask for something else than it says, they
/// say so.
fn of_game_in_theme(game: Game, puzzles: &[&Puzzle], solved: &Solved, heading: &str) -> El {
    let done = puzzles.iter().filter(|puzzle| solved.contains(puzzle)).count();
    let numbers = (1..).zip(puzzles).map(|(number, puzzle)| {
        let is_solved = solved.contains(puzzle);
        let to = link(&address(Some(&puzzle.id())))
            .class_if("solved", is_solved)
            .attr("aria-label", &words::number(game.name(), number, is_solved))
            .text(&number.to_string());
        el("li").child(to)
    });
    let name = match title(puzzles[0]) {
        title if title == heading => game.name().to_owned(),
        title => format!("{}, {}", game.name(), title.to_lowercase()),
    };
    classed("details", "puzzle-group")
        .attr("data-game", game.id())
        .child(said("summary", &words::group(&name, done, puzzles.len())))
        .child(classed("ol", "numbers").children(numbers))
}

fn title(puzzle: &Puzzle) -> &'static str {
    words::title(puzzle.theme(), &puzzle.variant())
}
