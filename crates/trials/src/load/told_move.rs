use parlor_rules::{Choice, Player};
use parlor_table::{Entry, Event, Note};
use serde::Deserialize;

/// The move that a message tells of and its number, if it tells of one move and of nothing else. Nearly
/// every message of the load test does, and is read in one pass, by types for this alone; those of the
/// protocol can hold anything, and take several.
pub(super) fn told_move(text: &str) -> Option<(usize, Entry)> {
    let Message { kind: "events", data } = serde_json::from_str(text).ok()? else { return None };
    let [Told { kind: "moved", data: Moved { choice }, by }] = data.events else { return None };
    let by = *Player::BOTH.get(usize::from(by).checked_sub(1)?)?;
    let event = Event::Moved { choice: Choice::new(choice)? };
    Some((data.from, Entry { event, note: Note { by: Some(by), ..Note::default() } }))
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(borrow)]
    data: Events<'a>,
}

#[derive(Deserialize)]
struct Events<'a> {
    from: usize,
    #[serde(borrow)]
    events: [Told<'a>; 1],
}

#[derive(Deserialize)]
struct Told<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    data: Moved,
    by: u8,
}

#[derive(Deserialize)]
struct Moved {
    choice: u8,
}

#[cfg(test)]
mod tests {
    use parlor_protocol::message::FromServer;

    use super::*;

    #[test]
    fn a_move_is_read_as_the_protocol_reads_it() {
        let text = r#"{"type":"events","data":{"from":7,"events":[{"type":"moved","data":{"choice":2},"by":2,"id":"7"}],"hash":"0123456789abcdef"}}"#;
        let (number, moved) = told_move(text).expect("a move");
        let Ok(FromServer::Events(told)) = text.parse() else { panic!("events") };
        let Entry { event, note } = &told.entries[0];
        assert_eq!((number, &moved.event, moved.note.by), (told.from, event, note.by));
    }

    #[test]
    fn whatever_else_is_said_is_left_to_the_protocol() {
        let moved = r#"{"type":"moved","data":{"choice":2},"by":2}"#;
        let events = |events: &str| {
            format!(r#"{{"type":"events","data":{{"from":7,"events":[{events}]}}}}"#)
        };
        for other in [
            events(&format!("{moved},{moved}")),
            events(&moved.replace("moved", "flew")),
            events(r#"{"type":"rematched","by":2}"#),
            events(r#"{"type":"moved","data":{"choice":2},"by":3}"#),
            r#"{"type":"pong"}"#.to_owned(),
        ] {
            assert!(told_move(&other).is_none(), "{other}");
        }
        assert!(told_move(&events(moved)).is_some());
    }
}
