use std::fs;

use crate::{Result, Tab, npm_package};

/// Has axe-core look at a page.
///
/// # Errors
/// If it cannot be run.
///
/// # Panics
/// If it finds something.
pub async fn audit(tab: &Tab, what: &str) -> Result {
    if !tab.value::<bool>("'axe' in window").await? {
        let axe = npm_package("axe-core").join("axe.min.js");
        let axe = fs::read_to_string(axe).expect("axe-core can be read");
        tab.browser.execute(axe, vec![]).await?;
    }
    // Motion that is under way would be looked at half-way: its end is what people read.
    let violations: Vec<String> = tab
        .run(
            "for (const animation of document.getAnimations()) try { animation.finish(); } catch {} \
             axe.run().then(({ violations }) => done(violations.map(({ id, nodes }) => \
                 `${id}: ` + nodes.map((node) => node.html.slice(0, 200) + ' ' + \
                 (node.any[0] ?? node.all[0] ?? node.none[0])?.message).join('\\n    '))))",
        )
        .await?;
    assert!(violations.is_empty(), "{what}:\n  {}", violations.join("\n  "));
    Ok(())
}
