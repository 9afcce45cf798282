//! Who sits at the table, as it is said on the command line.

use parlor_rules::{Level, Player};
use parlor_table::{Name, Occupant, Seat};
use parlor_wording::level_name;

/// Reads who plays a side: `human`, or the number of a level.
pub(super) fn read_occupant(text: &str) -> Result<Occupant, String> {
    if text.eq_ignore_ascii_case("human") {
        return Ok(Occupant::Person);
    }
    let level = text.parse().ok().and_then(Level::new);
    level
        .map(Occupant::Computer)
        .ok_or_else(|| format!("'{text}' cannot play: write human, or a level from 1 to 8"))
}

/// Reads two names with a comma between them; either can be left blank.
pub(super) fn read_names(text: &str) -> Result<[Name; 2], String> {
    let (one, two) = text.split_once(',').unwrap_or((text, ""));
    if two.contains(',') {
        return Err("write two names with one comma between them, such as Ada,Ben".to_owned());
    }
    Ok([one, two].map(Name::new))
}

/// Both seats. A computer player without a name has that of its level; two of one level are told
/// apart by a number, which stays true when they swap sides.
pub(super) fn seats(occupants: [Occupant; 2], names: &[Name; 2]) -> [Seat; 2] {
    let twins = occupants[0] == occupants[1];
    Player::BOTH.map(|player| {
        let (occupant, given) = (occupants[player.index()], &names[player.index()]);
        let name = match occupant {
            Occupant::Computer(level) if *given == Name::default() => {
                let number = if twins { format!(" {}", player.index() + 1) } else { String::new() };
                Name::new(&format!("{}{number}", level_name(level)))
            }
            Occupant::Computer(_) | Occupant::Person | Occupant::Guest | Occupant::Nobody => {
                given.clone()
            }
        };
        Seat { name, occupant }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_names_are_the_defaults() {
        let blank = [Name::default(), Name::default()];
        assert_eq!(read_names(" , \t"), Ok(blank.clone()));
        assert_eq!(read_names("\u{200b},\u{200b} "), Ok(blank));
        assert_eq!(read_names("Ada"), Ok([Name::new("Ada"), Name::default()]));
        assert!(read_names("a,b,c").is_err());
    }
}
