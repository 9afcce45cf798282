/// A small number as people write it: digits and nothing else. `str::parse` would take `+5` too.
pub(crate) fn parse_number(text: &str) -> Option<u8> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
