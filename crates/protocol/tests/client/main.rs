//! A remote table against a script of what a server says.

mod connecting;
mod following;
mod presence;
mod rig;
mod seats;
mod submitting;
mod toss;
mod weather;
