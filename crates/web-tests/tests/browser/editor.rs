//! Any position, by taps, keys, drags and notation; then what can be done with it.

use parlor_rules::Level;
use parlor_table::{GameLog, Opening, Seat};
use parlor_web_tests::{Screen, audit, in_a_browser, in_a_browser_at};
use thirtyfour::prelude::*;

const TEXT: &str = "document.getElementById('editor-text').value";

#[test]
fn a_position_is_put_together_by_hand() {
    in_a_browser(async |page| {
        page.open("#/editor").await?;
        page.wait("document.getElementById('place-13')").await?;
        assert_eq!(page.value::<String>(TEXT).await?, "kalah <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S");
        // A tap adds a stone, a right click and a key take one away, a digit says how many.
        page.click("#place-0").await?;
        page.wait(&format!("{TEXT}.includes(',0,5,4,4')")).await?;
        assert_eq!(
            page.text("#editor-note").await?,
            "This board has 49 stones; the game normally starts with 48."
        );
        page.press("-").await?;
        page.wait(&format!("{TEXT}.includes(',0,4,4,4')")).await?;
        page.press("9").await?;
        page.wait(&format!("{TEXT}.includes(',0,9,4,4')")).await?;
        let context = "document.getElementById('place-0').dispatchEvent(new MouseEvent('contextmenu', { button: 2, cancelable: true }))";
        page.run::<serde_json::Value>(&format!("{context}; done(null)")).await?;
        page.wait(&format!("{TEXT}.includes(',0,8,4,4')")).await?;
        page.click("#editor-turn-2").await?;
        page.wait(&format!("{TEXT}.endsWith('N')")).await?;
        let label: String =
            page.value("document.getElementById('place-0').getAttribute('aria-label')").await?;
        assert_eq!(label, "South, pit 1: 8 stones");
        page.click("#editor-clear").await?;
        page.wait(&format!("{TEXT}.includes('<6,0,0,0,0')")).await?;
        assert!(page.text("#editor-note").await?.contains("The game is over here"));
        page.click("#editor-start").await?;
        page.wait(&format!("{TEXT}.includes('<6,0,0,4,4')")).await
    });
}

#[test]
fn a_stone_is_dragged_and_a_long_press_takes_one_away() {
    in_a_browser(async |page| {
        page.open("#/editor/kalah~S~").await?;
        page.wait("document.getElementById('place-13')").await?;
        // As a finger does it: what is heard comes from the place that was pressed.
        page.run::<serde_json::Value>(
            "const from = document.getElementById('place-1'), to = document.getElementById('place-6').getBoundingClientRect();
             from.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }));
             from.dispatchEvent(new PointerEvent('pointerup', { button: 0, bubbles: true,
               clientX: to.x + to.width / 2, clientY: to.y + to.height / 2 }));
             done(null)",
        )
        .await?;
        page.wait(&format!("{TEXT} === 'kalah <6,1,0,4,3,4,4,4,4,4,4,4,4,4,4> S'")).await?;
        page.run::<serde_json::Value>(
            "document.getElementById('place-2').dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true })); done(null)",
        )
        .await?;
        page.wait(&format!("{TEXT} === 'kalah <6,1,0,4,3,3,4,4,4,4,4,4,4,4,4> S'")).await
    });
}

/// Timers for a long press do not run by themselves, but when `pass()` is called.
const LONG_PRESSES: &str = "
    const due = new Map(), { setTimeout, clearTimeout } = window;
    let last = 1_000_000_000;
    window.setTimeout = (act, time, ...rest) => {
        if (time !== 450) return setTimeout.call(window, act, time, ...rest);
        due.set(++last, act);
        return last;
    };
    window.clearTimeout = (timer) => { if (!due.delete(timer)) clearTimeout.call(window, timer); };
    window.pass = () => { const acts = [...due.values()]; due.clear(); for (const act of acts) act(); };";

#[test]
fn a_mouse_may_take_its_time_to_drag_a_stone() {
    in_a_browser(async |page| {
        page.before_the_page(LONG_PRESSES).await?;
        page.open("#/editor/kalah~S~").await?;
        page.wait("document.getElementById('place-13')").await?;
        let drag = async |from: &str, to: &str| {
            let from = page.browser.find(By::Css(from)).await?;
            let to = page.browser.find(By::Css(to)).await?;
            let mouse = page.browser.action_chain();
            mouse
                .move_to_element_center(&from)
                .click_and_hold()
                .move_to_element_center(&to)
                .perform()
                .await?;
            page.browser.execute("pass();", vec![]).await?;
            page.browser.action_chain().release().perform().await
        };
        drag("#place-1", "#place-6").await?;
        page.wait(&format!("{TEXT} === 'kalah <6,1,0,4,3,4,4,4,4,4,4,4,4,4,4> S'")).await?;
        // The next key is not taken for the click that a drag ends in.
        page.run::<serde_json::Value>(
            "document.getElementById('place-2').focus(); requestAnimationFrame(() => done(null))",
        )
        .await?;
        page.press(Key::Enter).await?;
        page.wait(&format!("{TEXT} === 'kalah <6,1,0,4,3,5,4,4,4,4,4,4,4,4,4> S'")).await?;
        // Off the board a stone stays where it was; held on its place it is taken away.
        drag("#place-3", "h1").await?;
        drag("#place-4", "#place-4").await?;
        page.wait(&format!("{TEXT} === 'kalah <6,1,0,4,3,5,4,3,4,4,4,4,4,4,4> S'")).await
    });
}

#[test]
fn whatever_stands_for_a_position_is_read_and_what_does_not_is_explained() {
    in_a_browser(async |page| {
        page.open("#/editor").await?;
        page.wait("document.getElementById('editor-text')").await?;
        for (typed, shown) in [
            ("gems~S~3", "gems <6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> S"),
            ("<3,0,0,1,2,3,1,2,3> N", "gems,pits=3 <3,0,0,1,2,3,1,2,3> N"),
            ("https://example.org/#/game/tic-tac-toe~X~40/Ada", "tic-tac-toe O...X.... X"),
        ] {
            page.type_into("#editor-text", &format!("{typed}\n")).await?;
            page.wait(&format!("{TEXT} === '{shown}'")).await?;
        }
        page.type_into("#editor-text", "<6,1> S\n").await?;
        page.wait("document.getElementById('editor-note').textContent.includes('pits and stores')")
            .await?;
        // A square goes from mark to mark; what no game leads to is explained.
        page.pick("#editor-rules", "tic-tac-toe").await?;
        page.click("#editor-clear").await?;
        page.click("#place-0").await?;
        page.wait("document.getElementById('place-0').textContent === 'X'").await?;
        page.click("#place-1").await?;
        page.wait(
            "document.getElementById('editor-note').textContent.includes('numbers of X and O')",
        )
        .await?;
        let disabled: bool = page.value("document.getElementById('editor-here').disabled").await?;
        assert!(disabled, "there is nothing to play");
        Ok(())
    });
}

#[test]
fn a_position_is_analysed_played_and_shared() {
    in_a_browser(async |page| {
        let position = "kalah~6-21-19-0-0-0-0-1-1-0-0-0-0-1-1-S~";
        page.open(&format!("#/editor/{position}")).await?;
        page.wait("document.getElementById('editor-analyse')").await?;
        page.click("#editor-analyse").await?;
        page.wait("document.querySelector('#place-5 .value').dataset.worth.startsWith('+')")
            .await?;
        assert!(page.text("#editor-values").await?.contains('+'));
        page.click("#editor-here").await?;
        page.wait("location.hash.startsWith('#/game/kalah~6-21-19')").await?;
        page.wait("document.getElementById('5')").await?;
        page.choose(5).await?;
        page.turns(1).await?;
        page.open(&format!("#/editor/{position}")).await?;
        page.wait("document.getElementById('editor-computer')").await?;
        page.click("#editor-computer").await?;
        page.wait("location.hash === '#/kalah/computer'").await?;
        page.wait("document.getElementById('5')?.textContent.includes('1')").await
    });
}

/// Keeps whatever the page copies or saves for the test to read.
const KEEP_PICTURES: &str = "window.taken = {}; \
    const address = URL.createObjectURL; \
    URL.createObjectURL = (blob) => { taken.saved = blob; return address.call(URL, blob); }; \
    Object.defineProperty(navigator, 'clipboard', { value: { \
        writeText: async (text) => { taken.text = text; }, \
        write: async ([item]) => { taken.copied = await item.getType('image/png'); } } });";

#[test]
fn a_board_is_copied_in_the_colours_of_the_look_that_is_chosen() {
    in_a_browser(async |page| {
        page.before_the_page(KEEP_PICTURES).await?;
        page.open_with("look kalah gems", "#/editor").await?;
        page.wait("document.getElementById('editor-svg')").await?;
        let looks = ["gems", "island", "chalk"];
        for (game, look) in ["kalah", "island", "tic-tac-toe"].into_iter().zip(looks) {
            page.pick("#editor-rules", game).await?;
            page.wait(&format!("document.documentElement.dataset.look === '{look}'")).await?;
            page.click("#editor-svg").await?;
            let board = match look {
                "gems" => "#171928",
                "island" => "#cdb894",
                _ => "#1d2a26",
            };
            page.wait(&format!("taken.text?.includes('{board}')")).await?;
        }
        page.pick("#editor-rules", "kalah").await?;
        page.click("#editor-png").await?;
        page.wait("taken.copied?.type === 'image/png'").await?;
        page.wait("document.getElementById('editor-done').textContent === 'Copied.'").await?;
        // The picture is as large as it should be, and its middle is the board's colour.
        let drawn: Vec<u32> = page
            .run(
                "createImageBitmap(taken.copied).then((image) => { \
                   const canvas = new OffscreenCanvas(image.width, image.height); \
                   const context = canvas.getContext('2d'); \
                   context.drawImage(image, 0, 0); \
                   const { data } = context.getImageData(image.width / 2, image.height / 2, 1, 1); \
                   done([image.width, image.height, ...data]); });",
            )
            .await?;
        assert_eq!(drawn, [1640, 480, 0x17, 0x19, 0x28, 255]);
        Ok(())
    });
}

#[test]
fn where_pictures_cannot_be_copied_they_are_saved() {
    in_a_browser(async |page| {
        page.before_the_page(&format!("{KEEP_PICTURES} delete window.ClipboardItem;")).await?;
        page.open("#/editor").await?;
        page.wait("document.getElementById('editor-png')").await?;
        page.click("#editor-png").await?;
        page.wait("taken.saved?.type === 'image/png'").await?;
        page.wait("document.getElementById('editor-done').textContent.includes('saved as a file')")
            .await
    });
}

#[test]
fn only_the_game_that_was_asked_about_is_abandoned() {
    in_a_browser(async |page| {
        for game in ["kalah", "gems"] {
            let seats = [Seat::person("Ada"), Seat::computer(Level::WEAKEST, "Otto")];
            let begun = Opening::new(format!("{game}~S~1").parse().expect("a game"), seats);
            page.open_table(game, &GameLog::continued(begun)).await?;
        }
        let gems = "localStorage['parlor.table.gems.computer']";
        page.open("#/editor/kalah~6-0-0-4-4-4-4-4-4-4-4-4-4-4-5-S~").await?;
        page.wait("document.getElementById('editor-computer')").await?;
        let before: String = page.value(gems).await?;
        let says = |words: &str| {
            format!("document.getElementById('editor-computer').textContent === '{words}'")
        };
        page.click("#editor-computer").await?;
        page.wait(&says("Abandon the game in progress")).await?;
        page.pick("#editor-rules", "gems").await?;
        page.wait(&says("Against the computer")).await?;
        page.click("#editor-computer").await?;
        page.wait(&says("Abandon the game in progress")).await?;
        assert_eq!(page.value::<String>(gems).await?, before);
        page.click("#editor-computer").await?;
        page.wait("location.hash === '#/gems/computer'").await?;
        page.wait("document.querySelector('.table-page')").await?;
        assert_ne!(page.value::<String>(gems).await?, before);
        Ok(())
    });
}

#[test]
fn the_editor_fits_a_phone() {
    in_a_browser_at(Screen::PHONE, async |page| {
        page.open("#/editor").await?;
        page.wait("document.getElementById('place-13')").await?;
        let fits: bool = page
            .value("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
            .await?;
        assert!(fits, "nothing is cut off");
        audit(page, "the board editor").await
    });
}
