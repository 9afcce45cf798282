//! What the documentation shows is what the program does.

use std::path::Path;

use crate::parlor;

#[test]
fn every_example_in_the_docs_is_true() {
    let mut examples = 0;
    for file in ["README.md", "docs/cli.md"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
        let text = std::fs::read_to_string(path).expect("the documentation is there");
        for block in text.split("```console\n$ parlor ").skip(1) {
            let (example, _) = block.split_once("```").expect("an example ends");
            let (command, shown) = example.split_once('\n').expect("an example shows something");
            let output = parlor(&arguments(command));
            let printed = [output.stdout, output.stderr].concat();
            assert_eq!(String::from_utf8_lossy(&printed), shown, "{file}: parlor {command}");
            examples += 1;
        }
    }
    assert!(examples >= 8, "only {examples} examples were found");
}

/// The words of a command, of which those in single quotes may have blanks.
fn arguments(command: &str) -> Vec<&str> {
    let quoted_and_not = command.split('\'').enumerate();
    quoted_and_not
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}
