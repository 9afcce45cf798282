use std::fmt::{self, Display};

use parking_lot::Mutex;

use crate::config::Config;
use crate::store::Room;

/// Whether there is space for more, on the disk and in the database. New tables are refused before
/// there is none, so that games in progress can be finished; and moves before a commit fails, because
/// a disk that is full is full for everything else on the machine, too.
pub(crate) struct Space {
    /// What is left of the disk when new tables are refused.
    reserve: u64,
    /// The most that the database may take; 0 means no limit.
    limit: u64,
    found: Mutex<Found>,
}

/// What is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SpaceLeft {
    /// Everything is taken.
    Enough,
    /// New tables are refused.
    Little,
    /// Everything is refused.
    None,
}

/// What was found when it was last looked.
#[derive(Clone, Copy, Debug)]
struct Found {
    disk: SpaceLeft,
    database: SpaceLeft,
}

/// What there is too little of, for those who run the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLittle {
    pub(crate) left: SpaceLeft,
    of_disk: bool,
}

impl Space {
    pub(crate) fn new(config: &Config) -> Self {
        let found = Found { disk: SpaceLeft::Enough, database: SpaceLeft::Enough };
        let (reserve, limit) = (config.disk_reserve, config.database_limit);
        Self { reserve, limit, found: Mutex::new(found) }
    }

    /// Takes note of how much room there is.
    pub(crate) fn see(&self, room: &Room) {
        let Self { reserve, limit, .. } = *self;
        let disk = match room.disk_free {
            Some(free) if free < reserve / 4 => SpaceLeft::None,
            Some(free) if free < reserve => SpaceLeft::Little,
            Some(_) | None => SpaceLeft::Enough,
        };
        let database = match room.database {
            _ if limit == 0 => SpaceLeft::Enough,
            bytes if bytes >= limit => SpaceLeft::None,
            bytes if bytes >= limit - limit / 8 => SpaceLeft::Little,
            _ => SpaceLeft::Enough,
        };
        let (now, before) = {
            let mut found = self.found.lock();
            let before = found.disk.max(found.database);
            *found = Found { disk, database };
            (disk.max(database), before)
        };
        match self.too_little() {
            Some(too_little) if now > before => tracing::error!("{too_little}"),
            None if now < before => tracing::info!("there is room again"),
            Some(_) | None => {}
        }
    }

    pub(crate) fn left(&self) -> SpaceLeft {
        let Found { disk, database } = *self.found.lock();
        disk.max(database)
    }

    /// What there is too little of, if anything.
    pub(crate) fn too_little(&self) -> Option<TooLittle> {
        let Found { disk, database } = *self.found.lock();
        let left = disk.max(database);
        (left > SpaceLeft::Enough).then_some(TooLittle { left, of_disk: disk == left })
    }
}

impl Display for TooLittle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.left {
            SpaceLeft::Enough | SpaceLeft::Little => "no new tables are taken: ",
            SpaceLeft::None => "nothing can be stored: ",
        })?;
        f.write_str(if self.of_disk {
            "the disk is nearly full (--disk-reserve). Make room on it"
        } else {
            "the database is nearly as large as it may be (--database-limit). Raise the limit, or have \
             tables expire sooner (--forget-after)"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_refused_before_moves_and_moves_before_the_disk_is_full() {
        let mut config = Config::new("nowhere");
        (config.disk_reserve, config.database_limit) = (100, 1_000);
        let space = Space::new(&config);
        assert_eq!(space.left(), SpaceLeft::Enough, "before anything is known");
        for (disk_free, database, expected) in [
            (Some(100), 874, SpaceLeft::Enough),
            (None, 874, SpaceLeft::Enough),
            (Some(99), 0, SpaceLeft::Little),
            (Some(100), 875, SpaceLeft::Little),
            (Some(24), 0, SpaceLeft::None),
            (None, 1_000, SpaceLeft::None),
            (Some(100), 0, SpaceLeft::Enough),
        ] {
            space.see(&Room { disk_free, database });
            assert_eq!(space.left(), expected, "{disk_free:?} {database}");
            assert_eq!(
                space.too_little().map(|it| it.left),
                Some(expected).filter(|it| *it > SpaceLeft::Enough)
            );
        }
        config.database_limit = 0;
        let space = Space::new(&config);
        space.see(&Room { disk_free: None, database: u64::MAX });
        assert_eq!(space.left(), SpaceLeft::Enough, "no limit");
    }
}
