use parlor_rules::{Choice, Variant};
use parlor_table::{Event, GameLog, Phase, Seat};
use parlor_wording::{Voice, headline, turn_account, turn_message};
use serde::Deserialize;

use crate::{Result, Tab};

/// The same game beside the page, played by the rules alone.
pub struct Mirror {
    log: GameLog,
}

impl Mirror {
    /// A table of two people, as the page sets it for these rules.
    ///
    /// # Panics
    /// If there are no such rules.
    pub fn of(variant: &str) -> Self {
        Self::with_names(variant, ["", ""])
    }

    /// The same, with two people who have names.
    ///
    /// # Panics
    /// If there are no such rules.
    pub fn with_names(variant: &str, names: [&str; 2]) -> Self {
        let variant: Variant = variant.parse().expect("rules that there are");
        Self { log: GameLog::open(variant, names.map(Seat::person)) }
    }

    /// What happened on the page happens here too.
    ///
    /// # Panics
    /// If the rules do not allow it.
    pub fn happens(&mut self, event: Event) {
        self.log.append(event).expect("what the page allows is allowed");
    }

    /// The log so far.
    pub fn log(&self) -> &GameLog {
        &self.log
    }

    /// The moves that the rules allow now.
    pub fn moves(&self) -> Vec<Choice> {
        self.log.table().play().moves()
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.log.table().phase(), Phase::Over(_))
    }

    /// The id of the element for a move of the player whose turn it is.
    pub fn element(&self, choice: Choice) -> u8 {
        let table = self.log.table();
        match (table.rules(), table.turn()) {
            (Some(rules), player) => choice.pit().slot(&rules, player).index(),
            (None, _) => choice.index(),
        }
    }

    /// Plays a move here, and waits until the page has played it and shows the same.
    ///
    /// # Errors
    /// If the page never gets there.
    ///
    /// # Panics
    /// If the page shows anything else than the rules say.
    pub async fn plays(&mut self, page: &Tab, choice: Choice) -> Result {
        self.happens(Event::Moved { choice });
        page.turns(self.log.table().play().played()).await?;
        self.compare(page).await
    }

    /// Compares everything on the page with the rules.
    ///
    /// # Errors
    /// If no table is shown.
    ///
    /// # Panics
    /// If the page shows anything else than the rules say.
    pub async fn compare(&self, page: &Tab) -> Result {
        let table = self.log.table();
        let Some(position) = table.play().mancala() else { return Ok(()) };
        let seen: Sight = page.value(SIGHT).await?;
        let after = table.play().record();
        assert_eq!(seen.slots, position.slots(), "the stones after {after}");
        assert_eq!(seen.status, headline(table, Voice::ToBoth), "the status after {after}");
        let played = table.play().played().to_string();
        assert_eq!(seen.turns.split(' ').next(), Some(&*played), "the turns after {after}");
        let legal: Vec<u8> = self.moves().into_iter().map(|pit| self.element(pit)).collect();
        assert_eq!(seen.pressable, legal, "what can be pressed after {after}");
        let message =
            table.play().last_turn().and_then(|turn| turn_message(table, turn, Voice::ToBoth));
        assert_eq!(seen.message, message.unwrap_or_default(), "the message after {after}");
        if let Some(turn) = table.play().last_turn() {
            assert_eq!(
                seen.heard,
                turn_account(table, turn, Voice::ToBoth),
                "what is heard after {after}"
            );
        }
        Ok(())
    }
}

/// What a person sees and hears of a game of Mancala, in one look.
#[derive(Deserialize)]
struct Sight {
    slots: Vec<u8>,
    pressable: Vec<u8>,
    status: String,
    message: String,
    turns: String,
    heard: String,
}

const SIGHT: &str = "(() => { \
    const slots = [...document.querySelectorAll('.slot')].sort((a, b) => a.id - b.id); \
    const text = (selector) => document.querySelector(selector).textContent.trim(); \
    return { \
        slots: slots.map((slot) => Number(slot.querySelector('.count').textContent)), \
        pressable: slots.filter((slot) => slot.getAttribute('aria-disabled') === 'false') \
            .map((slot) => Number(slot.id)), \
        status: text('#status'), message: text('#message'), turns: text('#turns'), \
        heard: text('[role=status]'), \
    }; \
})()";
