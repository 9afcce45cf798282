use std::mem::discriminant;

use parlor_protocol::message::Submission;
use parlor_table::{Command, CommandKey, Entry};

/// What was sent to a table and has not been acknowledged: it is sent again on the next connection.
#[derive(Debug, Default)]
pub(super) struct Orders(Vec<Submission>);

impl Orders {
    /// Whether something of this kind has been sent, so that it need not be wanted twice.
    pub(super) fn has(&self, command: &Command) -> bool {
        self.0.iter().any(|order| discriminant(&order.command) == discriminant(command))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn push(&mut self, order: Submission) {
        self.0.push(order);
    }

    /// Everything in the order in which it was wanted.
    pub(super) fn all(&self) -> Vec<Submission> {
        self.0.clone()
    }

    /// An event is the acknowledgement of the order that led to it.
    pub(super) fn acknowledge(&mut self, entries: &[Entry]) {
        self.0.retain(|order| !entries.iter().any(|entry| entry.note.key == order.key));
    }

    /// Takes out the order with this key, if it is still there.
    pub(super) fn take(&mut self, key: Option<&CommandKey>) -> Option<Submission> {
        self.0.extract_if(.., |order| order.key.as_ref() == key).next()
    }
}

#[cfg(test)]
mod tests {
    use parlor_protocol::text::read_entry;
    use parlor_rules::Player;
    use parlor_table::{Commitment, Nonce};

    use super::*;

    fn order(command: Command, id: &str) -> Submission {
        Submission { command, key: id.parse().ok(), version: None, token: None }
    }

    #[test]
    fn what_is_on_its_way_is_known_until_it_is_acknowledged() {
        let commit = |nonce| Command::Commit(Commitment::of(Player::One, Nonce(nonce)));
        let mut orders = Orders::default();
        assert!(!orders.has(&commit(1)));
        orders.push(order(commit(1), "a"));
        orders.push(order(Command::Resign, "b"));
        assert!(orders.has(&commit(2)), "of the same kind, whatever it says");
        assert!(!orders.has(&Command::Leave));

        let entry = |line: &str| read_entry(line).expect("an entry");
        orders.acknowledge(&[entry("by=1\tid=b\tresigned\t1"), entry("declined\t2")]);
        assert_eq!(orders.all(), [order(commit(1), "a")]);
        let key = "a".parse().ok();
        assert_eq!(orders.take(key.as_ref()), Some(order(commit(1), "a")));
        assert!(orders.is_empty() && orders.take(key.as_ref()).is_none());
    }
}
