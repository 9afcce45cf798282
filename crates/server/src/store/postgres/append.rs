use std::collections::{HashMap, HashSet};

use sqlx::postgres::PgConnection;

use crate::store::{
    Append, AppendError, EncodedEvent, KeyUse, LogHeader, LogId, NodeId, SeatChange, StoreError,
};
use crate::tokens::TokenHash;

/// A batch, column by column, as `append.sql` takes it.
#[derive(Default)]
struct Columns<'a> {
    keys: Vec<i64>,
    versions: Vec<i32>,
    counts: Vec<i32>,
    played: Vec<bool>,
    first_changes: Vec<bool>,
    first_tokens: Vec<Option<Vec<u8>>>,
    second_changes: Vec<bool>,
    second_tokens: Vec<Option<Vec<u8>>>,
    new: NewLogs<'a>,
    events: Events<'a>,
}

#[derive(Default)]
struct NewLogs<'a> {
    keys: Vec<i64>,
    ids: Vec<&'a str>,
    secrets: Vec<&'a [u8]>,
    anyone: Vec<bool>,
    epochs: Vec<i32>,
    first_tokens: Vec<Option<Vec<u8>>>,
    second_tokens: Vec<Option<Vec<u8>>>,
    counts: Vec<i32>,
    played: Vec<bool>,
}

#[derive(Default)]
struct Events<'a> {
    logs: Vec<i64>,
    versions: Vec<i32>,
    key_uses: Vec<Option<i64>>,
    hashes: Vec<Vec<u8>>,
    jsons: Vec<&'a str>,
}

/// All that is appended to one log.
struct Tail<'a> {
    log: LogId,
    header: Option<&'a LogHeader>,
    /// The version of its first event.
    version: u32,
    count: u32,
    played: bool,
    /// What becomes of each seat that changes hands.
    seats: [Option<SeatChange>; 2],
}

/// Appends a batch, and says of each part whether it is stored.
pub(super) async fn append(
    connection: &mut PgConnection,
    batch: &[Append],
    NodeId(node): NodeId,
) -> Result<Vec<Result<(), AppendError>>, sqlx::Error> {
    let (tails, continues) = tails(batch);
    let mut columns = Columns::default();
    for tail in &tails {
        columns.push(tail);
    }
    for (append, continues) in batch.iter().zip(&continues) {
        if *continues {
            columns.events.push(append);
        }
    }
    let Columns { new, events, .. } = &columns;
    let stored: Vec<(i64, i64)> = sqlx::query_as(include_str!("append.sql"))
        .bind(&columns.keys)
        .bind(&columns.versions)
        .bind(&columns.counts)
        .bind(&columns.played)
        .bind(&columns.first_changes)
        .bind(&columns.first_tokens)
        .bind(&columns.second_changes)
        .bind(&columns.second_tokens)
        .bind(&new.keys)
        .bind(&new.ids)
        .bind(&new.secrets)
        .bind(&new.anyone)
        .bind(&new.epochs)
        .bind(&new.first_tokens)
        .bind(&new.second_tokens)
        .bind(&new.counts)
        .bind(&new.played)
        .bind(&events.logs)
        .bind(&events.versions)
        .bind(&events.key_uses)
        .bind(&events.hashes)
        .bind(&events.jsons)
        .bind(node)
        .fetch_all(connection)
        .await?;
    let stored: HashSet<LogId> = stored.into_iter().map(|(key, _)| LogId(key)).collect();
    let result = |(append, continues): (&Append, bool)| {
        (continues && stored.contains(&append.log)).then_some(()).ok_or(AppendError::Conflict)
    };
    Ok(batch.iter().zip(continues).map(result).collect())
}

/// Puts together what is appended to each log, and says of each part of the batch whether it continues
/// what is before it. What follows a gap cannot be stored, and must not be.
fn tails(batch: &[Append]) -> (Vec<Tail<'_>>, Vec<bool>) {
    let mut tails: Vec<Tail<'_>> = Vec::with_capacity(batch.len());
    let mut places = HashMap::<LogId, usize>::with_capacity(batch.len());
    let mut continues = Vec::with_capacity(batch.len());
    for append in batch {
        let place = *places.entry(append.log).or_insert_with(|| {
            tails.push(Tail {
                log: append.log,
                header: append.header.as_deref(),
                version: append.version,
                count: 0,
                played: false,
                seats: [None; 2],
            });
            tails.len() - 1
        });
        let tail = &mut tails[place];
        let is_next = append.version == tail.version + tail.count;
        continues.push(is_next);
        if is_next {
            tail.count += append.events.count();
            tail.played |=
                append.events.iter().any(|event| event.json.starts_with(r#"{"type":"moved""#));
            if let Some(change) = append.seat {
                tail.seats[change.seat.index()] = Some(change);
            }
        }
    }
    (tails, continues)
}

impl<'a> Columns<'a> {
    fn push(&mut self, tail: &Tail<'a>) {
        let Tail { log: LogId(key), header, version, count, played, seats } = *tail;
        let bytes = |token: Option<TokenHash>| token.map(|TokenHash(hash)| hash.to_vec());
        if let Some(header) = header {
            let [first, second] =
                [0, 1].map(|seat| bytes(seats[seat].map_or(header.tokens[seat], |it| it.token)));
            let new = &mut self.new;
            new.keys.push(key);
            new.ids.push(header.table.as_str());
            new.secrets.push(&header.secret);
            new.anyone.push(header.seeks_opponent);
            new.epochs.push(header.epoch.cast_signed());
            new.first_tokens.push(first);
            new.second_tokens.push(second);
            new.counts.push(count.cast_signed());
            new.played.push(played);
        } else {
            self.keys.push(key);
            self.versions.push(version.cast_signed());
            self.counts.push(count.cast_signed());
            self.played.push(played);
            self.first_changes.push(seats[0].is_some());
            self.first_tokens.push(bytes(seats[0].and_then(|change| change.token)));
            self.second_changes.push(seats[1].is_some());
            self.second_tokens.push(bytes(seats[1].and_then(|change| change.token)));
        }
    }
}

impl<'a> Events<'a> {
    fn push(&mut self, append: &'a Append) {
        let Append { log: LogId(log), version, key_use, .. } = *append;
        // The idempotency key is in the first one.
        let key_uses = std::iter::once(key_use).chain(std::iter::repeat(None));
        for ((version, key_use), event) in (version..).zip(key_uses).zip(append.events.iter()) {
            let EncodedEvent { json, hash } = event;
            self.logs.push(log);
            self.versions.push(version.cast_signed());
            self.key_uses.push(key_use.map(|KeyUse(number)| number));
            self.hashes.push(hash.0.to_vec());
            self.jsons.push(json);
        }
    }
}

/// The same failure for each part of a batch.
pub(super) fn all_failed(batch: &[Append], error: &StoreError) -> Vec<Result<(), AppendError>> {
    batch.iter().map(|_| Err(AppendError::Failed(error.clone()))).collect()
}
