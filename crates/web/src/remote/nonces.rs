//! The numbers that this browser made up for tosses. They are kept until both players have chosen
//! theirs, so that they can still be shown after a reload, or on another device.

use parlor_table::{Nonce, TableId};

use crate::storage;

/// How many are kept, one for a table.
const KEPT: usize = 10;

/// Keeps the number for the toss under way at a table.
pub(crate) fn keep_nonce(table: &TableId, nonce: Nonce) {
    let kept = storage::load("tosses").unwrap_or_default();
    let others = kept.lines().filter(|line| !line.starts_with(table.as_str())).take(KEPT - 1);
    let lines: Vec<&str> = others.collect();
    storage::save("tosses", &format!("{table} {nonce}\n{}", lines.join("\n")));
}

/// The number that was made up last for a toss at this table.
pub(crate) fn nonce_for(table: &TableId) -> Option<Nonce> {
    let kept = storage::load("tosses").unwrap_or_default();
    let of_table = |line: &str| line.strip_prefix(table.as_str())?.trim_start().parse().ok();
    kept.lines().find_map(of_table)
}
