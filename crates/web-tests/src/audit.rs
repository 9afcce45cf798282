use std::fs;

use serde_json::json;

use crate::{Result, Tab, npm_package};

/// The looks that a page can have.
const LOOKS: [&str; 6] = ["walnut", "gems", "island", "homepits", "snow", "chalk"];

/// Has axe-core look at a page.
///
/// # Errors
/// If it cannot be run.
///
/// # Panics
/// If it finds something.
pub async fn audit(tab: &Tab, what: &str) -> Result {
    load_axe(tab).await?;
    let script = format!("{LOOK_AT} look_at({{}}).then(done);");
    report(what, &tab.run::<Vec<String>>(&script).await?);
    Ok(())
}

/// Has axe-core look at a page, and then at its colours in every other look, by day and by night.
/// Looks differ in nothing that axe-core can see but colours. `also` is a script that gives a list of
/// what else is wrong, which is run in every look.
///
/// # Errors
/// If it cannot be run.
///
/// # Panics
/// If it finds something.
pub async fn audit_in_every_look(tab: &Tab, what: &str, also: &str) -> Result {
    audit(tab, what).await?;
    for scheme in ["light", "dark"] {
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        tab.command("Emulation.setEmulatedMedia", media).await?;
        let script = format!(
            "{LOOK_AT} (async () => {{ \
                 const root = document.documentElement, own = root.dataset.look, found = []; \
                 const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]); \
                 const nightly = rules.filter((rule) => /prefers-color-scheme/.test(rule.media?.mediaText)) \
                     .map((rule) => rule.cssText).join(''); \
                 for (const look of {LOOKS:?}) {{ \
                     if ({scheme:?} === 'dark' && !nightly.includes(`\"${{look}}\"`)) continue; \
                     root.dataset.look = look; \
                     const wrong = [...await look_at({{ runOnly: ['color-contrast'] }}), ...{also}]; \
                     found.push(...wrong.map((wrong) => `${{look}}, {scheme}: ${{wrong}}`)); \
                 }} \
                 root.dataset.look = own; \
                 done(found); \
             }})();"
        );
        report(what, &tab.run::<Vec<String>>(&script).await?);
    }
    tab.command("Emulation.setEmulatedMedia", json!({ "features": [] })).await
}

async fn load_axe(tab: &Tab) -> Result {
    if !tab.value::<bool>("'axe' in window").await? {
        let axe = npm_package("axe-core").join("axe.min.js");
        let axe = fs::read_to_string(axe).expect("axe-core can be read");
        tab.browser.execute(axe, vec![]).await?;
    }
    Ok(())
}

fn report(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n  {}", found.join("\n  "));
}

/// Motion that is under way would be looked at half-way: its end is what people read.
const LOOK_AT: &str = "const look_at = async (options) => { \
    document.body.offsetWidth; \
    for (const motion of document.getAnimations()) try { motion.finish(); } catch {} \
    const { violations } = await axe.run(options); \
    return violations.map(({ id, nodes }) => `${id}: ` + nodes.map((node) => \
        node.html.slice(0, 200) + ' ' + (node.any[0] ?? node.all[0] ?? node.none[0])?.message) \
        .join('\\n    ')); \
};";
