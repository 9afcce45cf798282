//! Lets another build of the program and this one prove the same starts, one right after the other.

use std::env;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use parlor_rules::mancala::Rules;
use serde::Deserialize;

use crate::palette::{STRONG, paint};
use crate::refusal::Failure;

/// What is proved unless other rules are asked for.
const STARTS: [&str; 5] = ["gems,stones=3", "kalah,stones=3", "homepits,stones=3", "gems", "kalah"];

/// What a program says about a start.
#[derive(Deserialize)]
struct Proof {
    value: i16,
    nodes: u64,
    seconds: f64,
}

/// Compares with another program, each proving every start from nothing with its own defaults.
pub(super) fn compare(old: &Path, rules: &[Rules], out: &mut dyn Write) -> Result<()> {
    let new = env::current_exe().context("the program does not know where it is")?;
    let usual = || STARTS.map(|text| text.parse().expect("valid rules")).to_vec();
    let starts = if rules.is_empty() { usual() } else { rules.to_vec() };
    let heads = ["value", "old boards", "new boards", "old s", "new s", "new/old"];
    let [value, old_boards, new_boards, old_seconds, new_seconds, share] = heads;
    let heads = format!(
        "{:<20} {value:>5} {old_boards:>13} {new_boards:>13} {old_seconds:>8} {new_seconds:>8} {share:>7}",
        ""
    );
    writeln!(out, "{}", paint(STRONG, heads.trim_end()))?;
    for rules in starts {
        let (before, now) = (prove(old, &rules)?, prove(&new, &rules)?);
        if before.value != now.value {
            let text = format!("{rules}: {} became {}.", before.value, now.value);
            return Err(Failure::new(text).into());
        }
        writeln!(
            out,
            "{:<20} {:>5} {:>13} {:>13} {:>8.2} {:>8.2} {:>7.2}",
            rules.to_string(),
            now.value,
            before.nodes,
            now.nodes,
            before.seconds,
            now.seconds,
            now.seconds / before.seconds.max(1e-9)
        )?;
        out.flush()?;
    }
    Ok(())
}

fn prove(program: &Path, rules: &Rules) -> Result<Proof> {
    let rules = rules.to_string();
    let output = Command::new(program)
        .args(["solve", "--rules", &rules, "--value-only", "--no-cache", "--json"])
        // It would contradict that nothing is kept.
        .env_remove("PARLOR_CACHE")
        .output()
        .with_context(|| format!("{} cannot be started", program.display()))?;
    let failed = || format!("{} did not prove {rules}", program.display());
    anyhow::ensure!(output.status.success(), failed());
    serde_json::from_slice(&output.stdout).with_context(failed)
}
