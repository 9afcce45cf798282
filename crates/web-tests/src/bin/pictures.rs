//! Draws the pictures by which others show the app: its icons, and the picture of a link to it.
//!
//! Takes the folder of the browser app: icons go into its `assets`, the picture of a link into its
//! `site`. The icons are drawn from `assets/icon.svg`; the picture is a board of the app itself.

use std::path::{Path, PathBuf};
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlor_table::Event;
use parlor_web_tests::{Mirror, Page, Result, Screen, in_a_browser_at};
use serde_json::json;

/// What most places show a link with.
const PREVIEW: Screen = Screen { width: 1200, height: 630, touch: false };

/// An icon: its name, its size, and how round its corners are, in hundredths of its size. Systems cut a
/// maskable one, and Apple's, to a shape of their own.
const ICONS: [(&str, u32, u32); 5] = [
    ("icon-192", 192, 22),
    ("icon-512", 512, 22),
    ("icon-maskable-192", 192, 0),
    ("icon-maskable-512", 512, 0),
    ("apple-touch-icon", 180, 0),
];

fn main() {
    let app = env::args_os().nth(1).map_or_else(|| PathBuf::from("crates/web"), PathBuf::from);
    let icon = fs::read(app.join("assets/icon.svg")).expect("the icon can be read");
    in_a_browser_at(PREVIEW, async |page| {
        draw_preview(page, &app.join("site/preview.png")).await?;
        for (name, size, round) in ICONS {
            let file = app.join("assets").join(format!("{name}.png"));
            draw_icon(page, &icon, size, round, &file).await?;
        }
        Ok(())
    });
}

/// The name, what it is, and a board in the middle of a game.
async fn draw_preview(page: &Page, file: &Path) -> Result {
    let mut mirror = Mirror::of("kalah");
    for turn in 0..9 {
        let moves = mirror.moves();
        mirror.happens(Event::Moved { choice: moves[(3 * turn + 1) % moves.len()] });
    }
    page.open_table("kalah", mirror.log()).await?;
    page.run::<()>(
        "const page = document.querySelector('.table-page'); \
         const room = page.querySelector('.room'); \
         const say = (tag, words, size) => { \
             const element = document.createElement(tag); \
             element.textContent = words; \
             Object.assign(element.style, { fontSize: size, textAlign: 'center', lineHeight: 1.1 }); \
             return element; \
         }; \
         page.replaceChildren( \
             say('h1', 'Parlor', '92px'), \
             say('p', 'Classic games for two', '38px'), \
             room); \
         Object.assign(page.style, \
             { display: 'grid', grid: 'auto auto minmax(0, 1fr) / 1fr', padding: '28px 56px 40px', gap: '10px' }); \
         Object.assign(room.style, { gridArea: 'auto', marginTop: '14px' }); \
         for (const mark of page.querySelectorAll('.last, .again, .playable')) \
             mark.classList.remove('last', 'again', 'playable'); \
         document.documentElement.style.background = 'var(--ground-plain)'; \
         document.fonts.ready.then(() => done());",
    )
    .await?;
    page.come_to_rest().await?;
    capture(page, PREVIEW, file).await?;
    coarsen(page, file).await
}

/// Rounds every colour a little: wood and light are full of colours, and some places show no picture that
/// is too large.
async fn coarsen(page: &Page, file: &Path) -> Result {
    let picture = fs::read(file).expect("the picture was written");
    let script = format!(
        "const picture = new Image(); \
         picture.onload = () => {{ \
             const canvas = document.createElement('canvas'); \
             Object.assign(canvas, {{ width: picture.width, height: picture.height }}); \
             const context = canvas.getContext('2d'); \
             context.drawImage(picture, 0, 0); \
             const pixels = context.getImageData(0, 0, picture.width, picture.height); \
             pixels.data.forEach((level, index) => {{ \
                 if (index % 4 < 3) pixels.data[index] = Math.min(255, (level + 4) & ~7); \
             }}); \
             context.putImageData(pixels, 0, 0); \
             done(canvas.toDataURL('image/png').split(',')[1]); \
         }}; \
         picture.src = 'data:image/png;base64,{}';",
        STANDARD.encode(picture)
    );
    let coarse: String = page.run(&script).await?;
    let coarse = STANDARD.decode(coarse).expect("the browser writes base64");
    fs::write(file, coarse).expect("it can be written");
    Ok(())
}

async fn draw_icon(page: &Page, icon: &[u8], size: u32, round: u32, file: &Path) -> Result {
    let html = format!(
        "<style>body {{ margin: 0 }} img {{ display: block; width: {size}px; height: {size}px; \
         border-radius: {round}% }}</style><img src=\"data:image/svg+xml;base64,{}\">",
        STANDARD.encode(icon)
    );
    let page_of_its_own = format!("data:text/html;base64,{}", STANDARD.encode(html));
    page.browser.goto(page_of_its_own).await?;
    page.wait("document.images[0].complete").await?;
    capture(page, Screen { width: size, height: size, touch: false }, file).await?;
    coarsen(page, file).await
}

/// Writes what is seen to a file; where nothing is drawn, the picture is transparent.
async fn capture(page: &Page, size: Screen, file: &Path) -> Result {
    page.resize(size).await?;
    let clear = json!({ "color": { "r": 0, "g": 0, "b": 0, "a": 0 } });
    page.command("Emulation.setDefaultBackgroundColorOverride", clear).await?;
    let clip = json!({ "x": 0, "y": 0, "width": size.width, "height": size.height, "scale": 1 });
    let picture = json!({ "format": "png", "clip": clip });
    let picture = page.browser.cdp().send_raw("Page.captureScreenshot", picture).await?;
    let picture = picture["data"].as_str().and_then(|text| STANDARD.decode(text).ok());
    fs::write(file, picture.expect("the browser sends a picture")).expect("it can be written");
    println!("{}", file.display());
    Ok(())
}
