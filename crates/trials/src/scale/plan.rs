use super::{Assumptions, Costs};

/// What it takes to serve so many players.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many players are online, all of them at a table for two.
    pub players: f64,
    /// How many moves they make in a second.
    pub moves: f64,
    /// How many sockets there are.
    pub sockets: f64,
    /// How many PostgreSQL servers, each for a range of tables, with nodes of its own.
    pub databases: u32,
    /// How many nodes there are in all.
    pub nodes: u32,
    /// The memory that the sockets of a node take, in bytes.
    pub node_memory: f64,
    /// How many processors a node uses.
    pub node_processors: f64,
    /// How many commits each PostgreSQL makes in a second.
    pub commits: f64,
    /// How many processors each PostgreSQL uses.
    pub database_processors: f64,
    /// How many bytes each writes to its log in a second.
    pub log_bytes: f64,
    /// How many bytes are stored in a day, in all.
    pub stored_in_a_day: f64,
    /// Why there are not fewer PostgreSQL servers; `None` if there is one.
    pub limit: Option<Limit>,
}

/// What one PostgreSQL cannot do for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Let so many nodes commit one after the other, which commits that notify have to.
    Notify,
    /// Have so many processors.
    Processors,
    /// Write so much to its log.
    Log,
    /// Tell every node of so many moves: a node would have time for nothing else.
    Hearing,
}

/// More nodes than that for one PostgreSQL are no plan.
const NODES: u32 = 1_000;
/// More PostgreSQL servers than that are none, either.
const DATABASES: u32 = 10_000;

impl Plan {
    /// The one with the fewest PostgreSQL servers, and then the fewest nodes.
    pub fn of(players: f64, costs: &Costs, assumptions: &Assumptions) -> Option<Self> {
        let mut limit = None;
        for databases in 1..=DATABASES {
            match Self::with(players, databases, costs, assumptions) {
                Ok(plan) => return Some(Self { limit, ..plan }),
                Err(exceeded) => limit = Some(exceeded),
            }
        }
        None
    }

    /// How many players one PostgreSQL can serve, to the nearest thousand below, and what stops it.
    pub fn most_with_one(costs: &Costs, assumptions: &Assumptions) -> (f64, Option<Limit>) {
        let fits = |thousands: u32| Self::with(f64::from(thousands) * 1e3, 1, costs, assumptions);
        // Bisection: `low` fits, `high` does not.
        let (mut low, mut high) = (0, 1);
        while high < 1_000_000 && fits(high).is_ok() {
            (low, high) = (high, high * 2);
        }
        while high - low > 1 {
            let middle = u32::midpoint(low, high);
            if fits(middle).is_ok() { low = middle } else { high = middle }
        }
        (f64::from(low) * 1e3, fits(high).err())
    }

    fn with(
        players: f64,
        databases: u32,
        costs: &Costs,
        assumptions: &Assumptions,
    ) -> Result<Self, Limit> {
        let share = f64::from(databases);
        let tables = players / 2.0;
        let all_moves = tables / assumptions.seconds_per_move;
        let all_sockets = players * (1.0 + assumptions.spectators_per_player);
        // From here on, what one PostgreSQL and its nodes have to do.
        let (moves, sockets) = (all_moves / share, all_sockets / share);
        let used = assumptions.used_at_most;
        let node_limit = 1e6 * assumptions.processors_per_node * used;
        // Every node commits when its turn comes, whatever has queued up by then.
        let commits = moves.min(costs.notifying_commits);
        let work_of = |nodes: u32| {
            let own = costs.node.of(moves, commits) + costs.socket_us * sockets;
            own / f64::from(nodes) + costs.hearing_us * moves
        };
        let have_room = |nodes: u32| sockets <= f64::from(nodes) * assumptions.sockets_per_node;
        // Two at least, so that one can die.
        let nodes = (2..=NODES)
            .find(|&nodes| have_room(nodes) && work_of(nodes) <= node_limit)
            .ok_or(Limit::Hearing)?;
        if f64::from(nodes) > costs.notifying_commits * assumptions.commit_wait {
            return Err(Limit::Notify);
        }
        let database_processors = costs.database.of(moves, commits) / 1e6;
        if database_processors > assumptions.processors_per_database * used {
            return Err(Limit::Processors);
        }
        let log_bytes = costs.log_bytes.of(moves, commits);
        if log_bytes > assumptions.log_bytes_per_second {
            return Err(Limit::Log);
        }
        let socket_kib = costs.socket_kib + assumptions.kernel_kib_per_socket;
        Ok(Self {
            players,
            moves: all_moves,
            sockets: all_sockets,
            databases,
            nodes: nodes * databases,
            node_memory: sockets / f64::from(nodes) * socket_kib * 1024.0,
            node_processors: work_of(nodes) / 1e6,
            commits,
            database_processors,
            log_bytes,
            stored_in_a_day: costs.bytes_per_move * all_moves * 86_400.0,
            limit: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::Cost;

    /// A commit costs a hundred moves.
    const COSTS: Costs = Costs {
        node: Cost { per_move: 10.0, per_commit: 1_000.0 },
        database: Cost { per_move: 10.0, per_commit: 1_000.0 },
        log_bytes: Cost { per_move: 500.0, per_commit: 1_000.0 },
        bytes_per_move: 300.0,
        hearing_us: 1.0,
        socket_us: 1.0,
        socket_kib: 8.0,
        notifying_commits: 1_000.0,
    };

    fn plan(players: f64, costs: &Costs) -> Plan {
        Plan::of(players, costs, &Assumptions::default()).unwrap()
    }

    fn is_near(number: f64, other: f64) -> bool {
        (number - other).abs() <= 1e-6 * other.abs()
    }

    #[test]
    fn a_few_players_need_two_nodes_and_no_more() {
        let plan = plan(1_000.0, &COSTS);
        assert_eq!((plan.databases, plan.nodes, plan.limit), (1, 2, None));
        assert!(is_near(plan.moves, 100.0) && is_near(plan.sockets, 1_100.0));
        // So few moves have a commit each.
        assert!(is_near(plan.commits, 100.0));
        assert!(is_near(plan.log_bytes, 100.0 * 1_500.0));
        assert!(is_near(plan.stored_in_a_day, 300.0 * 100.0 * 86_400.0));
        assert!(is_near(plan.node_memory, 550.0 * 16.0 * 1024.0));
    }

    #[test]
    fn more_players_share_the_commits_that_there_are() {
        let plan = plan(100_000.0, &COSTS);
        assert_eq!((plan.databases, plan.nodes, plan.limit), (1, 3, None));
        assert!(is_near(plan.moves, 10_000.0) && is_near(plan.commits, 1_000.0));
        assert!(is_near(plan.database_processors, 1.1));
        // 0.1 s for moves, 1 s for commits, 0.11 s for sockets; and each hears of all moves.
        assert!(is_near(plan.node_processors, 1.21 / 3.0 + 0.01));
    }

    #[test]
    fn when_nodes_wait_too_long_for_their_turn_there_is_another_postgres() {
        let costs = Costs { notifying_commits: 100.0, ..COSTS };
        let plan = plan(1_000_000.0, &costs);
        assert_eq!(plan.limit, Some(Limit::Notify));
        assert!(plan.databases > 1 && plan.nodes / plan.databases <= 5);
        let (most, limit) = Plan::most_with_one(&costs, &Assumptions::default());
        assert_eq!(limit, Some(Limit::Notify));
        // Five nodes have 250,000 sockets, of which a tenth is that of spectators.
        assert!(is_near(most, 227_000.0), "{most}");
    }

    #[test]
    fn each_limit_is_named() {
        let limit = |costs| plan(1_000_000.0, &costs).limit;
        assert_eq!(limit(COSTS), None);
        let database = Cost { per_move: 1_000.0, per_commit: 0.0 };
        assert_eq!(limit(Costs { database, ..COSTS }), Some(Limit::Processors));
        let log_bytes = Cost { per_move: 10_000.0, per_commit: 0.0 };
        assert_eq!(limit(Costs { log_bytes, ..COSTS }), Some(Limit::Log));
        assert_eq!(limit(Costs { hearing_us: 100.0, ..COSTS }), Some(Limit::Hearing));
    }
}
