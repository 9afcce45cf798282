//! What a good move is.
#![allow(missing_docs, clippy::all, clippy::pedantic)]
mod brain;
mod endgame;
mod memory;
mod ranking;
mod solver;
pub fn scratch(rules: &parlor_rules::mancala::Rules, k: u8, bits: u32, threads: usize) {
    use std::sync::atomic::AtomicBool;
    use std::time::Instant;
    let stop = AtomicBool::new(false);
    let t = Instant::now();
    let b = brain::Brain::<u64>::new(rules, brain::Size{endgame_stones:k, memory_bits: bits});
    println!("alloc {:.2}s", t.elapsed().as_secs_f64());
    b.endgame.build(&b.sowing, &b.ranking, threads, &stop);
    println!("table {k}: {} boards {:.2}s", b.ranking.boards(k), t.elapsed().as_secs_f64());
    let board = parlor_rules::mancala::Position::start(*rules, parlor_rules::Player::One).board();
    let s = solver::solve(&b, board, 0, threads, solver::Budget{nodes: u64::MAX, stop: &stop});
    let e = t.elapsed().as_secs_f64();
    println!("value {:?} nodes {} {:.2}s {:.2} Mn/s", s.bounds, s.nodes, e, s.nodes as f64/e/1e6);
}
