use parlor_table::{Command, CommandKey, Entry};

use crate::message::Submission;

/// What was submitted to a table and has not been acknowledged. It is sent again, with the same
/// idempotency key, on the next connection.
#[derive(Debug, Default)]
pub(super) struct Pending(Vec<Submission>);

impl Pending {
    /// Whether a command has been submitted already, so that it need not be submitted twice. A toss
    /// is one toss whatever its nonce, and there is one seat to take.
    pub(super) fn has(&self, command: &Command) -> bool {
        self.0.iter().any(|submission| match (&submission.command, command) {
            (Command::Commit(_), Command::Commit(_) | Command::Toss)
            | (Command::Join { .. }, Command::Join { .. }) => true,
            (pending, command) => pending == command,
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn push(&mut self, submission: Submission) {
        self.0.push(submission);
    }

    /// Everything, in the order in which it was submitted.
    pub(super) fn all(&self) -> &[Submission] {
        &self.0
    }

    /// Takes out the submission that led to an event, which is the acknowledgement of it.
    pub(super) fn acknowledge(&mut self, entry: &Entry) -> Option<Submission> {
        self.take(entry.note.key.as_ref()?)
    }

    /// Takes out the submission with this key, if it is still there.
    pub(super) fn take(&mut self, key: &CommandKey) -> Option<Submission> {
        self.0.extract_if(.., |submission| submission.key.as_ref() == Some(key)).next()
    }

    /// Does not ask for a command any more.
    pub(super) fn forget(&mut self, command: &Command) {
        self.0.retain(|submission| submission.command != *command);
    }

    /// Takes out everything.
    pub(super) fn drain(&mut self) -> Vec<Submission> {
        std::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Player;
    use parlor_table::{Commitment, Nonce};

    use super::*;
    use crate::old_text::read_entry;

    fn submission(command: Command, key: &str) -> Submission {
        Submission { command, key: key.parse().ok(), version: None, token: None }
    }

    #[test]
    fn a_submission_is_pending_until_it_is_acknowledged() {
        let commit = |nonce| Command::Commit(Commitment::of(Player::One, Nonce(nonce)));
        let mut pending = Pending::default();
        assert!(!pending.has(&commit(1)));
        pending.push(submission(commit(1), "a"));
        pending.push(submission(Command::Resign, "b"));
        assert!(pending.has(&commit(2)) && pending.has(&Command::Toss), "whatever its nonce");
        assert!(!pending.has(&Command::Leave));

        let resigned = read_entry("by=1\tid=b\tresigned\t1").expect("an entry");
        assert_eq!(pending.acknowledge(&resigned), Some(submission(Command::Resign, "b")));
        let declined = read_entry("declined\t2").expect("an entry");
        assert_eq!(pending.acknowledge(&declined), None);
        assert_eq!(pending.all(), [submission(commit(1), "a")]);
        let key = "a".parse().expect("a key");
        assert_eq!(pending.take(&key), Some(submission(commit(1), "a")));
        assert!(pending.is_empty() && pending.take(&key).is_none());
    }
}
