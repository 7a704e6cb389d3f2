//! Names and resolver keys (section 3 of the prompt file specification).

/// The keys every deployment has (section 6).
pub const KIT_KEYS: [&str; 4] = ["agent.name", "agent.nameIntro", "date.today", "time.now"];

/// Whether a text is a resolver key: identifiers joined by dots, two of them behind `tenant`, at least two otherwise.
#[must_use]
pub fn is_key(text: &str) -> bool {
    let (mut segments, mut rest) = (0, text.as_bytes());
    loop {
        let length = identifier_length(rest);
        segments += 1;
        match rest.get(length..) {
            _ if length == 0 => return false,
            Some([b'.', next @ ..]) => rest = next,
            Some([]) => break,
            _ => return false,
        }
    }
    if text.starts_with("tenant.") { segments == 2 } else { segments >= 2 }
}

/// Whether a text is an identifier: ASCII letters, digits and `_`, no digit first.
pub(super) fn is_identifier(text: &str) -> bool {
    !text.is_empty() && identifier_length(text.as_bytes()) == text.len()
}

/// How many bytes of an identifier stand at the beginning.
pub(super) fn identifier_length(bytes: &[u8]) -> usize {
    let is_other = |byte: &u8| !WORD.get(usize::from(*byte)).is_some_and(|word| *word);
    let length = bytes.iter().position(is_other).unwrap_or(bytes.len());
    if bytes.first().is_some_and(u8::is_ascii_digit) { 0 } else { length }
}

/// The bytes of identifiers.
static WORD: [bool; 256] = {
    let mut word = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        word[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    word
};

/// Without the spaces and tabs around it; no other character is blank.
pub(super) fn trim(text: &str) -> &str {
    let bytes = text.as_bytes();
    let start = blanks(bytes);
    let end = bytes.iter().rposition(|byte| !matches!(byte, b' ' | b'\t')).map_or(start, |last| last + 1);
    text.get(start..end).unwrap_or_default()
}

/// Whether there is nothing in it but spaces and tabs.
pub(super) fn is_blank(text: &str) -> bool {
    blanks(text.as_bytes()) == text.len()
}

/// How many spaces and tabs stand at the beginning.
pub(super) fn blanks(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        for key in ["agent.name", "tenant.x", "crm.caller.plan_2.name", "_._", "tenants.a.b"] {
            assert!(is_key(key), "{key}");
        }
        for key in [
            "",
            "agent",
            ".a",
            "a.",
            "a..b",
            "tenant",
            "tenant.a.b",
            "tenant.",
            "a.b-c",
            "a.2",
            "é.a",
            "a. b",
        ] {
            assert!(!is_key(key), "{key}");
        }
    }
}
