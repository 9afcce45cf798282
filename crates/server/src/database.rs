use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::store::{Nodes, Postgres, SingleNode, Sqlite, Store, StoreError};

/// Where logs are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// In this file, by one server. Its folder has to be there.
    File(PathBuf),
    /// In the PostgreSQL database at this URL, by any number of servers.
    Postgres(String),
}

impl Database {
    /// A URL of PostgreSQL, or the name of a file.
    pub fn new(text: &str) -> Self {
        let is_url = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
        if is_url { Self::Postgres(text.to_owned()) } else { Self::File(text.into()) }
    }

    pub(crate) async fn open(&self) -> Result<(Arc<dyn Store>, Arc<dyn Nodes>), StoreError> {
        Ok(match self {
            Self::File(path) => {
                (Arc::new(Sqlite::open(path).await?), Arc::new(SingleNode::default()))
            }
            Self::Postgres(url) => {
                let postgres = Arc::new(Postgres::open(url).await?);
                (postgres.clone(), postgres)
            }
        })
    }
}

impl From<PathBuf> for Database {
    fn from(path: PathBuf) -> Self {
        Self::File(path)
    }
}

impl From<&Path> for Database {
    fn from(path: &Path) -> Self {
        Self::File(path.into())
    }
}

impl From<&str> for Database {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

/// Never with a password.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(url) => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
                // Parameters may hold a password as well.
                let rest = rest.split('?').next().unwrap_or_default();
                let (user, host) = rest.rsplit_once('@').unwrap_or(("", rest));
                match user.split(':').next() {
                    Some(user) if !user.is_empty() => write!(f, "{scheme}://{user}@{host}"),
                    _ => write!(f, "{scheme}://{host}"),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        let shown = |text: &str| Database::new(text).to_string();
        assert_eq!(
            shown("postgres://ada:s3cret@db:5432/parlor?sslmode=require"),
            "postgres://ada@db:5432/parlor"
        );
        assert_eq!(shown("postgresql://db/parlor?password=s3cret"), "postgresql://db/parlor");
        assert_eq!(shown("/var/lib/parlor.db"), "/var/lib/parlor.db");
    }
}
