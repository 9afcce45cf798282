//! What the engine says, checked against what is published and against a search too plain to be
//! wrong.

mod agreement;
mod levels;
mod mistakes;
mod plain;
mod published;
mod reasons;
mod review;
mod tables;
