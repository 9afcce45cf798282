//! A real PostgreSQL, started, killed and left behind.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use parlor_throwaway_postgres::{Cluster, Durability};

#[test]
fn databases_are_empty_and_apart() {
    let cluster = Cluster::shared();
    let [one, two] = [cluster.new_database(), cluster.new_database()];
    assert_ne!(one, two);
    cluster.ask(&one, "create table pits (stones int)").unwrap();
    let tables = "select count(*) from information_schema.tables where table_schema = 'public'";
    assert_eq!(cluster.ask(&one, tables).unwrap(), "1");
    assert_eq!(cluster.ask(&two, tables).unwrap(), "0");
}

#[test]
fn text_is_utf8_and_sorted_by_its_bytes() {
    let cluster = Cluster::shared();
    let url = cluster.new_database();
    let settings = "select pg_encoding_to_char(encoding), datcollate from pg_database \
                    where datname = current_database()";
    assert_eq!(cluster.ask(&url, settings).unwrap(), "UTF8|C");
}

#[test]
fn a_question_that_is_none_is_an_error() {
    let cluster = Cluster::shared();
    let url = cluster.new_database();
    let error = cluster.ask(&url, "select stones from nowhere").unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
}

#[test]
fn a_copy_is_the_database_as_it_was() {
    let cluster = Cluster::shared();
    let url = cluster.new_database();
    cluster.ask(&url, "create table pits (stones int); insert into pits values (4)").unwrap();
    let copy = cluster.dump(&url).unwrap();
    cluster.ask(&url, "delete from pits").unwrap();
    let restored = cluster.restore(&copy).unwrap();
    assert_eq!(cluster.ask(&restored, "select stones from pits").unwrap(), "4");
    assert_eq!(cluster.ask(&url, "select stones from pits").unwrap(), "");
    assert!(cluster.restore(b"no copy").is_err());
}

#[test]
fn commits_can_be_counted() {
    let cluster = Cluster::shared();
    let url = cluster.new_database();
    cluster.ask(&url, "create table pits (stones int)").unwrap();
    let rate = cluster.commits_per_second(&url, "insert into pits values (1);", 2, 1).unwrap();
    let count: f64 = cluster.ask(&url, "select count(*) from pits").unwrap().parse().unwrap();
    assert!(rate > 0.0 && count > 0.0);
    assert!(cluster.commits_per_second(&url, "insert into nowhere values (1);", 1, 1).is_err());
}

#[test]
fn what_was_committed_is_there_after_it_was_killed() {
    let cluster = Cluster::start(Durability::ProcessCrash).unwrap();
    let url = cluster.new_database();
    cluster.ask(&url, "create table pits (stones int)").unwrap();
    for stones in 1..=3 {
        cluster.ask(&url, &format!("insert into pits values ({stones})")).unwrap();
        let port = cluster.port();
        cluster.kill().unwrap();
        assert_eq!(cluster.process_id(), None);
        assert!(cluster.ask(&url, "select 1").is_err());
        assert!(cluster.kill().is_err());
        cluster.restart().unwrap();
        assert!(cluster.restart().is_err());
        assert_eq!(cluster.port(), port);
        let count = cluster.ask(&url, "select count(*) from pits").unwrap();
        assert_eq!(count, stones.to_string());
    }
}

#[test]
fn durability_is_that_of_the_disk_if_asked_for() {
    for (durability, fsync) in [(Durability::ProcessCrash, "off"), (Durability::MachineCrash, "on")]
    {
        let cluster = Cluster::start(durability).unwrap();
        let url = cluster.new_database();
        let ask = |setting| cluster.ask(&url, &format!("show {setting}")).unwrap();
        assert_eq!(ask("fsync"), fsync);
        assert_eq!(ask("synchronous_commit"), "on");
    }
}

#[test]
fn nothing_is_left_of_one_that_is_dropped() {
    let cluster = Cluster::start(Durability::ProcessCrash).unwrap();
    let left = Left::of(&cluster, &cluster.new_database());
    drop(cluster);
    assert!(left.is_gone());
}

#[test]
fn nothing_is_left_of_one_that_was_killed_and_dropped() {
    let cluster = Cluster::start(Durability::ProcessCrash).unwrap();
    let left = Left::of(&cluster, &cluster.new_database());
    cluster.kill().unwrap();
    drop(cluster);
    assert!(left.is_gone());
}

#[test]
fn nothing_is_left_when_the_test_process_is_killed() {
    // This very program, as another process that does nothing but have a server.
    let mut other = Command::new(std::env::current_exe().unwrap())
        .args(["have_a_server_until_killed", "--exact", "--ignored", "--nocapture"])
        .env(ASKED_FOR, "")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(other.stdout.take().unwrap()).lines();
    let left = lines.map_while(Result::ok).find_map(|line| Left::parse(&line)).unwrap();
    assert!(!left.is_gone());
    other.kill().unwrap();
    other.wait().unwrap();
    let start = Instant::now();
    while !left.is_gone() {
        assert!(start.elapsed() < Duration::from_mins(1), "{left:?} is still there");
        sleep(Duration::from_millis(20));
    }
}

/// Set for the other process.
const ASKED_FOR: &str = "PARLOR_HAVE_A_SERVER";

#[test]
#[ignore = "started as another process by a test"]
fn have_a_server_until_killed() {
    if std::env::var_os(ASKED_FOR).is_none() {
        // Somebody runs all tests that are ignored.
        return;
    }
    let cluster = Cluster::shared();
    let Left { process, folder } = Left::of(cluster, &cluster.new_database());
    println!("\nleft {process} {}", folder.display());
    sleep(Duration::from_mins(5));
}

/// What could be left of a cluster.
#[derive(Debug)]
struct Left {
    process: u32,
    folder: PathBuf,
}

impl Left {
    fn of(cluster: &Cluster, url: &str) -> Self {
        let folder = cluster.ask(url, "show data_directory").unwrap();
        let folder = Path::new(&folder).parent().unwrap().to_owned();
        Self { process: cluster.process_id().unwrap(), folder }
    }

    fn parse(line: &str) -> Option<Self> {
        let mut words = line.strip_prefix("left ")?.split(' ');
        let process = words.next()?.parse().ok()?;
        Some(Self { process, folder: words.next()?.into() })
    }

    fn is_gone(&self) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process));
        // What is left of a process that nobody has waited for does nothing.
        let is_running = status.is_ok_and(|status| !status.contains("State:\tZ"));
        !is_running && !self.folder.exists()
    }
}
