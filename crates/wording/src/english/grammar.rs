//! Persons, numbers and lists.

use parlor_rules::Player;

use crate::Players;

/// A number of things: "1 stone", "2 stones".
pub fn counted(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// Whole sentences, one after the other.
pub fn sentences<'a>(all: impl IntoIterator<Item = &'a str>) -> String {
    let all: Vec<&str> = all.into_iter().filter(|sentence| !sentence.is_empty()).collect();
    all.join(" ")
}

/// Things in one breath: "one", "one and two", "one, two and three".
pub(super) fn listed(things: &[String]) -> String {
    match things {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => things.concat(),
    }
}

/// What there is to say, of several things that may be.
pub(super) fn together<const N: usize>(things: [Option<String>; N]) -> Vec<String> {
    things.into_iter().flatten().collect()
}

pub(super) fn stones(count: u8) -> String {
    counted(count.into(), "stone")
}

impl Players<'_> {
    fn is_you(&self, player: Player) -> bool {
        self.voice.is_to(player)
    }

    fn name(&self, player: Player) -> &str {
        self.names[player.index()]
    }

    /// Who does something, at the beginning of a sentence: "You" or the name.
    pub(super) fn subject(&self, player: Player) -> &str {
        if self.is_you(player) { "You" } else { self.name(player) }
    }

    /// To whom something is done: "you" or the name.
    pub(super) fn object(&self, player: Player) -> &str {
        if self.is_you(player) { "you" } else { self.name(player) }
    }

    /// Whose something is: "your" or "Ada's".
    pub(super) fn whose(&self, player: Player) -> String {
        if self.is_you(player) { "your".to_owned() } else { format!("{}'s", self.name(player)) }
    }

    /// The same at the beginning of a sentence: "Your" or "Ada's".
    pub(super) fn whose_first(&self, player: Player) -> String {
        if self.is_you(player) { "Your".to_owned() } else { format!("{}'s", self.name(player)) }
    }

    /// A verb that agrees with its subject, at the beginning of a sentence: "You win", "Ada wins".
    pub(super) fn does(&self, player: Player, verb: &str) -> String {
        format!("{} {}", self.subject(player), self.agreeing(player, verb))
    }

    /// The same within a sentence: "you win", "Ada wins".
    pub(super) fn does_so(&self, player: Player, verb: &str) -> String {
        format!("{} {}", self.object(player), self.agreeing(player, verb))
    }

    /// A verb as it goes with the subject: "win" for "you", "wins" for a name.
    pub(super) fn agreeing(&self, player: Player, verb: &str) -> String {
        if self.is_you(player) { verb.to_owned() } else { third(verb) }
    }
}

/// The form of a verb that goes with a name.
fn third(verb: &str) -> String {
    let ending = if verb.ends_with(['o', 's', 'h', 'x']) { "es" } else { "s" };
    format!("{verb}{ending}")
}
