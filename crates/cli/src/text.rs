//! Plain text in columns.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// The text in lines of at most `most` columns, broken between words.
pub(crate) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(clipped(word, most)),
        }
    }
    lines
}

/// The text, cut where it takes more than `most` columns.
pub(crate) fn clipped(text: &str, most: usize) -> String {
    if columns(text) <= most {
        return text.to_owned();
    }
    let mut used = 1;
    let mut kept: String = text
        .chars()
        .take_while(|letter| {
            used += letter.width().unwrap_or(0);
            used <= most
        })
        .collect();
    kept.push('…');
    kept
}

/// The text with everything that would move a terminal's cursor made visible.
pub(crate) fn printable(text: &str) -> String {
    text.chars()
        .flat_map(|letter| {
            let escaped = moves_cursor(letter).then(|| letter.escape_default());
            let plain = escaped.is_none().then_some(letter);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect()
}

/// Whether a character steers the terminal, or the direction of writing, instead of being seen.
pub(crate) fn moves_cursor(letter: char) -> bool {
    let turns_writing = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || turns_writing
}

/// `1 stone`, `2 stones`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("Ada captures 5 stones.", 12), ["Ada captures", "5 stones."]);
        assert_eq!(wrapped("unbreakable", 6), ["unbre…"]);
        assert_eq!(wrapped("", 6), Vec::<String>::new());
    }

    #[test]
    fn wide_letters_count_for_two_columns() {
        assert_eq!(clipped("棋棋棋", 5), "棋棋…");
        assert_eq!(clipped("棋棋棋", 6), "棋棋棋");
    }

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(printable("a\u{1b}[31m\nb\u{202e}é"), "a\\u{1b}[31m\\nb\\u{202e}é");
    }
}
