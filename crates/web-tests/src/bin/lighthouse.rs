//! Lets Lighthouse look at the app as it is served, on a phone and on a desktop.

use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use parlor_web_tests::{Host, npm_package};
use serde_json::Value;

/// What is looked at, and the least score that is good enough.
const LEAST: [(&str, f64); 4] =
    [("performance", 98.0), ("accessibility", 100.0), ("best-practices", 100.0), ("seo", 100.0)];

const PAGES: [(&str, &str); 2] = [("front room", ""), ("table", "#/kalah")];

fn main() -> ExitCode {
    let host = Host::start();
    let mut good = true;
    println!("{:<11} {:<8} {}", "page", "screen", LEAST.map(|(category, _)| category).join("  "));
    for (page, address) in PAGES {
        for screen in ["mobile", "desktop"] {
            let report = best_look_at(&format!("{}{address}", host.url()), screen);
            let scores = LEAST.map(|(category, _)| score(&report, category));
            let shown: Vec<String> = LEAST
                .iter()
                .zip(scores)
                .map(|((category, _), score)| format!("{score:>width$}", width = category.len()))
                .collect();
            println!("{page:<11} {screen:<8} {}", shown.join("  "));
            if !is_good(&report) {
                good = false;
                complain(&report);
            }
        }
    }
    if good {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: a score is below {}.", LEAST.map(|(_, least)| least.to_string()).join("/"));
    ExitCode::FAILURE
}

/// The first good report of three, or the last: another program may have had the machine.
fn best_look_at(url: &str, screen: &str) -> Value {
    let mut report = look_at(url, screen);
    for _ in 0..2 {
        if is_good(&report) {
            break;
        }
        report = look_at(url, screen);
    }
    report
}

fn is_good(report: &Value) -> bool {
    LEAST.iter().all(|(category, least)| score(report, category) >= *least)
}

/// Runs Lighthouse and reads its report.
fn look_at(url: &str, screen: &str) -> Value {
    let report = tempfile::NamedTempFile::new().expect("a temporary file can be made");
    let mut lighthouse = Command::new("node");
    lighthouse
        .arg(npm_package("lighthouse").join("cli/index.js"))
        .args([url, "--output=json", "--quiet", "--chrome-flags=--headless --no-sandbox"])
        .arg(format!("--output-path={}", report.path().display()))
        .arg(format!("--only-categories={}", LEAST.map(|(category, _)| category).join(",")))
        .stdout(Stdio::null());
    if screen == "desktop" {
        lighthouse.arg("--preset=desktop");
    }
    if env::var_os("CHROME_PATH").is_none() {
        lighthouse.env("CHROME_PATH", "/usr/bin/chromium");
    }
    let status =
        lighthouse.status().expect("node is missing: `cargo xtask lighthouse` installs it");
    assert!(status.success(), "Lighthouse could not open {url}: see above");
    let text = fs::read(report.path()).expect("Lighthouse wrote its report");
    serde_json::from_slice(&text).expect("the report is JSON")
}

/// A score out of 100.
fn score(report: &Value, category: &str) -> f64 {
    let score = report["categories"][category]["score"].as_f64();
    (score.expect("Lighthouse gives every score") * 100.0).round()
}

/// Says what costs points.
fn complain(report: &Value) {
    for (category, _) in LEAST {
        for audit in report["categories"][category]["auditRefs"].as_array().into_iter().flatten() {
            let weighs = audit["weight"].as_f64().is_some_and(|weight| weight > 0.0);
            let details = &report["audits"][audit["id"].as_str().unwrap_or_default()];
            if weighs && details["score"].as_f64().is_some_and(|score| score < 1.0) {
                let value = details["displayValue"].as_str().unwrap_or_default();
                println!(
                    "    {category}: {} {value}",
                    details["title"].as_str().unwrap_or_default()
                );
            }
        }
    }
}
