//! Paths of files in a set (section 1 of the prompt file specification).
//!
//! In: a text. Out: whether it is a path, and what keeps it from being one.

/// Whether a text is a path: segments joined by `/`, none of them `.` or `..`, without the characters that other
/// systems give a meaning to.
#[must_use]
pub fn is_path(text: &str) -> bool {
    problem(text).is_none()
}

/// What keeps a text from being a path, for a message.
pub(super) fn problem(text: &str) -> Option<&'static str> {
    if text.is_empty() {
        return Some("there is nothing in it");
    }
    // Most are of these characters alone, and nothing is to be said of them.
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let mut segments = text.as_bytes().split(|byte| *byte == b'/');
    if segments.all(|segment| !segment.is_empty() && segment.iter().all(is_plain)) {
        return None;
    }
    if let Some(c) = text.chars().find(|&c| !is_allowed(c)) {
        return Some(match c {
            '\\' => "a backslash is no part of a path; folders are separated by `/`",
            ':' => "a colon is no part of a path: it names no drive and no address",
            '[' | ']' | '{' | '}' => "brackets and braces are no part of a path",
            _ => "a control character is no part of a path",
        });
    }
    text.split('/').find_map(|segment| match segment {
        "" => Some("a `/` stands between two names, once, and never first or last"),
        "." | ".." => Some("paths begin at the root of the set and have no `.` or `..`"),
        _ if segment.starts_with(' ') || segment.ends_with(' ') => {
            Some("no name in it begins or ends with a space")
        }
        _ => None,
    })
}

fn is_allowed(c: char) -> bool {
    !matches!(c, '\\' | ':' | '[' | ']' | '{' | '}' | '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}')
}

#[cfg(test)]
mod tests {
    use super::is_path;

    #[test]
    fn names_in_any_script_and_no_way_out() {
        for path in
            ["a", "kit/x", "時間", "v1.2/_x-y.z", ".hidden", "...", "a b/c", "%2e%2e/x", "x|y", "a\u{2028}b"]
        {
            assert!(is_path(path), "{path:?}");
        }
        for path in [
            "",
            "/",
            "/a",
            "a/",
            "a//b",
            ".",
            "..",
            "../a",
            "a/..",
            "./a",
            " a",
            "a ",
            "a/ b",
            "C:/a",
            "a\\b",
            "a\tb",
            "a\u{85}b",
            "[a",
            "{{x}}",
            "https://a",
        ] {
            assert!(!is_path(path), "{path:?}");
        }
    }
}
