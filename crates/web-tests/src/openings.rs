use parlor_rules::mancala::Preset;

use crate::{Result, Tab};

/// The games whose tables have an address of their own that opens on a board.
pub fn games() -> impl Iterator<Item = &'static str> {
    Preset::ALL.into_iter().map(Preset::id).chain(["tic-tac-toe"])
}

/// The page of a game as it begins, as markup that can be shown before the program is there: without what
/// only the program or a screen reader needs. Styles of elements become `data-style`, and what depends on
/// the game that is being played is marked with `data-kept`.
///
/// # Errors
/// If the page does not open.
pub async fn opening(tab: &Tab, game: &str) -> Result<String> {
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
    page.querySelectorAll('dialog, .hidden, .update-offer, .for-the-ear:not(svg)')
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
