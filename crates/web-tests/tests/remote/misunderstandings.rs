//! A page and a server that do not understand each other, or do not listen.

use parlor_web_tests::{Mirror, Screen, remote_play};

use crate::{in_order, phase, seat, seen, sit_down, some_move};

#[test]
fn a_page_that_is_too_old_for_the_table_says_so() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        let link = sit_down(ada, ben, "gems").await?;
        let newer = "{ const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data'); \
            Object.defineProperty(MessageEvent.prototype, 'data', { get() { \
                const data = get.call(this); \
                return data.replace?.('\"events\":[', '\"events\":[{\"type\":\"teleported\"},') ?? data; \
            } }); }";
        ada.before_the_page(newer).await?;
        ada.open(&link).await?;
        ada.wait("document.querySelector('#reason')?.textContent.includes('Reload it')").await
    });
}

#[test]
fn what_the_server_does_not_understand_is_not_said_for_ever() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        let garble = "{ const { send } = WebSocket.prototype; \
            WebSocket.prototype.send = function (text) { \
                send.call(this, text.replace('\"draw\"', '\"mercy\"')); \
            }; }";
        ada.before_the_page(garble).await?;
        sit_down(ada, ben, "gems").await?;
        ada.click("#offer-tie").await?;
        ada.wait("document.querySelector('#message').textContent.includes('understand that')")
            .await?;
        // The connection stays, and everything else is understood.
        ada.click("#resign").await?;
        ada.click("#confirm-resign").await?;
        phase(ben, "over", true).await
    });
}

#[test]
fn a_move_that_the_server_did_not_listen_to_is_sent_again() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        let flood = "{ const { send } = WebSocket.prototype; let calm = true; \
            WebSocket.prototype.send = function (text) { \
                if (calm && text.startsWith('{\"type\":\"move\"')) { \
                    calm = false; \
                    for (let i = 0; i < 100; i++) send.call(this, '{\"type\":\"ping\"}'); \
                } \
                send.call(this, text); \
            }; }";
        for tab in [ada, ben] {
            tab.before_the_page(flood).await?;
        }
        sit_down(ada, ben, "gems").await?;
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("gems", names);
        let first = if seat(ada).await? == 1 { ada } else { ben };
        let choice = some_move(&mirror, &mut 5);
        first.choose(mirror.element(choice)).await?;
        seen(&players, &mut mirror, choice).await
    });
}
