//! Online play, on real sockets to a real listener.

mod around;
mod client;
mod clocks;
mod computer;
mod disk;
mod fairness;
mod host;
mod hostile;
mod model;
mod pairing;
mod resuming;
mod seats;
mod slow;
mod table;
mod toss;
