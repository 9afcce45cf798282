fn main() {
    let mut args = std::env::args().skip(1);
    let rules = args.next().unwrap().parse().unwrap();
    let k: u8 = args.next().unwrap().parse().unwrap();
    let bits: u32 = args.next().unwrap().parse().unwrap();
    let threads: usize = args.next().unwrap().parse().unwrap();
    parlor_engine::scratch(&rules, k, bits, threads);
}
