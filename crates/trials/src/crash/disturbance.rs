use std::fmt::{self, Display};

use fastrand::Rng;

use crate::Setup;

/// What is done to the servers while clients play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Disturbance {
    /// A server is killed, and started again.
    KillServer,
    /// PostgreSQL is killed with all its processes, and started again.
    KillDatabase,
    /// The connections of one node to PostgreSQL are cut, all of them or one.
    CutLink,
    /// A server is killed, and its disk has lost what was not synced, when it is started again.
    LosePower,
    /// Nothing passes between one node and PostgreSQL for a while, and then everything does.
    HoldUpLink,
}

/// What happens next, by chance, but each of them as often as it should.
pub(super) struct Disturbances {
    deck: &'static [Disturbance],
    left: Vec<Disturbance>,
    luck: Rng,
}

/// How often each happens in comparison with the others. Servers are killed most often, because most
/// of what has to hold is up to them.
const WITH_POSTGRES: [Disturbance; 8] = [
    Disturbance::KillServer,
    Disturbance::KillServer,
    Disturbance::KillServer,
    Disturbance::KillServer,
    Disturbance::KillDatabase,
    Disturbance::CutLink,
    Disturbance::CutLink,
    Disturbance::HoldUpLink,
];

impl Disturbances {
    pub(super) fn for_servers(setup: Setup, loses_power: bool, luck: Rng) -> Self {
        let deck: &[_] = match setup {
            Setup::Sqlite if loses_power => &[Disturbance::LosePower],
            Setup::Sqlite => &[Disturbance::KillServer],
            Setup::Postgres { .. } => &WITH_POSTGRES,
        };
        Self { deck, left: Vec::new(), luck }
    }

    /// The next one: cards are drawn from a deck that is shuffled when it is used up.
    pub(super) fn next(&mut self) -> Disturbance {
        loop {
            if let Some(next) = self.left.pop() {
                return next;
            }
            self.left.extend(self.deck);
            self.luck.shuffle(&mut self.left);
        }
    }
}

/// How often what was done.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How often a server was killed while it served.
    pub killed: u32,
    /// How often one was killed before it could serve.
    pub killed_early: u32,
    /// How often the power failed.
    pub power_lost: u32,
    /// How many writes were lost with it, in whole or in part.
    pub writes_lost: u64,
    /// How often PostgreSQL was killed.
    pub database_killed: u32,
    /// How often connections of a node to PostgreSQL were cut.
    pub cut: u32,
    /// How often they were held up.
    pub held_up: u32,
    /// How many notifications of PostgreSQL were dropped.
    pub notifications_dropped: u64,
    /// How many were delivered once more.
    pub notifications_repeated: u64,
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.power_lost > 0 {
            let (times, writes) = (self.power_lost, self.writes_lost);
            return write!(f, "power lost {times} times, and {writes} writes with it");
        }
        write!(f, "servers killed {} times, and {} before", self.killed, self.killed_early)?;
        write!(f, " they listened")?;
        if self.database_killed + self.cut + self.held_up > 0 {
            write!(
                f,
                "; PostgreSQL killed {} times, connections to it cut {} and held up {} times; \
                 {} notifications dropped and {} repeated",
                self.database_killed,
                self.cut,
                self.held_up,
                self.notifications_dropped,
                self.notifications_repeated
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_happens_as_often_as_it_should() {
        let setup = Setup::Postgres { nodes: 2 };
        let mut disturbances = Disturbances::for_servers(setup, false, Rng::with_seed(1));
        let happened: Vec<_> = std::iter::repeat_with(|| disturbances.next()).take(80).collect();
        for kind in WITH_POSTGRES {
            let times = |all: &[Disturbance]| all.iter().filter(|&&one| one == kind).count();
            assert_eq!(times(&happened), 10 * times(&WITH_POSTGRES), "{kind:?}");
        }
        assert_ne!(happened[..8], happened[8..16]);
    }

    #[test]
    fn without_postgres_servers_are_all_that_can_be_killed() {
        let mut disturbances = Disturbances::for_servers(Setup::Sqlite, false, Rng::with_seed(1));
        assert!((0..20).all(|_| disturbances.next() == Disturbance::KillServer));
    }
}
