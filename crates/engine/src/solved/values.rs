//! Made from `docs/solved.json` by `cargo xtask solved`.

/// The rules of each start that was proved, and its value to the player who moves first.
pub(super) const VALUES: &[(&str, i16)] = &[
    ("gems,stones=1", 2),
    ("gems,stones=2", 10),
    ("gems,stones=3", 2),
    ("gems,stones=4", 10),
    ("gems,stones=5", 12),
    ("kalah,stones=1", 2),
    ("kalah,stones=2", 6),
    ("kalah,stones=3", 2),
    ("kalah,stones=4", 8),
    ("kalah,stones=5", 10),
    ("homepits,stones=1", 2),
    ("homepits,stones=2", 0),
    ("homepits,stones=3", 0),
    ("homepits,stones=4", 8),
    ("homepits,stones=5", 8),
    ("island,stones=1", 0),
    ("island,stones=2", 1),
    ("island,stones=3", 2),
];
