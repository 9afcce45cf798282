//! What is in `deploy`, and what the docs say about it, fits the program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use yaml_rust2::{Yaml, YamlLoader};

use crate::serving::Serving;
use crate::{parlor, printed};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The files by which the program is started, and the docs that show how.
const FILES: [&str; 5] = [
    "deploy/parlor.service",
    "deploy/parlor-backup.service",
    "Dockerfile",
    "compose.yaml",
    "docs/deploy.md",
];

fn help(command: &str) -> String {
    printed(&parlor(&[command, "--help"]))
}

/// The words of a text that begin so, of letters that names have.
fn words<'a>(text: &'a str, beginning: &'a str) -> impl Iterator<Item = &'a str> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
    text.split(move |letter| !is_name(letter)).filter(move |word| word.starts_with(beginning))
}

#[test]
fn every_environment_variable_that_deployments_set_is_one_of_the_server() {
    let help = help("serve");
    let known: BTreeSet<&str> = words(&help, "PARLOR_").collect();
    let mut set = BTreeSet::new();
    for file in FILES {
        let text = read(file);
        for name in words(&text, "PARLOR_") {
            assert!(known.contains(name), "{file} sets {name}, which is none of {known:?}");
            set.insert(name.to_owned());
        }
    }
    assert!(set.contains("PARLOR_DATABASE") && set.contains("PARLOR_ADDRESS"), "{set:?}");
}

#[test]
fn every_command_that_deployments_run_takes_its_options() {
    let mut commands = 0;
    for file in FILES {
        // A command may go on in the next line, and Docker has it in pieces.
        let text = read(file).replace("\\\n", " ").replace("\", \"", " ");
        for line in text.lines() {
            let after = line.split("parlor ").skip(1);
            let after = after.filter_map(|rest| rest.split_once(' ').or(Some((rest, ""))));
            for (command, arguments) in after {
                let command = command.trim_matches(['`', '"', '\'', ';', ',', '.', ']']);
                if !["serve", "health", "backup", "restore"].contains(&command) {
                    continue;
                }
                // What stands behind the end of a command belongs to another one.
                let arguments = arguments.split([';', '|', '`']).next().unwrap_or_default();
                let help = help(command);
                let options: BTreeSet<&str> = words(&help, "--").collect();
                for option in words(arguments, "--") {
                    assert!(options.contains(option), "{file}: parlor {command} {option}");
                }
                commands += 1;
            }
        }
    }
    assert!(commands >= 5, "only {commands} commands were found");
}

/// A file of YAML, as JSON.
fn yaml(file: &str) -> Value {
    let documents = YamlLoader::load_from_str(&read(file)).expect("YAML");
    let [document] = &documents[..] else { panic!("{file} has {} documents", documents.len()) };
    json(document)
}

fn json(yaml: &Yaml) -> Value {
    match yaml {
        Yaml::String(text) | Yaml::Real(text) => text.as_str().into(),
        Yaml::Integer(number) => (*number).into(),
        Yaml::Boolean(is) => (*is).into(),
        Yaml::Array(values) => values.iter().map(json).collect(),
        Yaml::Hash(members) => {
            let name = |key: &Yaml| key.as_str().expect("a name").to_owned();
            members.iter().map(|(key, value)| (name(key), json(value))).collect()
        }
        Yaml::Null => Value::Null,
        Yaml::Alias(_) | Yaml::BadValue => panic!("{yaml:?}"),
    }
}

#[test]
fn the_containers_are_nodes_that_the_proxy_knows() {
    let compose = yaml("compose.yaml");
    let services = compose["services"].as_object().expect("services");
    let nodes: Vec<_> =
        services.iter().filter(|(_, service)| service["image"] == "parlor").collect();
    assert_eq!(nodes.len(), 2, "two nodes");
    for (name, node) in &nodes {
        let database = node["environment"]["PARLOR_DATABASE"].as_str().expect("a database");
        let host = database.rsplit('@').next().and_then(|host| host.split('/').next());
        assert!(services.contains_key(host.expect("a host")), "{name}: {database}");
        assert_eq!(node["build"], ".", "{name} is built here");
    }
    let proxy = &services["proxy"];
    let known = proxy["environment"]["NODES"].as_str().expect("nodes").split(' ');
    let known: BTreeSet<_> = known.map(ToOwned::to_owned).collect();
    let port = read("Dockerfile");
    let port = port.lines().find_map(|line| line.strip_prefix("EXPOSE ")).expect("a port");
    assert_eq!(known, nodes.iter().map(|(name, _)| format!("{name}:{port}")).collect());
    for volume in values_in(&proxy["volumes"]) {
        if let Some(file) = volume.strip_prefix("./").and_then(|file| file.split(':').next()) {
            assert!(root().join(file).is_file(), "{file}");
            assert!(read(file).contains("{$NODES:"), "{file} asks for the nodes");
        }
    }
}

/// The texts in a list.
fn values_in(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

/// The names of metrics in an expression of Prometheus.
fn metrics_in(expression: &str) -> impl Iterator<Item = &str> {
    words(expression, "parlor_").chain(words(expression, "up").filter(|word| *word == "up"))
}

/// Every value of this name anywhere in a document.
fn values_of<'a>(document: &'a Value, name: &str) -> Vec<&'a str> {
    match document {
        Value::Object(members) => members
            .iter()
            .flat_map(|(key, value)| match value {
                Value::String(text) if key == name => vec![text.as_str()],
                _ => values_of(value, name),
            })
            .collect(),
        Value::Array(values) => values.iter().flat_map(|value| values_of(value, name)).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn dashboard_and_alerts_are_about_metrics_that_the_server_exports() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let server = Serving::start(&folder.path().join("games.db"));
    let exported = server.request("GET /metrics", "");
    let exported: BTreeSet<&str> = exported
        .lines()
        .filter(|line| line.starts_with("parlor_"))
        .filter_map(|line| line.split(['{', ' ']).next())
        // Prometheus makes this one itself.
        .chain(["up"])
        .collect();

    let dashboard: Value =
        serde_json::from_str(&read("deploy/grafana-dashboard.json")).expect("JSON");
    let alerts = yaml("deploy/alerts.yaml");
    for (document, least) in [(&dashboard, 20), (&alerts, 11)] {
        let expressions = values_of(document, "expr");
        assert!(expressions.len() >= least, "{expressions:?}");
        let about_variables = values_of(document, "definition");
        for expression in expressions.into_iter().chain(about_variables) {
            let mut named = metrics_in(expression).peekable();
            assert!(named.peek().is_some(), "{expression} is about nothing");
            for metric in named {
                assert!(exported.contains(metric), "{expression}: there is no {metric}");
            }
        }
    }
}
