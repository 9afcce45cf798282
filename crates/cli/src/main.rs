//! The `parlor` program.
fn main() {}
