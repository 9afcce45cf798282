use unicode_segmentation::UnicodeSegmentation;

/// The grapheme clusters of a text.
pub(crate) fn clusters(text: &str) -> Vec<&str> {
    text.graphemes(true).collect()
}

/// Whether a code point is a letter, an accent, a number, a sign or the plain space. What the
/// standard library does not print as it is when it quotes a text is a control or a format character,
/// another kind of space, or nothing at all.
pub(crate) fn prints(letter: char) -> bool {
    let after_another = String::from_iter(['a', letter]);
    is_quote(letter) || after_another.escape_debug().eq(after_another.chars())
}

/// Whether a code point is part of the character before it, as an accent is. The standard library
/// quotes it at the beginning of a text, where it has nothing to stand on.
pub(crate) fn extends(letter: char) -> bool {
    prints(letter) && !is_quote(letter) && !letter.escape_debug().eq([letter])
}

/// These are quoted for another reason.
fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '\\')
}
