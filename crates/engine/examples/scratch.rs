use std::sync::atomic::AtomicBool;
use std::time::Instant;
use parlor_rules::{*, mancala::*};
use parlor_engine::{endgame::*, memory::*, ranking::*, solver::*};
fn main() {
    let mut args = std::env::args().skip(1);
    let rules: Rules = args.next().unwrap().parse().unwrap();
    let k: u8 = args.next().unwrap().parse().unwrap();
    let bits: u32 = args.next().unwrap().parse().unwrap();
    let threads: usize = args.next().unwrap().parse().unwrap();
    let sowing = Sowing::<u64>::new(&rules);
    let ranking = Ranking::new(&rules);
    let stop = AtomicBool::new(false);
    let t = Instant::now();
    let eg = Endgame::new(&rules, &ranking, k);
    eg.build(&sowing, &ranking, threads, &stop);
    println!("table {k}: {} boards {:.2}s", ranking.boards(k), t.elapsed().as_secs_f64());
    let t = Instant::now();
    let mem = Memory::new(bits);
    let mut s = Solver::new(&sowing, &ranking, &eg, &mem, &stop);
    let v = s.solve(Position::start(rules, Player::One).board(), 0);
    let e = t.elapsed().as_secs_f64();
    println!("value {v} nodes {} {:.2}s {:.2} Mn/s", s.nodes, e, s.nodes as f64/e/1e6);
}
