//! Arguments and input that make no sense: nothing ever panics.

use crate::{parlor, parlor_reading};

const COMMANDS: [&str; 7] = ["moves", "replay", "perft", "play", "help", "", "--version"];

const FLAGS: [&str; 15] = [
    "--rules",
    "--position",
    "--moves",
    "--depth",
    "--game",
    "--json",
    "--names",
    "--pie",
    "--speed",
    "--join",
    "--watch",
    "--seat",
    "--clock",
    "--",
    "-",
];

const VALUES: [&str; 40] = [
    "kalah",
    "gems",
    "island",
    "homepits",
    "tic-tac-toe",
    "tic-tac-toe,stones=3",
    "kalah,",
    "kalah,pits=1,stones=1",
    "kalah,pits=9,stones=10,over=stuck",
    "kalah,pits=0",
    "kalah,pits=256",
    "kalah,stones=-1",
    "kalah,pits=9,pits=9",
    "pits=6",
    "=",
    ",,,",
    "🦀",
    "\u{202e}",
    "\u{1b}[2J",
    "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S",
    "<6,0,0,0,0,0,0,0,0,0,0,0,0,0,0> N",
    "<1,0,0,1,1> S",
    "<1,255,255,255,255> S",
    "<6,0,0,255,0,0,0,0,0,0,0,0,0,0,0> S",
    "<99999999999999999999> S",
    "<> ",
    "<",
    "X.O.X.... O",
    "XXXOO.... O",
    "......... Q",
    "🦀🦀🦀🦀🦀🦀🦀🦀🦀 X",
    "1,2,3",
    "123456123456",
    "0",
    "3",
    "4294967296",
    "-99",
    "1e3",
    "kalah~S~3614",
    "tic-tac-toe~X~0413256789",
];

#[test]
fn nobody_is_served_at_a_place_that_is_none() {
    for address in VALUES.into_iter().chain(["localhost", "1.2.3.4", "127.0.0.1:65536", ":80"]) {
        let output = parlor(&["serve", "--address", address]);
        assert_eq!(output.status.code(), Some(2), "{address:?}: {output:?}");
    }
}

#[test]
fn arguments_never_make_it_panic() {
    // A small generator of numbers, the same on each run.
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % bound as u64).expect("a small number")
    };
    for _ in 0..600 {
        let mut arguments = vec![COMMANDS[below(COMMANDS.len())]];
        for _ in 0..below(5) {
            arguments.push(FLAGS[below(FLAGS.len())]);
            if below(8) > 0 {
                arguments.push(VALUES[below(VALUES.len())]);
            }
        }
        let output = parlor(&arguments);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{arguments:?}: {output:?}");
        assert!(!complaint.contains("panicked"), "{arguments:?}: {complaint}");
        assert_eq!(output.status.success(), complaint.is_empty(), "{arguments:?}: {complaint}");
    }
}

#[test]
fn input_never_makes_it_panic() {
    let inputs = [
        "",
        "\n\n\n",
        "\0",
        "999999999999999999999",
        "u u r n y n n p",
        "p\n",
        "n\nn",
        "🦀 é \u{1b}",
    ];
    for rules in ["kalah", "tic-tac-toe", "homepits", "kalah,pits=1,stones=1", "gems,pits=9"] {
        for input in inputs {
            let output = parlor_reading(&["play", "--rules", rules], input);
            assert_eq!(output.status.code(), Some(0), "{rules} {input:?}: {output:?}");
            assert!(output.stderr.is_empty(), "{output:?}");
        }
    }
}
