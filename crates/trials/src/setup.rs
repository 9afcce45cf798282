use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

/// Which servers there are, and where they keep their logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Setup {
    /// One, with a file.
    Sqlite,
    /// Several nodes, with a PostgreSQL.
    Postgres {
        /// How many.
        nodes: usize,
    },
}

impl Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite => f.write_str("1 server with SQLite"),
            Self::Postgres { nodes: 1 } => f.write_str("1 node with PostgreSQL"),
            Self::Postgres { nodes } => write!(f, "{nodes} nodes with PostgreSQL"),
        }
    }
}
