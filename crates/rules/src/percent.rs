/// Reads text as it stands in web addresses, where a program may write any character as a percent sign and
/// hexadecimal digits for each of its bytes: `%7E` is `~`. `None` if that stands for no text.
pub fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let (high, low) = digit().zip(digit())?;
            bytes.push((high * 16 + low) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_text_or_not_at_all() {
        for (text, read) in [
            ("kalah~S~", Some("kalah~S~")),
            ("kalah%7ES%7e", Some("kalah~S~")),
            ("Zo%C3%AB%20%2F%2050%25", Some("Zoë / 50%")),
            ("%", None),
            ("%4", None),
            ("%zz", None),
            ("%C3", None),
        ] {
            assert_eq!(percent_decode(text).as_deref(), read, "{text}");
        }
    }
}
