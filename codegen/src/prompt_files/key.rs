//! Names and resolver keys (section 3 of the prompt file specification).

/// The keys every deployment has (section 6).
pub const KIT_KEYS: [&str; 4] = ["agent.name", "agent.nameIntro", "date.today", "time.now"];

/// Whether a text is a resolver key: identifiers joined by dots, two of them behind `tenant`, at least two otherwise.
#[must_use]
pub fn is_key(text: &str) -> bool {
    let mut segments = 0;
    let mut all = text.split('.').inspect(|_| segments += 1);
    let sound = all.all(is_identifier);
    sound && if text.starts_with("tenant.") { segments == 2 } else { segments >= 2 }
}

/// Whether a text is an identifier: ASCII letters, digits and `_`, no digit first.
pub(super) fn is_identifier(text: &str) -> bool {
    !text.is_empty() && identifier_length(text.as_bytes()) == text.len()
}

/// How many bytes of an identifier stand at the beginning.
pub(super) fn identifier_length(bytes: &[u8]) -> usize {
    match bytes.first() {
        Some(first) if first.is_ascii_alphabetic() || *first == b'_' => bytes
            .iter()
            .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
            .unwrap_or(bytes.len()),
        _ => 0,
    }
}

/// Without the spaces and tabs around it; no other character is blank.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// Whether there is nothing in it but spaces and tabs.
pub(super) fn is_blank(text: &str) -> bool {
    trim(text).is_empty()
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
