use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::time::timeout;

use super::TIMEOUT;
use super::append::{all_failed, append};
use crate::store::{Append, AppendError, NodeId, StoreError};

/// The only connection of this node that appends. One on which something failed is not used again: what
/// became of it is not known.
pub(super) struct Writer {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
    node: NodeId,
    is_closed: bool,
}

impl Writer {
    pub(super) fn new(options: PgConnectOptions, connection: PgConnection, node: NodeId) -> Self {
        Self { options, connection: Some(connection), node, is_closed: false }
    }

    /// Appends a batch in one commit. If the database refuses it as a whole, each part is tried alone.
    pub(super) async fn append(&mut self, batch: &[Append]) -> Vec<Result<(), AppendError>> {
        let failed = match self.try_append(batch).await {
            Ok(results) => return results,
            Err(failed) => failed,
        };
        if batch.len() == 1 || !failed.is_about_content {
            return all_failed(batch, &failed.error);
        }
        let mut results = Vec::with_capacity(batch.len());
        for append in batch {
            match self.try_append(std::slice::from_ref(append)).await {
                Ok(alone) => results.extend(alone),
                Err(failed) => results.push(Err(AppendError::Failed(failed.error))),
            }
        }
        results
    }

    pub(super) async fn close(&mut self) {
        self.is_closed = true;
        if let Some(connection) = self.connection.take() {
            // There is nothing left to lose.
            let _ = timeout(TIMEOUT, connection.close()).await;
        }
    }

    async fn try_append(
        &mut self,
        batch: &[Append],
    ) -> Result<Vec<Result<(), AppendError>>, Failed> {
        // Taken out, so that it is gone if this fails, or is dropped halfway.
        let connection = self.connection.take();
        let attempt = async {
            let mut connection = match connection {
                Some(connection) => connection,
                None if self.is_closed => return Err(sqlx::Error::PoolClosed),
                None => self.options.connect().await?,
            };
            let results = append(&mut connection, batch, self.node).await?;
            Ok((connection, results))
        };
        match timeout(TIMEOUT, attempt).await {
            Ok(Ok((connection, results))) => {
                self.connection = Some(connection);
                Ok(results)
            }
            Ok(Err(error)) => Err(error.into()),
            Err(_) => Err(Failed {
                error: StoreError::new("PostgreSQL does not answer"),
                is_about_content: false,
            }),
        }
    }
}

/// Why a batch was not appended.
struct Failed {
    error: StoreError,
    /// Whether the database refused something in it, rather than being unable to store anything.
    is_about_content: bool,
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Self {
        // Classes 22 and 23: data that makes no sense, or that breaks a constraint.
        let is_about_content = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code)
            .is_some_and(|code| code.starts_with("22") || code.starts_with("23"));
        Self { error: error.into(), is_about_content }
    }
}
