//! What a first visit transfers, and what the second module does, and how much it may be.

use std::fmt;

use anyhow::{Result, bail};

use crate::visit::Fetched;

/// A first visit may transfer less than this, compressed.
const LIMIT: usize = 235_000;

/// What we would like it to be.
const AIM: usize = 200_000;

/// The second module, with all that belongs to it, may be less than this, compressed. It is fetched by those
/// who want to learn from a game, who wait for it once.
const STUDY_LIMIT: usize = 300_000;

/// How large each file of the bundle is.
#[derive(Default)]
pub(crate) struct Sizes {
    files: Vec<(String, Size)>,
}

/// One file's bytes, as it is and compressed.
#[derive(Clone, Copy, Default)]
pub(crate) struct Size {
    /// As it is.
    pub(crate) plain: usize,
    /// With gzip.
    pub(crate) gzip: usize,
    /// With brotli.
    pub(crate) brotli: usize,
}

impl Sizes {
    /// Notes the size of one more file.
    pub(crate) fn add(&mut self, name: &str, size: Size) {
        self.files.push((name.to_owned(), size));
    }

    /// Whether a first visit is small enough, and the second module.
    pub(crate) fn check(&self) -> Result<()> {
        let study = self.study().brotli;
        if study >= STUDY_LIMIT {
            bail!(
                "The second module is {study} bytes compressed: it must stay under {STUDY_LIMIT}."
            );
        }
        let brotli = self.first_visit().brotli;
        if brotli >= LIMIT {
            bail!("A first visit transfers {brotli} bytes compressed: it must stay under {LIMIT}.");
        }
        if brotli >= AIM {
            println!(
                "A first visit is within its limit of {LIMIT} bytes, but over the aim of {AIM}."
            );
        }
        Ok(())
    }

    /// All that a first visit transfers.
    fn first_visit(&self) -> Size {
        self.total(Fetched::at_first_visit)
    }

    /// All that is fetched with the second module.
    fn study(&self) -> Size {
        self.total(|name| Fetched::when(name) == Fetched::WithStudy)
    }

    fn total(&self, counts: impl Fn(&str) -> bool) -> Size {
        let counted = self.files.iter().filter(|(name, _)| counts(name));
        let sizes = counted.map(|(_, size)| size);
        sizes.fold(Size::default(), |total, size| Size {
            plain: total.plain + size.plain,
            gzip: total.gzip + size.gzip,
            brotli: total.brotli + size.brotli,
        })
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<40} {:>9} {:>9} {:>9}", "file", "bytes", "gzip", "brotli")?;
        let mut line = |name: &str, size: Size| {
            let Size { plain, gzip, brotli } = size;
            writeln!(f, "{name:<40} {plain:>9} {gzip:>9} {brotli:>9}")
        };
        let (first, later): (Vec<_>, Vec<_>) =
            self.files.iter().partition(|(name, _)| Fetched::at_first_visit(name));
        for (name, size) in first {
            line(name, *size)?;
        }
        line("a first visit together", self.first_visit())?;
        for (name, size) in later {
            line(name, *size)?;
        }
        line("the second module together", self.study())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(brotli: [usize; 2]) -> Sizes {
        let mut sizes = Sizes::default();
        for brotli in brotli {
            sizes.add("file", Size { brotli, ..Size::default() });
        }
        sizes
    }

    #[test]
    fn what_a_first_visit_does_not_fetch_is_not_counted() {
        let mut sizes = sizes([LIMIT / 2, LIMIT / 2 - 1]);
        sizes.add("preview.png", Size { brotli: LIMIT, ..Size::default() });
        assert!(sizes.check().is_ok());
    }

    #[test]
    fn the_second_module_has_a_limit_of_its_own() {
        let mut sizes = sizes([1, 1]);
        sizes.add("assets/study-1f.wasm", Size { brotli: STUDY_LIMIT - 1, ..Size::default() });
        assert!(sizes.check().is_ok());
        sizes.add("assets/study-1f.css", Size { brotli: 1, ..Size::default() });
        assert!(sizes.check().is_err());
    }

    #[test]
    fn the_limit_is_on_the_sum() {
        assert!(sizes([LIMIT / 2, LIMIT / 2 - 1]).check().is_ok());
        assert!(sizes([LIMIT / 2, LIMIT / 2]).check().is_err());
    }
}
