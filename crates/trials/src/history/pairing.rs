//! Whether players who looked for an opponent were brought together as they should be.

use std::collections::HashMap;
use std::hash::BuildHasher;

use anyhow::{Context, Result, ensure};
use parlor_protocol::TableId;
use parlor_protocol::message::NewTable;
use parlor_rules::Player;
use parlor_table::{Clock, Clocks, Name, Occupant, PieRule, Table};

use super::Timeline;

/// A player who looked for an opponent, once.
#[derive(Clone, Debug)]
pub struct Seek {
    /// Their name, which no other player has, nor they themselves the next time.
    pub name: Name,
    /// What they asked for.
    pub sought: Sought,
    /// In which round they asked.
    pub since: u64,
    /// What they were told of an opponent; `None` if they waited until the end.
    pub paired: Option<Paired>,
}

/// A game that a player wants to play. Those who want the same are paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sought {
    game: String,
    clock: Option<Clock>,
    pie_rule: PieRule,
}

/// What a player was told who has an opponent now.
#[derive(Clone, Debug)]
pub struct Paired {
    /// The table where both sit.
    pub table: TableId,
    /// How many events of its log they knew then.
    pub version: usize,
    /// In which round it was.
    pub round: u64,
}

impl Sought {
    /// What a player asks for.
    pub fn of(new: &NewTable) -> Self {
        Self { game: new.game.to_string(), clock: new.clock, pie_rule: new.pie_rule }
    }

    fn at(table: &Table) -> Self {
        Self {
            game: table.play().record().to_string(),
            clock: table.clocks().map(Clocks::clock),
            pie_rule: table.pie_rule(),
        }
    }
}

/// Holds what players were told of their opponents against what happened at the tables where any of them
/// sat, and says how many were told. Nobody may wait for longer than `patience` while another one waits for
/// the same: so many rounds, of which `end` is the last one.
///
/// # Errors
/// If players were told that they have an opponent who does not sit where they do, if one has several,
/// or another game than both asked for, or if two were left to wait.
pub fn check_pairing<S: BuildHasher>(
    seeks: &[Seek],
    tables: &HashMap<TableId, Timeline, S>,
    patience: u64,
    end: u64,
) -> Result<u64> {
    let seekers: HashMap<&str, &Seek> =
        seeks.iter().map(|seek| (seek.name.as_typed(), seek)).collect();
    ensure!(seekers.len() == seeks.len(), "two players have one name");
    let mut told = 0;
    for seek in seeks {
        let Some(paired) = &seek.paired else { continue };
        check_told(seek, paired, tables)
            .with_context(|| format!("{} was told of an opponent, {paired:?}", seek.name))?;
        told += 1;
    }
    check_tables(&seekers, tables)?;
    check_waiting(seeks, patience, end)?;
    Ok(told)
}

/// A player who is told that they have an opponent sits at that table, opposite another one.
fn check_told<S: BuildHasher>(
    seek: &Seek,
    paired: &Paired,
    tables: &HashMap<TableId, Timeline, S>,
) -> Result<()> {
    let timeline = tables.get(&paired.table).context("there is no such table")?;
    let names = guests(timeline.after(paired.version)?).context("nobody sat opposite")?;
    ensure!(names.contains(&&seek.name), "{names:?} sat there");
    Ok(())
}

/// Those who sit opposite each other asked for what is played there, and sit nowhere else like that.
fn check_tables<S: BuildHasher>(
    seekers: &HashMap<&str, &Seek>,
    tables: &HashMap<TableId, Timeline, S>,
) -> Result<()> {
    let mut seated: HashMap<&str, &TableId> = HashMap::new();
    for (id, timeline) in tables {
        let met = timeline.tables().iter().find_map(|table| Some((table, guests(table)?)));
        let Some((table, names)) = met else { continue };
        for name in names {
            let name = name.as_typed();
            let seek = seekers.get(name).with_context(|| format!("{name} at {id} seeks nobody"))?;
            let played = Sought::at(table);
            ensure!(
                played == seek.sought,
                "{name} at {id} wanted {:?} and plays {played:?}",
                seek.sought
            );
            let elsewhere = seated.insert(name, id);
            ensure!(elsewhere.is_none(), "{name} has opponents at {id} and {elsewhere:?}");
        }
    }
    Ok(())
}

/// No two players wait for the same at the same time for longer than that.
fn check_waiting(seeks: &[Seek], patience: u64, end: u64) -> Result<()> {
    let until = |seek: &Seek| seek.paired.as_ref().map_or(end, |paired| paired.round);
    for (number, one) in seeks.iter().enumerate() {
        if until(one).saturating_sub(one.since) <= patience {
            continue;
        }
        for other in &seeks[number + 1..] {
            let both = until(one).min(until(other)).saturating_sub(one.since.max(other.since));
            ensure!(
                one.sought != other.sought || both <= patience,
                "{} and {} waited beside each other for {both} rounds",
                one.name,
                other.name
            );
        }
    }
    Ok(())
}

/// The names of the players, if both are guests.
fn guests(table: &Table) -> Option<[&Name; 2]> {
    let seats = Player::BOTH.map(|player| table.seat(player));
    seats.iter().all(|seat| seat.occupant == Occupant::Guest).then(|| seats.map(|seat| &seat.name))
}

#[cfg(test)]
mod tests {
    use parlor_table::{Entry, Event, GameLog, Note, Opening, Seat};

    use super::*;

    const PATIENCE: u64 = 10;
    const END: u64 = 100;

    fn id(letter: char) -> TableId {
        String::from(letter).repeat(16).parse().expect("a table")
    }

    fn guest(name: &str) -> Seat {
        Seat { name: Name::new(name), occupant: Occupant::Guest }
    }

    fn free() -> Seat {
        Seat { name: Name::default(), occupant: Occupant::Nobody }
    }

    /// A table where one player waits for the other, if there is another one.
    fn table(letter: char, waits: &str, comes: Option<&str>) -> (TableId, Timeline) {
        let game = "gems~S~".parse().expect("a record");
        let mut log = GameLog::continued(Opening::new(game, [guest(waits), free()]));
        if let Some(name) = comes {
            let event = Event::Seated { player: Player::Two, seat: guest(name) };
            log.append(Entry { event, note: Note::default() }).expect("a seat");
        }
        (id(letter), Timeline::new(id(letter), &log).expect("a log"))
    }

    /// A player who waits from a round on, and was told in another one of an opponent at a table.
    fn seek(name: &str, game: &str, since: u64, paired: Option<(char, u64)>) -> Seek {
        let new: NewTable = format!(r#"{{"game":"{game}"}}"#).parse().expect("a table");
        let paired = paired.map(|(table, round)| Paired { table: id(table), version: 2, round });
        Seek { name: Name::new(name), sought: Sought::of(&new), since, paired }
    }

    fn verdict(seeks: &[Seek], tables: impl IntoIterator<Item = (TableId, Timeline)>) -> String {
        let tables: HashMap<TableId, Timeline> = tables.into_iter().collect();
        match check_pairing(seeks, &tables, PATIENCE, END) {
            Ok(told) => told.to_string(),
            Err(error) => format!("{error:#}"),
        }
    }

    #[test]
    fn players_who_sit_where_they_were_told_pass() {
        let seeks = [
            seek("Ada", "gems", 3, Some(('A', 5))),
            seek("Ben", "gems", 4, Some(('A', 6))),
            // Who has not been told yet may wait, or have an opponent already.
            seek("Cy", "gems", 95, None),
            seek("Dee", "gems", 95, None),
            seek("Eva", "gems", 7, None),
        ];
        let tables = [
            table('A', "Ada", Some("Ben")),
            table('B', "Cy", Some("Dee")),
            table('C', "Eva", None),
        ];
        assert_eq!(verdict(&seeks, tables), "2");
    }

    #[test]
    fn an_opponent_who_does_not_sit_there_is_found() {
        let ada = || seek("Ada", "gems", 1, Some(('A', 2)));
        let ben = seek("Ben", "gems", 1, Some(('B', 2)));
        let told = verdict(&[ada()], [table('A', "Ada", None)]);
        assert!(told.contains("the log never had 2 events"), "{told}");
        let told = verdict(&[ada()], []);
        assert!(told.contains("there is no such table"), "{told}");
        let told =
            verdict(&[ada(), ben], [table('A', "Ada", Some("Cy")), table('B', "Dee", Some("Eva"))]);
        assert!(told.contains("Ben was told of an opponent"), "{told}");
    }

    #[test]
    fn a_player_with_two_opponents_is_found() {
        let seeks = ["Ada", "Ben", "Cy"].map(|name| seek(name, "gems", 95, None));
        let told = verdict(&seeks, [table('A', "Ada", Some("Ben")), table('B', "Cy", Some("Ada"))]);
        assert!(told.contains("Ada has opponents at"), "{told}");
    }

    #[test]
    fn another_game_than_was_asked_for_is_found() {
        let seeks = [seek("Ada", "gems", 95, None), seek("Ben", "kalah", 95, None)];
        let told = verdict(&seeks, [table('A', "Ada", Some("Ben"))]);
        assert!(told.contains("Ben at AAAAAAAAAAAAAAAA wanted"), "{told}");
        let stranger = verdict(&seeks[..1], [table('A', "Ada", Some("Eva"))]);
        assert!(stranger.contains("Eva at AAAAAAAAAAAAAAAA seeks nobody"), "{stranger}");
    }

    #[test]
    fn two_who_are_left_to_wait_for_the_same_are_found() {
        let tables = || [table('A', "Ada", None), table('B', "Ben", None)];
        let at_the_end = ["Ada", "Ben"].map(|name| seek(name, "gems", 80, None));
        let told = verdict(&at_the_end, tables());
        assert!(told.contains("waited beside each other for 20 rounds"), "{told}");
        let different = [seek("Ada", "gems", 80, None), seek("Ben", "kalah", 80, None)];
        assert_eq!(verdict(&different, tables()), "0");
        let in_time = [seek("Ada", "gems", 80, None), seek("Ben", "gems", 90, None)];
        assert_eq!(verdict(&in_time, tables()), "0");
        // They found opponents in the end, but not each other when they could have.
        let late =
            [seek("Ada", "gems", 1, Some(('A', 20))), seek("Ben", "gems", 2, Some(('A', 21)))];
        let told = verdict(&late, [table('A', "Ada", Some("Ben"))]);
        assert!(told.contains("waited beside each other for 18 rounds"), "{told}");
    }
}
