/// What nobody can measure, or what is for whoever runs the servers to decide.
#[derive(Clone, Copy, Debug)]
pub struct Assumptions {
    /// How long people take for a move, on average, in seconds: so often something happens at a table.
    pub seconds_per_move: f64,
    /// How many spectators there are for each player.
    pub spectators_per_player: f64,
    /// How many processors a node has.
    pub processors_per_node: f64,
    /// How many a PostgreSQL has.
    pub processors_per_database: f64,
    /// How much of the processors is used at most, so that a node that dies is no misfortune.
    pub used_at_most: f64,
    /// How many sockets a node has at most: all of them come back somewhere else when it dies.
    pub sockets_per_node: f64,
    /// What the kernel keeps for a socket, in KiB. It is not in the memory of the process.
    pub kernel_kib_per_socket: f64,
    /// How long a node waits for its turn to commit at most, in seconds.
    pub commit_wait: f64,
    /// How fast PostgreSQL's disk takes its log, in bytes a second.
    pub log_bytes_per_second: f64,
}

impl Default for Assumptions {
    fn default() -> Self {
        Self {
            seconds_per_move: 5.0,
            spectators_per_player: 0.1,
            processors_per_node: 4.0,
            processors_per_database: 16.0,
            used_at_most: 0.5,
            sockets_per_node: 50_000.0,
            kernel_kib_per_socket: 8.0,
            commit_wait: 0.05,
            log_bytes_per_second: 100e6,
        }
    }
}
