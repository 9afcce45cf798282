//! What a first visit fetches, and what is left until it is wanted.

/// When a browser fetches a file of the bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fetched {
    /// At the first visit, by the page or by the service worker, which keeps it for playing offline.
    AtOnce,
    /// When a look is shown that is written in it; the service worker keeps it then. The first page
    /// shows the first of them.
    WithItsLook,
    /// When one of its screens is asked for; the service worker keeps it then.
    WithStudy,
    /// By those who install the app or show a link to it, and by those who come to an address
    /// where there is nothing: never by the app itself.
    ByOthers,
}

impl Fetched {
    /// When the file with this name is fetched.
    pub(crate) fn when(name: &str) -> Self {
        match name.rsplit_once('.') {
            Some((_, "woff2")) => Self::WithItsLook,
            Some((_, "png")) => Self::ByOthers,
            _ if name.starts_with(STUDY) => Self::WithStudy,
            _ if name == NOT_FOUND || name.starts_with(NOT_FOUND_PICTURE) => Self::ByOthers,
            _ => Self::AtOnce,
        }
    }

    /// Whether a visitor of the front room and of one table has fetched this.
    pub(crate) fn at_first_visit(name: &str) -> bool {
        match Self::when(name) {
            Self::AtOnce => true,
            Self::WithItsLook => name.starts_with(FRONT_ROOM_TYPE),
            Self::WithStudy | Self::ByOthers => false,
        }
    }
}

/// What static hosts, and our own server, answer with where there is nothing.
pub(crate) const NOT_FOUND: &str = "404.html";

/// How the name of the picture on that page begins.
const NOT_FOUND_PICTURE: &str = "assets/empty-pit-";

/// How the names of all that belongs to the second module begin.
const STUDY: &str = "assets/study";

/// How the names of the typefaces begin that the front room is written in.
const FRONT_ROOM_TYPE: &str = "assets/walnut";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_visit_fetches_the_app_and_the_type_of_its_first_page() {
        for name in ["index.html", "sw.js", "assets/parlor-1f.wasm", "assets/walnut-1f.woff2"] {
            assert!(Fetched::at_first_visit(name), "{name}");
        }
        for name in [
            "404.html",
            "assets/empty-pit-1f.svg",
            "preview.png",
            "assets/icon-192-1f.png",
            "assets/chalk-1f.woff2",
            "assets/study-1f.wasm",
            "assets/study-worker-1f.js",
        ] {
            assert!(!Fetched::at_first_visit(name), "{name}");
        }
    }
}
