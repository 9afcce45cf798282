//! A PostgreSQL of its own for a test: in a folder that goes away, on a port that nobody else has,
//! reached from this machine only. It can be killed as a crash would, and started again.
//!
//! ```
//! use parlor_throwaway_postgres::Cluster;
//!
//! let url = Cluster::shared().new_database();
//! assert!(url.starts_with("postgres://"));
//! ```
//!
//! What always holds:
//!
//! - When the process that started a cluster is gone, however it ended, so are the cluster and its
//!   folder. `guardian.rs` says how.
//! - A test that cannot have its database fails, with a sentence that says what to install.

mod cluster;
mod guardian;
mod postmaster;
mod programs;
mod server;

pub use cluster::{Cluster, Durability};
