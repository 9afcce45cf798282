/// Reads a number of bytes, such as `200MB` or `20 GB`. The units are decimal, as those of disks are.
pub(crate) fn parse_bytes(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is no number of bytes such as 200MB or 20GB");
    let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit: u64 = match text[number.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" => 1_000,
        "M" | "MB" => 1_000_000,
        "G" | "GB" => 1_000_000_000,
        "T" | "TB" => 1_000_000_000_000,
        _ => return Err(wrong()),
    };
    let number: u64 = number.trim().parse().map_err(|_| wrong())?;
    number.checked_mul(unit).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::parse_bytes;

    #[test]
    fn bytes_are_read_with_their_units() {
        for (text, bytes) in [
            ("0", 0),
            ("512", 512),
            ("200MB", 200_000_000),
            ("200 mb", 200_000_000),
            ("2TB", 2_000_000_000_000),
        ] {
            assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
        }
        for text in ["", "MB", "-1", "1.5GB", "200 MiB", "a lot", "99999999999TB"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }
}
