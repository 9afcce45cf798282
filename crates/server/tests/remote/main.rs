//! Online play, on real sockets to a real listener.

/// A message of a client: its type, and the members of its data.
macro_rules! message {
    ($kind:expr $(, $name:ident: $value:expr)*) => {
        serde_json::json!({ "type": $kind, "data": { $((stringify!($name)): $value),* } })
            .to_string()
    };
}

mod around;
mod bots;
mod client;
mod clocks;
mod computer;
mod connections;
mod database;
mod disk;
mod documented;
mod fairness;
mod files;
mod following;
mod host;
mod hostile;
mod hosts;
mod model;
mod nodes;
mod pairing;
mod programs;
mod restoring;
mod resuming;
mod seats;
mod slow;
mod table;
mod toss;

/// The tests that are about the files of a database.
const ABOUT_FILES: [&str; 3] = ["disk::", "files::", "restoring::"];
/// Those that start two servers, which is always on PostgreSQL.
const ABOUT_NODES: &str = "nodes::";
const THIS: &str = "everything_else_holds_on_postgresql_too";

#[test]
fn everything_else_holds_on_postgresql_too() {
    let program = std::env::current_exe().expect("this program is a file");
    let mut again = std::process::Command::new(program);
    again.env(database::STORE, "postgres");
    for skipped in ABOUT_FILES.into_iter().chain([ABOUT_NODES, THIS]) {
        again.args(["--skip", skipped]);
    }
    let output = again.output().expect("the tests can be run again");
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
