use parlor_wording as wording;

use crate::ui::browser::document;

/// How a game is drawn and how it sounds. Any look fits any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Walnut,
    Gems,
    Island,
    HomePits,
    Snow,
    Chalk,
}

impl Look {
    pub(crate) const ALL: [Self; 6] =
        [Self::Walnut, Self::Gems, Self::Island, Self::HomePits, Self::Snow, Self::Chalk];

    /// The value of the page's `data-look`, under which its style is found.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Walnut => "walnut",
            Self::Gems => "gems",
            Self::Island => "island",
            Self::HomePits => "homepits",
            Self::Snow => "snow",
            Self::Chalk => "chalk",
        }
    }

    /// Has the whole page look like this.
    pub(crate) fn put_on(self) {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-look", self.id());
        }
    }

    /// The name that people read.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Walnut => wording::settings::walnut(),
            Self::Gems => wording::settings::gems(),
            Self::Island => wording::settings::island(),
            Self::HomePits => wording::settings::home_pits(),
            Self::Snow => wording::settings::snow(),
            Self::Chalk => wording::settings::chalk(),
        }
    }

    pub(crate) fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|look| look.id() == id)
    }
}
