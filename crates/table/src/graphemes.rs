//! Characters as people count them: grapheme clusters, of one or more code points.

use crate::unicode::{clusters, extends, prints};

/// More than any character needs that people would miss: a kiss of two people with skin colours has
/// ten.
const MOST_CODE_POINTS: usize = 12;

/// The most accents and other marks that stand on one letter, as Unicode recommends it (UTS 39, 5.4).
/// No language needs more; piled up higher, they would cover the lines above and below.
const MOST_MARKS: usize = 4;

const ZERO_WIDTH_JOINER: char = '\u{200d}';

/// The characters of a text, whatever it holds.
pub(crate) fn characters(text: &str) -> impl Iterator<Item = &str> {
    clusters(text).into_iter()
}

/// So many characters from the beginning of a text.
pub(crate) fn first(text: &str, count: usize) -> &str {
    let end = characters(text).take(count).map(str::len).sum();
    &text[..end]
}

/// What shows of a text in one line: without control and format characters, with plain spaces, and
/// beginning with something that shows by itself.
pub(crate) fn visible(text: &str) -> String {
    let letters = text.chars().filter_map(|letter| match letter {
        _ if letter.is_control() => None,
        _ if letter.is_whitespace() => Some(' '),
        _ => (is_printed(letter) || is_joint(letter)).then_some(letter),
    });
    // What only changes the letter before it, such as an accent, needs one.
    let line: String = letters.skip_while(|&letter| !is_visible(letter)).collect();
    characters(&line).flat_map(joined).collect()
}

/// A character without the joints in it that join nothing, and without piles of accents.
fn joined(character: &str) -> impl Iterator<Item = char> {
    let letters: Vec<char> = unpiled(character).take(MOST_CODE_POINTS).collect();
    let is_flag = letters.first() == Some(&'🏴');
    let joins = |place: usize| letters.get(place + 1).is_some_and(|&next| is_visible(next));
    let keeps = |&(place, letter): &(usize, char)| match letter {
        ZERO_WIDTH_JOINER => joins(place),
        _ => is_flag || !is_tag(letter),
    };
    let kept: Vec<(usize, char)> = letters.iter().copied().enumerate().filter(keeps).collect();
    kept.into_iter().map(|(_, letter)| letter)
}

/// The code points of a character with so many marks on each letter at most, and none twice in a row.
fn unpiled(character: &str) -> impl Iterator<Item = char> {
    let (mut marks, mut before) = (0, None);
    character.chars().filter(move |&letter| {
        let is_mark = extends(letter) && !is_joint(letter);
        let again = before.replace(letter) == Some(letter);
        if is_mark && again {
            return false;
        }
        marks = if is_mark { marks + 1 } else { 0 };
        marks <= MOST_MARKS
    })
}

/// Whether it shows nothing and holds a character together.
fn is_joint(letter: char) -> bool {
    letter == ZERO_WIDTH_JOINER || is_tag(letter)
}

/// Whether it is a letter that spells which flag a flag is.
fn is_tag(letter: char) -> bool {
    matches!(letter, '\u{e0020}'..='\u{e007f}')
}

/// Whether a code point shows something by itself.
pub(crate) fn is_visible(letter: char) -> bool {
    is_printed(letter) && letter != ' ' && !extends(letter)
}

/// Whether a code point shows something where it stands in a text, and does not change how the text
/// around it runs.
fn is_printed(letter: char) -> bool {
    prints(letter) && !is_filler(letter)
}

/// Whether a letter was made to show nothing: those that stand for a missing part of a Korean
/// syllable, and the Braille cell without a dot.
fn is_filler(letter: char) -> bool {
    matches!(letter, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}')
}
