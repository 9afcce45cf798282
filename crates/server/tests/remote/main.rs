//! Online play, on real sockets to a real listener.

/// A message of a client: its type, and the members of its data.
macro_rules! message {
    ($kind:expr $(, $name:ident: $value:expr)*) => {
        serde_json::json!({ "type": $kind, "data": { $((stringify!($name)): $value),* } })
            .to_string()
    };
}

mod around;
mod client;
mod clocks;
mod computer;
mod connections;
mod disk;
mod documented;
mod fairness;
mod following;
mod host;
mod hostile;
mod model;
mod pairing;
mod programs;
mod restoring;
mod resuming;
mod seats;
mod slow;
mod table;
mod toss;
