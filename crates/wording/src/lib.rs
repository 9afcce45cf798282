//! Every sentence that people read or hear: on the page, in the terminal and in announcements.
//!
//! A sentence is made whole from values. Nothing here decides what is legal or what happens next,
//! and nothing elsewhere takes a sentence apart again.

pub mod say;
