//! Compressed copies, made once here instead of at every request.

use std::io::Write;

use anyhow::Result;
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, GzBuilder};

/// As small as brotli makes it.
pub(crate) fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let parameters = BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        size_hint: bytes.len(),
        ..BrotliEncoderParams::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &parameters)?;
    Ok(compressed)
}

/// For the few browsers and proxies without brotli.
pub(crate) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    const TEXT: &[u8] = b"sow, sow, sow and sow again; capture, sweep and sow";

    #[test]
    fn brotli_gives_back_what_it_was_given() {
        let mut text = Vec::new();
        brotli::BrotliDecompress(&mut &*brotli(TEXT).unwrap(), &mut text).unwrap();
        assert_eq!(text, TEXT);
    }

    #[test]
    fn gzip_gives_back_what_it_was_given() {
        let mut text = Vec::new();
        let compressed = gzip(TEXT).unwrap();
        flate2::read::GzDecoder::new(&*compressed).read_to_end(&mut text).unwrap();
        assert_eq!(text, TEXT);
    }
}
