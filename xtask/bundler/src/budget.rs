//! What a first visit transfers, and how much it may be.

use std::fmt;

use anyhow::{Result, bail};

/// A first visit may transfer less than this, compressed.
const LIMIT: usize = 250_000;

/// What we would like it to be.
const AIM: usize = 200_000;

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

    /// Whether the bundle is small enough.
    pub(crate) fn check(&self) -> Result<()> {
        let brotli = self.total().brotli;
        if brotli >= LIMIT {
            bail!("The bundle has {brotli} bytes compressed: it must stay under {LIMIT}.");
        }
        if brotli >= AIM {
            println!("The bundle is within its limit of {LIMIT} bytes, but over the aim of {AIM}.");
        }
        Ok(())
    }

    fn total(&self) -> Size {
        let sizes = self.files.iter().map(|(_, size)| size);
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
        for (name, size) in &self.files {
            line(name, *size)?;
        }
        line("together", self.total())
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
    fn the_limit_is_on_the_sum() {
        assert!(sizes([LIMIT / 2, LIMIT / 2 - 1]).check().is_ok());
        assert!(sizes([LIMIT / 2, LIMIT / 2]).check().is_err());
    }
}
