//! What is left of version 1 of the protocol, which was lines of text with tabs.

/// How a client of version 1 is told to be loaded again, if this is the first thing that one says:
/// to greet, or to set a table. It is an error of its own version, which it understands.
pub fn answer_to_version_1(text: &str) -> Option<&'static str> {
    let begins = |word| text.strip_prefix(word).is_some_and(|rest| rest.starts_with('\t'));
    (begins("hello") || begins("table")).then_some(
        "error\treason=protocol\tsay=this version of the protocol is not supported any more: \
         load the page again",
    )
}
