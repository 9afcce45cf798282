//! Records what a program does to its files.
//!
//! `LD_PRELOAD` puts this library between a program and the C library. What the program writes in a
//! folder still goes there, and is recorded in a file besides, in order: writes, and what is cut off,
//! renamed and removed, before it happens; that something is on the disk for good, once it is. From
//! that record a test makes disks as a power loss would have left them behind: see
//! `crates/trials/src/crash/power_loss.rs`.
//!
//! - `PARLOR_RECORDED_FOLDER` names the folder, as the system does, without links.
//! - `PARLOR_RECORD` names the file.
//!
//! Only what a program changes by these functions is recorded. `SQLite` maps the index of its
//! write-ahead log into memory, which is made anew after a crash; it maps nothing else that it
//! changes.

#![cfg(target_os = "linux")]

pub mod interposed;
mod record;
