//! The numbers that this browser made up for tosses. They are kept until both players have chosen
//! theirs, so that they can still be shown after a reload, or on another device.

use parlor_protocol::TableId;
use parlor_table::Nonce;

use crate::storage;

/// How many are kept in all.
const KEPT: usize = 30;

/// Keeps a number for a toss at a table. Others for the same table stay: two pages may toss at once,
/// and which number counts is only known when the server has heard of one.
pub(crate) fn keep_nonce(table: &TableId, nonce: Nonce) {
    storage::save("tosses", &with_nonce(&kept(), table, nonce));
}

/// The numbers that were made up for tosses at this table, the last one first.
pub(crate) fn nonces_for(table: &TableId) -> Vec<Nonce> {
    nonces_in(&kept(), table)
}

fn kept() -> String {
    storage::load("tosses").unwrap_or_default()
}

fn with_nonce(kept: &str, table: &TableId, nonce: Nonce) -> String {
    let line = format!("{table} {nonce}");
    let others = kept.lines().filter(|other| *other != line).take(KEPT - 1);
    let others: Vec<&str> = others.collect();
    format!("{line}\n{}", others.join("\n"))
}

fn nonces_in(kept: &str, table: &TableId) -> Vec<Nonce> {
    let of_table = |line: &str| line.strip_prefix(table.as_str())?.trim_start().parse().ok();
    kept.lines().filter_map(of_table).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_made_up_later_does_not_replace_the_one_before() {
        let [here, elsewhere] = ["q3mX", "q3mY"].map(|id| id.parse::<TableId>().expect("a table"));
        let mut kept = String::new();
        for (table, nonce) in [(&here, 1), (&elsewhere, 2), (&here, 3), (&here, 1)] {
            kept = with_nonce(&kept, table, Nonce(nonce));
        }
        assert_eq!(nonces_in(&kept, &here), [Nonce(1), Nonce(3)]);
        for nonce in 0..100 {
            kept = with_nonce(&kept, &elsewhere, Nonce(nonce));
        }
        assert_eq!(nonces_in(&kept, &elsewhere).len(), KEPT);
    }
}
