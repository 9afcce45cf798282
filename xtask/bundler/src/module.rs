//! A WebAssembly module made ready for browsers.

use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::file::File;
use crate::optimise::optimise;

/// Turns what the compiler left into `NAME.wasm` and `NAME.js`, the script that loads it.
pub(crate) fn bind(name: &str, compiled: &Path, wasm_opt: Option<&Path>) -> Result<[File; 2]> {
    let mut output = Bindgen::new()
        .input_path(compiled)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()
        .with_context(|| format!("wasm-bindgen could not read {}", compiled.display()))?;
    // Dependencies bring scripts that are left unused; only one that is imported would be missed.
    if output.js().contains("/snippets/") {
        bail!("{name}.js imports a script of a dependency, for which the bundle has no place.");
    }
    let mut script = output.js().to_owned();
    // Module and script know each other's functions by long names that end in numbers by chance,
    // which nothing compresses.
    for (number, import) in output.wasm_mut().imports.iter_mut().enumerate() {
        let (long, short) = (format!("{}:", import.name), format!("_{number}:"));
        if script.matches(&long).count() != 1 {
            bail!("{name}.js does not name the function {long} once.");
        }
        script = script.replace(&long, &short);
        import.name = format!("_{number}");
    }
    let script = File::text(&format!("{name}.js"), &script);
    let module = output.wasm_mut().emit_wasm();
    let bytes = match wasm_opt {
        Some(wasm_opt) => optimise(wasm_opt, &module)?,
        None => module,
    };
    Ok([script, File { name: format!("{name}.wasm"), bytes }])
}
