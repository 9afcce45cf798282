use std::fmt::{self, Display};

/// Text that is no event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnEvent;

impl Display for NotAnEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not an event: see the documentation of the protocol")
    }
}

impl std::error::Error for NotAnEvent {}
