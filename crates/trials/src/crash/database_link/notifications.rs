use fastrand::Rng;

/// Drops and repeats notifications in what PostgreSQL says to one of its connections.
///
/// ```text
///   type   length of the rest     rest
///  ┌─────┬────────────────────┬───────────┐
///  │ 'A' │ 4 bytes, big-endian │ …         │   'A' is a NotificationResponse
///  └─────┴────────────────────┴───────────┘
/// ```
#[derive(Debug, Default)]
pub(super) struct Notifications {
    /// The beginning of a message of which the rest has not come yet.
    incomplete: Vec<u8>,
    /// The notification before, which may come again.
    last: Vec<u8>,
}

/// What became of notifications.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Happened {
    pub(super) dropped: u64,
    pub(super) repeated: u64,
}

const NOTIFICATION: u8 = b'A';
/// A type and a length.
const HEADER: usize = 5;

/// What may happen to a notification, each of them once in so many.
const DROP: u32 = 20;
const REPEAT: u32 = 8;
/// The one before comes once more, after this one.
const REPEAT_LAST: u32 = 8;

impl Notifications {
    /// Takes what has come, and puts what is passed on into `to`: all messages that are complete,
    /// the notifications among them well or badly.
    pub(super) fn mistreat(
        &mut self,
        come: &[u8],
        to: &mut Vec<u8>,
        behaves: bool,
        luck: &mut Rng,
    ) -> Happened {
        self.incomplete.extend_from_slice(come);
        let mut happened = Happened::default();
        let mut rest = &self.incomplete[..];
        while let Some(message) = first(rest) {
            rest = &rest[message.len()..];
            let mut happens = |once_in: u32| !behaves && luck.u32(..once_in) == 0;
            if message[0] != NOTIFICATION {
                to.extend_from_slice(message);
                continue;
            }
            if happens(DROP) {
                happened.dropped += 1;
                continue;
            }
            to.extend_from_slice(message);
            if happens(REPEAT) {
                happened.repeated += 1;
                to.extend_from_slice(message);
            }
            if !self.last.is_empty() && happens(REPEAT_LAST) {
                happened.repeated += 1;
                to.extend_from_slice(&self.last);
            }
            self.last.clear();
            self.last.extend_from_slice(message);
        }
        let used = self.incomplete.len() - rest.len();
        self.incomplete.drain(..used);
        happened
    }
}

/// The first message, if all of it is there.
fn first(bytes: &[u8]) -> Option<&[u8]> {
    let length = bytes.get(1..HEADER)?.try_into().expect("four bytes");
    // The length counts itself, but not the type.
    bytes.get(..1 + u32::from_be_bytes(length) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(kind: u8, text: &str) -> Vec<u8> {
        let length = (4 + text.len()) as u32;
        [&[kind][..], &length.to_be_bytes(), text.as_bytes()].concat()
    }

    /// Passes bytes on in pieces of this size.
    fn pass_on(bytes: &[u8], size: usize, behaves: bool) -> (Vec<u8>, Happened) {
        let (mut notifications, mut luck) = (Notifications::default(), Rng::with_seed(7));
        let (mut passed_on, mut all) = (Vec::new(), Happened::default());
        for piece in bytes.chunks(size) {
            let happened = notifications.mistreat(piece, &mut passed_on, behaves, &mut luck);
            all.dropped += happened.dropped;
            all.repeated += happened.repeated;
        }
        (passed_on, all)
    }

    #[test]
    fn messages_come_out_as_they_came_in_if_it_behaves() {
        let bytes: Vec<u8> = [(b'R', "auth"), (b'A', "news"), (b'Z', ""), (b'A', "more")]
            .into_iter()
            .flat_map(|(kind, text)| message(kind, text))
            .collect();
        for size in [1, 2, 5, 7, 100] {
            assert_eq!(pass_on(&bytes, size, true), (bytes.clone(), Happened::default()));
        }
    }

    #[test]
    fn nothing_but_notifications_is_dropped_or_repeated() {
        let answer = message(b'D', "a row");
        let bytes: Vec<u8> = (0..1000)
            .flat_map(|number| [answer.clone(), message(b'A', &format!("{number}"))].concat())
            .collect();
        let (passed_on, Happened { dropped, repeated }) = pass_on(&bytes, 11, false);
        assert!(dropped > 20 && repeated > 100, "{dropped} {repeated}");
        let (mut rest, mut answers, mut notifications) = (&passed_on[..], 0, 0);
        while let Some(message) = first(rest) {
            rest = &rest[message.len()..];
            match message[0] {
                NOTIFICATION => notifications += 1,
                _ => answers += u64::from(message == answer),
            }
        }
        assert!(rest.is_empty());
        assert_eq!((answers, notifications), (1000, 1000 - dropped + repeated));
    }
}
