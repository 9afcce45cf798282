//! Two players of one table do not go by names that people could take for each other.
//!
//! Without accounts a name is all that tells who is who, for the players and for those who watch. So a
//! name that looks like the other player's gets a number, as a second file of one name does. It is not
//! refused: two people called Ada may well be paired.

use parlor_rules::Player;
use parlor_table::{Command, Name, SeatId, Table};
use unicode_security::skeleton;

/// Gives the name in a command a number, if there is one in it and it looks like that of the other
/// player at the table.
pub(super) fn keep_apart(command: &mut Command, by: Option<SeatId>, table: &Table) {
    let is_free = |player: &Player| table.seat(*player).is_free();
    let (name, player) = match command {
        Command::Join { name, seat } => {
            (name, seat.or_else(|| Player::BOTH.into_iter().find(is_free)))
        }
        Command::SeatComputer { name, seat, .. } => (name, Some(*seat)),
        Command::Rename { name, .. } => (name, by.map(|seat| table.side(seat))),
        Command::Leave
        | Command::SetMarks(_)
        | Command::Move { .. }
        | Command::Swap
        | Command::Toss
        | Command::Commit(_)
        | Command::Reveal(_)
        | Command::Undo { .. }
        | Command::Redo { .. }
        | Command::Restart
        | Command::Resign
        | Command::Ask(_)
        | Command::Accept(_)
        | Command::Decline => return,
    };
    if let Some(player) = player
        && !is_free(&!player)
    {
        *name = distinct(name, player, &table.seat(!player).name);
    }
}

/// The name, with a number if it looks like the other one.
fn distinct(name: &Name, player: Player, other: &Name) -> Name {
    if !look_alike(name, other) {
        return name.clone();
    }
    // The first or the second one differs: what ends in 2 does not look like what ends in 3.
    let mut numbered = (2..=3).map(|number| with_ending(name.shown(player), &format!(" {number}")));
    numbered.find(|numbered| !look_alike(numbered, other)).unwrap_or_default()
}

/// A name with something after it, shortened as far as that needs the room.
fn with_ending(name: &str, ending: &str) -> Name {
    let starts = name.char_indices().map(|(start, _)| start).rev();
    let shortened = std::iter::once(name.len()).chain(starts).map(|end| name[..end].trim_end());
    let mut ended = shortened.map(|start| Name::new(&format!("{start}{ending}")));
    ended.find(|name| name.as_typed().ends_with(ending)).unwrap_or_default()
}

/// Whether one could be taken for the other, now or when they have swapped sides. Two players without
/// names never are: they are called by their sides.
fn look_alike(one: &Name, other: &Name) -> bool {
    if *one == Name::default() && *other == Name::default() {
        return false;
    }
    let seen = |name: &Name| Player::BOTH.map(|player| seen(name.shown(player)));
    let [one, other] = [one, other].map(|name| seen(name).concat());
    one.iter().any(|one| other.contains(one))
}

/// What all texts have in common that look like this one, whatever their case: its skeleton, as Unicode
/// calls it (UTS 39). An `I` looks like an `l`, but an `i` does not, so there are two. A page shows
/// several spaces as one.
fn seen(text: &str) -> [String; 2] {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let skeleton = |text: &str| skeleton(text).collect::<String>().to_lowercase();
    [skeleton(&line), skeleton(&line.to_lowercase())]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::tables::hosted_table::HostedTable;
    use crate::tables::participant::Participant;
    use crate::tables::test_rig::{Rig, network, seated};
    use crate::tokens::TokenHash;

    fn called(name: &str, other: &str) -> String {
        let [name, other] = [name, other].map(Name::new);
        distinct(&name, Player::Two, &other).as_typed().to_owned()
    }

    #[test]
    fn a_name_that_looks_like_the_other_one_gets_a_number() {
        for (name, other, expected) in [
            ("Ben", "Ada", "Ben"),
            ("Ada", "Ada", "Ada 2"),
            ("ADA", "Ada", "ADA 2"),
            // In Cyrillic, in full width, with a script letter.
            ("\u{410}da", "Ada", "\u{410}da 2"),
            ("Ａｄａ", "Ada", "Ａｄａ 2"),
            ("𝒜da", "ada", "𝒜da 2"),
            ("Mi1a", "Mila", "Mi1a 2"),
            ("IDA", "lda", "IDA 2"),
            ("IDA", "ida", "IDA 2"),
            ("ida", "lda", "ida"),
            ("Corn", "Com", "Corn 2"),
            ("Jo  Ann", "Jo Ann", "Jo  Ann 2"),
            ("Zoe\u{308}", "Zoë", "Zoe\u{308} 2"),
            ("Zoe", "Zoë", "Zoe"),
            ("Ada 2", "Ada", "Ada 2"),
            ("Ada 2", "Ada 2", "Ada 2 2"),
            ("", "", ""),
            ("", "Ada", ""),
            ("Player 1", "", "Player 1 2"),
            ("P1ayer 2", "", "P1ayer 2 2"),
            ("", "player 1", "Player 2 2"),
        ] {
            assert_eq!(called(name, other), expected, "{name:?} and {other:?}");
        }
        let long = "Wolfeschlegelsteinhausen";
        assert_eq!(called(long, long), "Wolfeschlegelsteinhaus 2", "there is room for 24");
    }

    proptest! {
        #[test]
        fn whatever_they_are_called_they_can_be_told_apart(name in ".{0,30}", case in 0..4) {
            let other = match case {
                0 => name.to_uppercase(),
                1 => format!("{name} 2"),
                2 => format!(" {name} "),
                _ => name.clone(),
            };
            let [name, other] = [&name, &other].map(|name| Name::new(name));
            let given = distinct(&name, Player::One, &other);
            prop_assert!(!look_alike(&given, &other), "{given:?} and {other:?}");
            prop_assert!(given == name || look_alike(&name, &other));
        }
    }

    #[tokio::test]
    async fn players_who_join_or_rename_are_told_apart_and_so_is_the_computer() {
        let rig = Rig::new();
        let names = |table: &HostedTable| {
            let state = table.lock();
            Player::BOTH.map(|player| state.table.name(player).to_owned())
        };
        let table = rig.table(["opened\tgems~S~\tXO\tguest\tAda\tnobody\t"]).await;
        let ben = Arc::new(Participant::new(None, TokenHash([0; 32]), network()));
        let join = "{\"type\":\"join\",\"data\":{\"name\":\"\u{410}da\"}}";
        assert_eq!(rig.submit(&table, &ben, join), None);
        assert_eq!(names(&table), ["Ada", "\u{410}da 2"]);
        let rename = r#"{"type":"rename","data":{"name":"ada"}}"#;
        assert_eq!(rig.submit(&table, &seated(SeatId::Second), rename), None);
        assert_eq!(names(&table), ["Ada", "ada 2"]);
        assert_eq!(rig.submit(&table, &seated(SeatId::First), rename), None);
        assert_eq!(names(&table), ["ada", "ada 2"], "that is another name than the other one's");

        let table = rig.table(["opened\tgems~S~\tXO\tguest\tPIP\tnobody\t"]).await;
        let computer = r#"{"type":"computer","data":{"seat":2,"level":1}}"#;
        assert_eq!(rig.submit(&table, &seated(SeatId::First), computer), None);
        assert_eq!(names(&table), ["PIP", "Pip 2"]);
    }
}
