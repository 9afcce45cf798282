//! Puzzles in the browser: the list, the puzzle of the day, right answers and wrong ones.

use parlor_puzzles::{Collection, Puzzle, Theme};
use parlor_rules::{Choice, Game as _, Variant};
use parlor_web_tests::{Page, Result, Screen, audit, in_a_browser, in_a_browser_at};

use crate::INSTANT;

fn found(theme: Theme, game: &str, fits: impl Fn(&Puzzle) -> bool) -> Puzzle {
    let variant: Variant = game.parse().expect("a game");
    let all = Collection::bundled();
    let mut puzzles = all.puzzles().iter();
    let is_wanted =
        |puzzle: &&Puzzle| puzzle.theme() == theme && puzzle.variant() == variant && fits(puzzle);
    puzzles.find(is_wanted).expect("there is one").clone()
}

fn address(puzzle: &Puzzle) -> String {
    format!("#/puzzles/{}", puzzle.id())
}

async fn stage(page: &Page, stage: &str) -> Result {
    page.wait(&format!("document.querySelector('[data-stage={stage}][data-busy=false]')")).await
}

/// Finds the whole solution, pit by pit. The replies come by themselves.
async fn solve(page: &Page, puzzle: &Puzzle) -> Result {
    let mut position = *puzzle.start();
    for choice in puzzle.line() {
        if position.turn() == puzzle.start().turn() {
            stage(page, "asked").await?;
            page.click(&format!("[id='{}']", choice.index())).await?;
        }
        position = position.after(choice).expect("a legal move");
    }
    stage(page, "solved").await
}

#[test]
fn a_puzzle_is_solved_move_by_move_and_stays_solved() {
    in_a_browser(async |page| {
        let puzzle = found(Theme::Win, "kalah", |puzzle| replies(puzzle) > 0);
        page.open_with(INSTANT, "#/").await?;
        page.click("#puzzles").await?;
        page.wait("document.querySelector('.puzzles')").await?;
        assert!(page.text("#solved").await?.starts_with("0 of "));
        page.open(&address(&puzzle)).await?;
        assert_eq!(page.text("h1").await?, "Win from here");
        solve(page, &puzzle).await?;
        let said = format!("Solved. With best play you win by {}.", puzzle.value());
        assert_eq!(page.text("#message").await?, said);
        assert_eq!(page.text("#next").await?, "Next puzzle");
        page.open("#/puzzles").await?;
        assert!(page.text("#solved").await?.starts_with("1 of "));
        assert!(page.has(&format!("a.solved[href='{}']", address(&puzzle))).await?);
        Ok(())
    });
}

/// How many moves of a solution are the other player's.
fn replies(puzzle: &Puzzle) -> usize {
    let turns = puzzle.record().turns().filter(|ply| match ply {
        parlor_rules::Ply::Move(turn) => turn.player() != puzzle.start().turn(),
        parlor_rules::Ply::Swap => false,
    });
    turns.count()
}

#[test]
fn a_wrong_answer_is_refuted_on_the_board_and_taken_back() {
    in_a_browser(async |page| {
        for (theme, game) in
            [(Theme::Win, "gems"), (Theme::Chain, "avalanche"), (Theme::Tie, "tic-tac-toe")]
        {
            let puzzle = found(theme, game, |_| true);
            let start = puzzle.start();
            let is_wrong = |choice: &Choice| *choice != puzzle.line()[0];
            let wrong = start.moves().find(is_wrong).expect("a wrong move");
            page.open_with(INSTANT, &address(&puzzle)).await?;
            stage(page, "asked").await?;
            page.click(&format!("[id='{}']", wrong.index())).await?;
            stage(page, "refuted").await?;
            assert!(page.text("#message").await?.ends_with("Try again."), "{puzzle}");
            page.click("#again").await?;
            stage(page, "asked").await?;
            if let Some(position) = start.mancala() {
                assert_eq!(page.slots().await?, position.slots(), "{puzzle}");
            }
            page.click("#hint").await?;
            page.wait(&format!(
                "document.getElementById('{}').matches('.hinted')",
                puzzle.line()[0].index()
            ))
            .await?;
        }
        Ok(())
    });
}

#[test]
fn the_puzzle_of_the_day_makes_a_streak() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/puzzles").await?;
        assert_eq!(page.text("#streak").await?, "Solve it to start a streak.");
        let script = "(() => { const now = new Date(); \
             return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000; })()";
        let today = parlor_puzzles::Day::numbered(page.value(script).await?);
        let all = Collection::bundled();
        let index = parlor_puzzles::daily(today, all.puzzles().len()).expect("a puzzle");
        page.click("#daily").await?;
        page.wait("document.querySelector('[data-stage]')").await?;
        solve(page, &all.puzzles()[index]).await?;
        page.open("#/puzzles").await?;
        assert_eq!(page.text("#streak").await?, "Your streak: 1 day. Longest: 1 day.");
        Ok(())
    });
}

#[test]
fn a_puzzle_that_is_solved_after_midnight_counts_for_the_day_it_was_opened_on() {
    in_a_browser(async |page| {
        // The clock stands at 18 November until it is moved.
        page.before_the_page(
            "const At = Date; window.day = 18; \
             window.Date = class extends At { \
               constructor(...parts) { parts.length ? super(...parts) : super(2026, 10, window.day, 12); } \
             };",
        )
        .await?;
        let opened = parlor_puzzles::Day::numbered(20_775);
        let all = Collection::bundled();
        let index = parlor_puzzles::daily(opened, all.puzzles().len()).expect("a puzzle");
        page.open_with(INSTANT, "#/puzzles/daily").await?;
        page.wait("document.querySelector('[data-stage]')").await?;
        page.browser.execute("window.day = 19;", vec![]).await?;
        solve(page, &all.puzzles()[index]).await?;
        let kept: String = page.value("localStorage['parlor.puzzles.streak']").await?;
        assert_eq!(kept, format!("{opened} 1 1"));
        Ok(())
    });
}

#[test]
fn a_puzzle_is_solved_with_the_keyboard() {
    in_a_browser(async |page| {
        let puzzle = found(Theme::Chain, "kalah", |_| true);
        page.open_with(INSTANT, &address(&puzzle)).await?;
        for choice in puzzle.line() {
            stage(page, "asked").await?;
            page.press((choice.index() + 1).to_string()).await?;
        }
        stage(page, "solved").await
    });
}

#[test]
fn puzzles_are_accessible_and_fit_a_phone() {
    in_a_browser_at(Screen::PHONE, async |page| {
        let puzzles = [
            found(Theme::Win, "kalah", |_| true),
            found(Theme::Tie, "gems", |_| true),
            found(Theme::Tie, "tic-tac-toe", |_| true),
        ];
        let pages = puzzles.iter().map(address).chain(["#/puzzles".to_owned()]);
        for address in pages {
            page.open_with(INSTANT, &address).await?;
            page.wait("document.querySelector('.puzzle, .puzzles')").await?;
            audit(page, &address).await?;
            let wide: bool =
                page.value("document.documentElement.scrollWidth > innerWidth").await?;
            assert!(!wide, "{address}");
        }
        Ok(())
    });
}
