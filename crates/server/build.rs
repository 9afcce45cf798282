//! Has the server built again when the browser app it embeds was.

fn main() {
    println!("cargo::rerun-if-changed=../../target/web/bundle");
}
