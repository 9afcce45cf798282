use parlor_wording as wording;
use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};

use crate::ui::elements::{El, svg};

/// An address as a picture that a phone can read; nothing where it is too long for that.
///
/// It is dark on white in every look: not every camera reads it the other way round.
pub(super) fn qr_code(address: &str) -> Option<El> {
    let code = QrCode::encode_binary(address.as_bytes(), QrCodeEcc::Low).ok()?;
    let size = code.size();
    let quiet = 4;
    let all = (size + 2 * quiet).to_string();
    let drawn = svg("svg")
        .attr("class", "qr-code")
        .attr("viewBox", &format!("{} {} {all} {all}", -quiet, -quiet))
        .attr("role", "img")
        .attr("aria-label", wording::sheets::qr_code())
        .attr("shape-rendering", "crispEdges")
        .child(svg("path").attr("d", &path(size, |x, y| code.get_module(x, y))));
    Some(drawn)
}

/// The dark modules, a rectangle for each run of them in a row.
fn path(size: i32, dark: impl Fn(i32, i32) -> bool) -> String {
    let mut path = String::new();
    for y in 0..size {
        let mut start = 0;
        for x in 0..=size {
            if x == size || !dark(x, y) {
                let run = x - start;
                if run > 0 {
                    let _ = write!(path, "M{start} {y}h{run}v1h-{run}z");
                }
                start = x + 1;
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn a_run_of_modules_is_one_rectangle() {
        let dark = |x, y| y == 1 && x != 1;
        assert_eq!(path(4, dark), "M0 1h1v1h-1zM2 1h2v1h-2z");
        assert_eq!(path(2, |_, _| false), "");
    }
}
