use parlor_table::{Coin, GameLog, Host, LocalHost};

use crate::remote::RemoteTable;
use crate::ui::browser::random;
use crate::ui::prelude::*;

/// The host of the table on the screen. Nothing else in a session knows which kind it is.
#[derive(Clone, Copy)]
#[expect(clippy::large_enum_variant, reason = "both are handles, of which a session holds one")]
pub(super) enum Keeper {
    /// It is kept in this browser.
    Local(StoredValue<LocalHost, LocalStorage>),
    /// It is kept by a server.
    Remote(RemoteTable),
}

impl Keeper {
    pub(super) fn local(log: GameLog) -> Self {
        let coin = || if random(2) == 0 { Coin::Heads } else { Coin::Tails };
        Self::Local(StoredValue::new_local(LocalHost::new(log, coin)))
    }

    /// Reads something of the host.
    pub(super) fn read<T>(self, read: impl FnOnce(&dyn Host) -> T) -> T {
        match self {
            Self::Local(host) => host.with_value(|host| read(host)),
            Self::Remote(table) => table.read(read),
        }
    }

    /// Has the host do something.
    pub(super) fn act<T>(self, act: impl FnOnce(&mut dyn Host) -> T) -> Option<T> {
        match self {
            Self::Local(host) => host.try_update_value(|host| act(host)),
            Self::Remote(table) => table.act(act),
        }
    }
}
