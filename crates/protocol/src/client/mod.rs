//! A table that is kept elsewhere, as a state machine without sockets, clocks or chance.
//!
//! A [`RemoteHost`] is a [`Host`](parlor_table::Host) like any other: commands are submitted to it,
//! and it reports what came of them. Towards the server it says hello, resumes from the version of
//! the log that it has, reconnects when events are missing, passes over those that it knows, sends
//! what was not acknowledged again under the same idempotency key, keeps up a heartbeat and
//! reconnects with exponential backoff. It makes a fair toss out of [`Command::Toss`], and it knows
//! which seat is its own by the token of it.
//!
//! The program around it owns the socket, the clock and the storage:
//!
//! - It tells what happens: [`connected`](RemoteHost::connected), [`received`](RemoteHost::received),
//!   [`disconnected`](RemoteHost::disconnected), and [`tick`](RemoteHost::tick) once the
//!   [`deadline`](RemoteHost::deadline) has come. The time is that since any fixed moment.
//! - After each of these calls, and after each command, it does what
//!   [`next_output`](RemoteHost::next_output) asks for until there is nothing more, shows what
//!   [`next_report`](parlor_table::Host::next_report) has to say, and sets its one timer to the
//!   [`deadline`](RemoteHost::deadline).
//! - Nothing that comes from a connection is passed on any more after [`Output::Disconnect`].
//! - A [`Device`] keeps tokens and nonces, and makes up random numbers.
//!
//! ```
//! use std::time::Duration;
//!
//! use parlor_protocol::client::{Device, Memory, Notice, Output, RemoteHost};
//! use parlor_protocol::message::FromClient;
//! use parlor_rules::Choice;
//! use parlor_table::{Command, Host, Report};
//!
//! /// What the program around it does: here it only notes what is sent.
//! fn drive(host: &mut RemoteHost<impl Device>, sent: &mut Vec<String>) {
//!     while let Some(output) = host.next_output() {
//!         match output {
//!             Output::Connect => { /* Open a WebSocket, and call `host.connected` when it is. */ }
//!             Output::Disconnect => { /* Close it, and forget its handlers. */ }
//!             Output::Send(message) => sent.push(message.to_string()),
//!             Output::Notice(Notice::Opened) => { /* Show the table in `host.log()`. */ }
//!             Output::Notice(_) => { /* Who comes and goes, what they say. */ }
//!         }
//!     }
//!     // Set a timer to `host.deadline()`, which calls `host.tick`.
//! }
//!
//! let device = Memory::new(|| 7);
//! let now = Duration::ZERO;
//! let mut host = RemoteHost::new(device, "q3mX".parse()?, None, now);
//! let mut sent = Vec::new();
//! drive(&mut host, &mut sent);
//! host.connected();
//! drive(&mut host, &mut sent);
//! let hello = r#"{"type":"hello","data":{"protocol":2,"table":"q3mX","version":0}}"#;
//! assert_eq!(sent.pop().as_deref(), Some(hello));
//!
//! let welcome = r#"{"type":"welcome","data":{"protocol":2,"table":"q3mX","seat":1,"from":0,
//!     "events":[{"type":"opened","data":{"game":"gems~S~","seats":[
//!         {"occupant":"guest","name":"Ada"},{"occupant":"guest","name":"Ben"}]}}]}}"#;
//! host.received(welcome, now);
//! drive(&mut host, &mut sent);
//! host.submit(Command::Move { choice: Choice::new(2).expect("a pit") });
//! drive(&mut host, &mut sent);
//! let sent = sent.pop().ok_or("the move is sent")?;
//! assert!(sent.starts_with(r#"{"type":"move","data":{"choice":2,"version":1,"id":"#));
//! assert!(host.next_report().is_none(), "it is played when the server says so");
//!
//! let FromClient::Submission(submission) = sent.parse()? else { panic!("a command") };
//! let key = submission.key.ok_or("every command has a key")?;
//! let moved = format!(r#"{{"type":"moved","data":{{"choice":2}},"by":1,"id":"{key}"}}"#);
//! let news = format!(r#"{{"type":"events","data":{{"from":1,"events":[{moved}]}}}}"#);
//! host.received(&news, now);
//! let Some(Report::Changed(change)) = host.next_report() else { panic!("it was played") };
//! assert!(change.turn.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Command::Toss`]: parlor_table::Command::Toss

mod arrival;
mod attendance;
mod backoff;
mod connection;
mod device;
mod host;
mod output;
mod pending;
mod replica;
mod seat;
mod toss;

pub use connection::{Ended, Status};
pub use device::{Device, Memory};
pub use host::RemoteHost;
pub use output::{Notice, Output};
pub use replica::{Mismatch, Replica};
pub use seat::SeatLink;
