use parlor_wording::terminal::{Sentence, Tone};

/// What is said to the people at the terminal, until the next thing they do.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    sentences: Vec<Sentence>,
    /// How many were said before these, and have gone away.
    earlier: usize,
}

/// More than any screen shows.
const KEPT: usize = 100;

impl Told {
    pub(super) fn sentences(&self) -> &[Sentence] {
        &self.sentences
    }

    pub(super) fn earlier(&self) -> usize {
        self.earlier
    }

    pub(super) fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.extend([Sentence::new(tone, text)]);
    }

    pub(super) fn extend(&mut self, sentences: impl IntoIterator<Item = Sentence>) {
        self.sentences.extend(sentences);
        // People who only watch never do anything.
        let old = self.sentences.len().saturating_sub(KEPT);
        self.sentences.drain(..old);
        self.earlier += old;
    }

    /// Everything goes away.
    pub(super) fn clear(&mut self) {
        self.earlier += self.sentences.len();
        self.sentences.clear();
    }
}
