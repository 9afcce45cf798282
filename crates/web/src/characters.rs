use parlor_table::Level;

/// Somebody whom the computer plays as.
pub(crate) struct Character {
    pub(crate) name: &'static str,
    /// How they play, in one line.
    pub(crate) about: &'static str,
}

/// The character of a level.
pub(crate) fn character(level: Level) -> &'static Character {
    &CHARACTERS[usize::from(level.number() - 1)]
}

const CHARACTERS: [Character; 8] = [
    Character { name: "Pip", about: "Has just learned the rules." },
    Character { name: "Clover", about: "Takes what lies in front of her." },
    Character { name: "Otis", about: "Likes to go again." },
    Character { name: "Juno", about: "Sees your answer coming." },
    Character { name: "Basil", about: "Plans a few turns ahead." },
    Character { name: "Vera", about: "Rarely leaves a pit unguarded." },
    Character { name: "Magnus", about: "Counts every stone." },
    Character { name: "The Solver", about: "Plays perfectly where perfection is known." },
];
