//! The model's answer, as it stands in `docs/scale.md`.

use std::fmt::{self, Display, Write};

use anyhow::{Context, Result};

use super::{Assumptions, Costs, Limit, Plan};
use crate::load::report::Report;

/// Between these lines of the page stands what the model says.
const BEGIN: &str = "<!-- The model begins: `cargo xtask scale --write` writes what follows. -->";
const END: &str = "<!-- The model ends. -->";

/// For how many players it is worked out.
const PLAYERS: [f64; 3] = [10_000.0, 100_000.0, 1_000_000.0];

/// What the model says, in Markdown.
///
/// # Errors
/// If something was not measured that it needs.
pub fn answer(report: &Report, assumptions: &Assumptions) -> Result<String> {
    let costs = Costs::of(report)?;
    let mut text = String::new();
    write_costs(&mut text, report, &costs)?;
    write_assumptions(&mut text, assumptions)?;
    write_plans(&mut text, &costs, assumptions)?;
    Ok(text)
}

/// The page with this answer in place of the one before.
///
/// # Errors
/// If the page has no place for it.
pub fn with_answer(page: &str, answer: &str) -> Result<String> {
    let (before, rest) = page.split_once(BEGIN).context("the page has no line where it begins")?;
    let (_, after) = rest.split_once(END).context("the page has no line where it ends")?;
    Ok(format!("{before}{BEGIN}\n\n{answer}\n{END}{after}"))
}

fn write_costs(text: &mut String, report: &Report, costs: &Costs) -> fmt::Result {
    let Report { command, machine, .. } = report;
    writeln!(text, "Measured by `{command}`, on {machine}:\n")?;
    writeln!(text, "| | for each move | and for each commit |\n|---|---|---|")?;
    for (name, cost, unit) in [
        ("CPU of nodes", costs.node, "µs"),
        ("CPU of PostgreSQL", costs.database, "µs"),
        ("PostgreSQL's write-ahead log", costs.log_bytes, "bytes"),
    ] {
        let (per_move, per_commit) = (Short(cost.per_move), Short(cost.per_commit));
        writeln!(text, "| {name} | {per_move} {unit} | {per_commit} {unit} |")?;
    }
    writeln!(text, "| growth of the database | {} bytes | |", Short(costs.bytes_per_move))?;
    let hearing = Short(costs.hearing_us);
    writeln!(text, "| CPU of every other node, to hear of it | {hearing} µs | |\n")?;
    let (kib, us) = (Short(costs.socket_kib), Short(costs.socket_us));
    writeln!(text, "A socket costs {kib} KiB and, for heartbeats, {us} µs of CPU a second.")?;
    let commits = Short(costs.notifying_commits);
    writeln!(text, "PostgreSQL made {commits} commits a second with a notification in each.\n")
}

fn write_assumptions(text: &mut String, assumptions: &Assumptions) -> fmt::Result {
    let Assumptions {
        seconds_per_move,
        spectators_per_player,
        processors_per_node,
        processors_per_database,
        used_at_most,
        sockets_per_node,
        kernel_kib_per_socket,
        commit_wait,
        log_bytes_per_second,
    } = *assumptions;
    writeln!(text, "Assumed:\n")?;
    writeln!(text, "- A move every {seconds_per_move} seconds at every table; everybody plays.")?;
    writeln!(text, "- {spectators_per_player} spectators for each player.")?;
    writeln!(
        text,
        "- Nodes with {processors_per_node} processors like the ones measured, a PostgreSQL with \
         {processors_per_database}, of which {:.0}% are used at most.",
        used_at_most * 100.0
    )?;
    writeln!(
        text,
        "- At most {} sockets a node, and {kernel_kib_per_socket} KiB in the kernel for each.",
        Short(sockets_per_node)
    )?;
    writeln!(
        text,
        "- A node's turn to commit comes within {} ms; PostgreSQL's disk takes {} MB of log a second.\n",
        commit_wait * 1e3,
        log_bytes_per_second / 1e6
    )
}

fn write_plans(text: &mut String, costs: &Costs, assumptions: &Assumptions) -> Result<()> {
    let plans = PLAYERS.map(|players| Plan::of(players, costs, assumptions));
    let plans: Vec<Plan> = plans.into_iter().collect::<Option<_>>().context("there is no plan")?;
    let mut row = |name: &str, value: &dyn Fn(&Plan) -> String| {
        let cells: Vec<String> = plans.iter().map(value).collect();
        writeln!(text, "| {name} | {} |", cells.join(" | "))
    };
    row("players online", &|plan| Short(plan.players).to_string())?;
    row("---", &|_| "---".to_owned())?;
    row("moves a second", &|plan| Short(plan.moves).to_string())?;
    row("sockets", &|plan| Short(plan.sockets).to_string())?;
    row("nodes", &|plan| plan.nodes.to_string())?;
    row("processors that a node uses", &|plan| format!("{:.1}", plan.node_processors))?;
    row("memory for a node's sockets", &|plan| format!("{} MB", Short(plan.node_memory / 1e6)))?;
    row("PostgreSQL servers", &|plan| plan.databases.to_string())?;
    row("commits a second, each", &|plan| Short(plan.commits).to_string())?;
    row("moves in a commit", &|plan| {
        format!("{:.1}", plan.moves / f64::from(plan.databases) / plan.commits)
    })?;
    row("processors that PostgreSQL uses, each", &|plan| {
        format!("{:.1}", plan.database_processors)
    })?;
    row("write-ahead log a second, each", &|plan| format!("{:.1} MB", plan.log_bytes / 1e6))?;
    row("stored in a day, in all", &|plan| format!("{} GB", Short(plan.stored_in_a_day / 1e9)))?;
    row("why more than one PostgreSQL", &|plan| {
        plan.limit.map_or_else(|| "–".to_owned(), |limit| limit.to_string())
    })?;
    let (most, limit) = Plan::most_with_one(costs, assumptions);
    let stops = limit.map_or_else(|| "nothing yet".to_owned(), |limit| limit.to_string());
    writeln!(
        text,
        "\nOne PostgreSQL serves up to {} players. What stops it then: {stops}.",
        Short(most)
    )?;
    Ok(())
}

impl Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Notify => "commits that notify, one after the other",
            Self::Processors => "processors of PostgreSQL",
            Self::Log => "write-ahead log",
            Self::Hearing => "every node hears of every move",
        })
    }
}

/// A number as people read it: three digits mean something, and thousands are set apart.
struct Short(f64);

impl Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number) = *self;
        if number < 99.5 {
            let digits = usize::from(number < 9.95);
            return write!(f, "{number:.digits$}");
        }
        let unit = 10_f64.powi(number.log10().floor() as i32 - 2);
        let whole = format!("{:.0}", (number / unit).round() * unit);
        let groups: Vec<&str> = (0..whole.len())
            .rev()
            .step_by(3)
            .map(|end| &whole[end.saturating_sub(2)..=end])
            .collect();
        f.write_str(&groups.into_iter().rev().collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn numbers_have_as_many_digits_as_mean_something() {
        for (number, shown) in [
            (0.0, "0.0"),
            (2.549, "2.5"),
            (9.96, "10"),
            (42.4, "42"),
            (123.4, "123"),
            (999.6, "1,000"),
            (12_345.0, "12,300"),
            (1_000_000.0, "1,000,000"),
        ] {
            assert_eq!(Short(number).to_string(), shown);
        }
    }

    #[test]
    fn an_answer_takes_the_place_of_the_one_before() {
        let page = format!("Before.\n\n{BEGIN}\nold\n{END}\n\nAfter.\n");
        let page = with_answer(&page, "new\n").unwrap();
        assert_eq!(page, format!("Before.\n\n{BEGIN}\n\nnew\n\n{END}\n\nAfter.\n"));
        assert_eq!(with_answer(&page, "new\n").unwrap(), page);
        assert!(with_answer("no place", "new\n").is_err());
    }

    #[test]
    fn the_page_says_what_the_model_says() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let report = Report::read(&docs.join("scale.json")).unwrap();
        let page = std::fs::read_to_string(docs.join("scale.md")).unwrap();
        let answer = answer(&report, &Assumptions::default()).unwrap();
        assert_eq!(
            with_answer(&page, &answer).unwrap(),
            page,
            "run `cargo xtask scale --write` after the figures or the model have changed"
        );
    }
}
