use crate::ui::elements::{El, svg};

/// A small picture on a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    Home,
    Undo,
    Redo,
    First,
    Last,
    Hint,
    Values,
    NewGame,
    PlayAgain,
    More,
    Faster,
    Music,
    Sound,
    Muted,
    Settings,
    Share,
    Help,
    Turn,
    Swap,
    Close,
    Tie,
    Flag,
    Talk,
    Leave,
    Computer,
    Friend,
    SameScreen,
    Beaten,
}

impl Icon {
    /// Lines in a box of 24 by 24.
    const fn path(self) -> &'static str {
        match self {
            Self::Home => "M4 11l8-7 8 7M6 10v10h12V10",
            Self::Undo => "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
            Self::Redo => "M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h3",
            Self::First => "M6 5v14M19 5l-9 7 9 7z",
            Self::Last => "M18 5v14M5 5l9 7-9 7z",
            Self::Hint => "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-1 1-1 2-1 3H9c0-1 0-2-1-3z",
            Self::Values => "M4 20V10M10 20V4M16 20v-7M21 20H3",
            Self::NewGame => "M12 5v14M5 12h14",
            Self::PlayAgain => "M20 12a8 8 0 1 1-3-6M20 3v4h-4",
            Self::More => {
                "M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM20 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0z"
            }
            Self::Faster => "M4 6l8 6-8 6zM13 6l8 6-8 6z",
            Self::Music => {
                "M9 18V5l11-2v13M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM20 16a3 3 0 1 1-6 0 3 3 0 0 1 6 0z"
            }
            Self::Sound => "M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6M19 6a8 8 0 0 1 0 12",
            Self::Muted => "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6",
            Self::Settings => "M4 7h10M18 7h2M16 5v4M4 17h2M10 17h10M8 15v4",
            Self::Share => "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
            Self::Help => {
                "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.1M12 22a10 10 0 1 1 0-20 10 10 0 0 1 0 20z"
            }
            Self::Turn => "M4 9a8 8 0 0 1 14-3l2 2M20 3v5h-5M20 15a8 8 0 0 1-14 3l-2-2M4 21v-5h5",
            Self::Swap => "M7 4L3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
            Self::Close => "M6 6l12 12M18 6L6 18",
            Self::Tie => "M4 9h16M4 15h16",
            Self::Flag => "M5 21V4M5 4h13l-3 4 3 4H5",
            Self::Talk => "M4 5h16v11H11l-5 4v-4H4z",
            Self::Leave => "M13 4H5v16h8M10 12h11M17 8l4 4-4 4",
            Self::Computer => "M4 5h16v11H4zM9 20h6M12 16v4M9 9v2M15 9v2",
            Self::Friend => {
                "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"
            }
            Self::SameScreen => {
                "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM16 11a3 3 0 1 0 0-6M3 19c0-7 10-7 10 0M15 14c4-1 6 2 6 5"
            }
            Self::Beaten => "M5 13l4 4L19 7",
        }
    }

    pub(crate) fn draw(self) -> El {
        svg("svg")
            .attr("class", "icon")
            .attr("viewBox", "0 0 24 24")
            .attr("aria-hidden", "true")
            .child(svg("path").attr("d", self.path()))
    }
}
