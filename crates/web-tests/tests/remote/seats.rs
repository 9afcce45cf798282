//! Everyone sees themselves on their own side of the board: the name, the score and the row of the
//! person at a screen stand together, whatever happens.

use parlor_protocol::message::SeatKey;
use parlor_web_tests::{Mirror, Result, Screen, Tab, remote_play};
use serde::Deserialize;
use serde_json::json;

use crate::{accept, open_seat, phase, place, play, play_on, says, seat, table_of_two};

/// What was seen from frame to frame.
#[derive(Debug, Deserialize)]
struct Watched {
    frames: u32,
    /// The sides that the person had.
    seats: Vec<String>,
    /// What was not where it belongs.
    wrong: Vec<String>,
}

/// Looks at every frame from now on where the name, the score and the row of the person at this
/// screen are: on an upright screen on the right, on any other one at the bottom.
fn watch(name: &str) -> String {
    format!(
        "window.watched = {{ frames: 0, seats: [], wrong: [] }}; \
         const middle = (element) => {{ \
             const {{ left, top, width, height }} = element.getBoundingClientRect(); \
             return innerHeight > innerWidth ? left + width / 2 : top + height / 2; \
         }}; \
         const look = () => {{ \
             requestAnimationFrame(look); \
             const seat = document.querySelector('.table-page')?.dataset.seat; \
             if (!seat) return; \
             watched.frames += 1; \
             if (watched.seats.at(-1) !== seat) watched.seats.push(seat); \
             const pane = document.querySelector(seat === '1' ? '.pane.south' : '.pane.north'); \
             const first = seat === '1' ? 0 : 7; \
             const store = document.getElementById(first + 6); \
             const name = pane.querySelector('input.name'); \
             const score = pane.querySelector('.store-count'); \
             const mine = [name, score, ...[0, 1, 2, 3, 4, 5].map((pit) => \
                 document.getElementById(first + pit))]; \
             const board = middle(document.querySelector('.board')); \
             for (const part of mine) \
                 if (middle(part) <= board) watched.wrong.push(part.id || part.className); \
             if (name.value !== {name:?}) watched.wrong.push(`${{name.value}} is in the pane`); \
             if (store.querySelector('.owner').textContent !== {name:?}) \
                 watched.wrong.push('the store is another one’s'); \
             if (score.textContent !== store.querySelector('.count').textContent) \
                 watched.wrong.push(`${{score.textContent}} is the score`); \
         }}; \
         look();"
    )
}

async fn is_in_place(tab: &Tab) -> Result<Watched> {
    let watched: Watched = tab.value("watched").await?;
    assert!(watched.frames > 0 && watched.wrong.is_empty(), "{watched:?}");
    Ok(watched)
}

/// Sows visibly, whatever is asked for later.
async fn sow_fast(tab: &Tab) -> Result {
    tab.before_the_page("try { localStorage['parlor.settings'] ??= 'speed Fast' } catch {}").await
}

/// The link behind a key.
fn link(key: &SeatKey) -> String {
    format!("#/table/{}", key.table)
}

#[test]
fn a_guest_on_a_phone_has_name_score_and_row_on_one_side_at_every_moment() {
    remote_play(Screen::PHONE, async |server, [ada, ben]| {
        let key = table_of_two(server, json!({"game": "kalah,stones=3"}));
        open_seat(ada, &key).await?;
        sow_fast(ben).await?;
        accept(ben, "Ben", &link(&key)).await?;
        phase(ada, "playing", true).await?;
        assert_eq!(seat(ben).await?, 2, "the guest plays the far side of the array");
        for (tab, name) in [(&**ada, "Ada"), (&**ben, "Ben")] {
            tab.browser.execute(watch(name), vec![]).await?;
        }
        let mut mirror = Mirror::with_names("kalah,stones=3", ["Ada", "Ben"]);
        play_on([ada, ben], &mut mirror, &mut 5, 500).await?;
        for tab in [&**ada, &**ben] {
            phase(tab, "over", true).await?;
            is_in_place(tab).await?;
        }
        // In the next game both have the other side, and are still at home.
        ada.click("#rematch").await?;
        ben.click("#agree").await?;
        phase(ben, "playing", true).await?;
        let mut mirror = Mirror::with_names("kalah,stones=3", ["Ben", "Ada"]);
        play_on([ben, ada], &mut mirror, &mut 9, 4).await?;
        assert_eq!(is_in_place(ada).await?.seats, ["1", "2"]);
        assert_eq!(is_in_place(ben).await?.seats, ["2", "1"]);
        Ok(())
    });
}

#[test]
fn sides_are_swapped_by_the_pie_rule_in_two_browsers() {
    remote_play(Screen::WIDE, async |server, [ada, ben]| {
        let key = table_of_two(server, json!({"game": "kalah", "pie": true}));
        open_seat(ada, &key).await?;
        accept(ben, "Ben", &link(&key)).await?;
        phase(ada, "playing", true).await?;
        for (tab, name) in [(&**ada, "Ada"), (&**ben, "Ben")] {
            tab.browser.execute(watch(name), vec![]).await?;
            assert!(tab.has("#swap.hidden").await?, "nothing has been played");
        }
        let mut mirror = Mirror::with_names("kalah", ["Ada", "Ben"]);
        play(&[ada, ben], ada, &mut mirror, place(0)).await?;
        let slots = ada.slots().await?;
        assert!(ada.has("#swap.hidden").await?, "it is not hers to swap");
        ben.click("#swap:not(.hidden)").await?;

        for tab in [&**ada, &**ben] {
            tab.turns(2).await?;
            assert_eq!(tab.slots().await?, slots, "the stones stay where they are");
            assert!(tab.has("#swap.hidden").await?, "once is enough");
        }
        assert_eq!([seat(ada).await?, seat(ben).await?], [2, 1]);
        assert_eq!(ada.status().await?, "Your turn.");
        assert_eq!(ben.status().await?, "Ada's turn.");
        ada.wait(&says("#message", "Ben swapped sides.")).await?;
        ben.wait(&says("#message", "You swapped sides.")).await?;

        // She goes on with what was Ben's row, and sees it at the bottom.
        ada.choose(8).await?;
        for tab in [&**ada, &**ben] {
            tab.turns(3).await?;
            is_in_place(tab).await?;
        }
        Ok(())
    });
}

#[test]
fn a_reaction_stands_beside_the_row_of_the_player_who_reacts() {
    for screen in [Screen::PHONE, Screen::WIDE] {
        remote_play(screen, async |server, [ada, ben]| {
            let key = table_of_two(server, json!({"game": "kalah", "clock": {"initial": 60}}));
            open_seat(ada, &key).await?;
            accept(ben, "Ben", &link(&key)).await?;
            phase(ada, "playing", true).await?;
            ben.click("#react").await?;
            ben.click("#say-hello").await?;
            for (tab, is_mine) in [(ada, false), (ben, true)] {
                tab.wait("document.querySelector('.says:not(.hidden)')").await?;
                let near: bool = tab
                    .value(
                        "(() => { const middle = (selector) => { \
                         const box = document.querySelector(selector).getBoundingClientRect(); \
                         return innerHeight > innerWidth ? box.left + box.width / 2 \
                             : box.top + box.height / 2; }; \
                         const parts = ['.says:not(.hidden)', '.pane.north .clock']; \
                         const sides = parts.map((part) => middle(part) > middle('.board')); \
                         return sides[0] === sides[1] ? sides[0] : null; })()",
                    )
                    .await?;
                assert_eq!(near, is_mine, "on {screen:?}");
            }
            Ok(())
        });
    }
}
