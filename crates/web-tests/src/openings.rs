use parlor_rules::mancala::Preset;

use crate::{Result, Tab};

/// The games whose tables have an address of their own that opens on a board.
pub fn games() -> impl Iterator<Item = &'static str> {
    Preset::ALL.into_iter().map(Preset::id).chain(["tic-tac-toe"])
}

/// The name of the front room among the pages that are shown before the program is there.
pub const FRONT_ROOM: &str = "front-room";

/// The page of a game as it begins, or the front room of a new visitor, as markup that can be shown before the program is there: without what
/// only the program or a screen reader needs. Styles of elements become `data-style`, and what depends on
/// the game that is being played is marked with `data-kept`.
///
/// # Errors
/// If the page does not open.
pub async fn opening(tab: &Tab, name: &str) -> Result<String> {
    let game = if name == FRONT_ROOM { "" } else { name };
    tab.open(&format!("#/{game}")).await?;
    tab.value(MARKUP).await
}

const MARKUP: &str = r#"(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const style = rules.map((rule) => rule.cssText).join('');
    const page = document.querySelector('.parlor').cloneNode(true);
    const shown = document.querySelector('.parlor');
    const fields = [...shown.querySelectorAll('input')].map((field) => field.value);
    page.querySelectorAll('input').forEach((field, index) => field.setAttribute('value', fields[index]));
    page.querySelectorAll('dialog, .hidden, .update-offer, .obstacle, .for-the-ear:not(svg)')
        .forEach((element) => element.remove());
    const kept = '.stone, .count, .store-count, .name, .message p, #turns, .won, .coin-result, .two-step';
    page.querySelectorAll(kept).forEach((element) => { element.dataset.kept = ''; });
    const comments = document.createTreeWalker(page, NodeFilter.SHOW_COMMENT);
    while (comments.nextNode()) comments.currentNode.data = '';
    for (const element of [page, ...page.querySelectorAll('*')]) {
        if (element.getAttribute('style')) element.dataset.style = element.getAttribute('style');
        for (const { name, value } of [...element.attributes]) {
            const of = name === 'id' ? `#${value}(?![\\w-])` : `\\[${name}\\b`;
            const styled = new RegExp(of).test(style);
            const drawn = element instanceof SVGElement && name !== 'id' && !name.startsWith('aria');
            const needed = ['class', 'value', 'disabled', 'data-style', 'data-kept'].includes(name);
            if (!(styled || drawn || needed) || name.startsWith('aria') || name === 'role' || name === 'title')
                element.removeAttribute(name);
        }
    }
    page.dataset.look = document.documentElement.dataset.look;
    return page.outerHTML.replaceAll('<!---->', '').replaceAll('=""', '');
})()"#;

/// Notes what was shown before the program, and what the policy refused, before anything can take it away.
pub const KEEP_OPENING: &str = "if (!window.seen) { \
    window.seen = null; window.refused = []; \
    addEventListener('securitypolicyviolation', ({ blockedURI }) => refused.push(blockedURI)); \
    document.addEventListener('DOMContentLoaded', () => { window.seen = look('#opening'); }); \
    window.look = (root) => [...document.querySelectorAll(`${root} :is(.table-page, .front-room) *`)] \
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) \
            && !element.closest('dialog, .for-the-ear') && element.className) \
        .map((element) => { \
            const { left, top, width, height } = element.getBoundingClientRect(); \
            const kind = element.className.baseVal ?? element.classList[0]; \
            return [kind, [left, top, width, height].map(Math.round)]; \
        }) \
        .filter(([, [, , width, height]]) => width > 2 && height > 2); \
}";

/// What is seen: what kind of element, and where it is.
pub type Seen = Vec<(String, [i32; 4])>;

/// What is on one list and not, within a pixel or two, on the other.
#[must_use]
pub fn missing(from: &Seen, other_list: &Seen) -> Seen {
    let near = |a: &[i32; 4], b: &[i32; 4]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 2);
    let found = |(kind, place): &&(String, [i32; 4])| {
        other_list.iter().any(|(other, there)| kind == other && near(place, there))
    };
    from.iter().filter(|seen| !found(seen)).cloned().collect()
}
