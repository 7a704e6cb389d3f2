//! The document in an answer of a model, which often has a code fence or words around it.
//!
//! In: an answer. Out: the part of it that is the document, unchanged and not yet read. Nothing is
//! tried twice and nothing is repaired: what is damaged stays so, and its reader says where.

/// The first JSON document in a text; none if there is nothing but blanks.
///
/// 1. If the first character that is no white space is `{` or `[`, the document starts there.
/// 2. Otherwise it is what is in the first code fence (CommonMark: three or more backticks or tildes at
///    the start of a line) labelled `json`, whatever that is; without such a fence, in the first one
///    without a label. A fence that is not closed reaches to the end of the text.
/// 3. Otherwise it starts at the first `{` or `[`.
/// 4. Otherwise it is the whole text, which may be a number or the like.
///
/// A document that starts at a bracket ends where the bracket is closed, or with the text if it never is.
/// Brackets among the words in front of a document are taken for its start; then reading it is an error.
///
/// ```
/// use agentc_text::answer::first_json;
///
/// assert_eq!(first_json("Here it is: {\"a\": [1]}. Enjoy!"), Some("{\"a\": [1]}"));
/// assert_eq!(first_json("Sure.\n```json\n[1, 2]\n```\n"), Some("[1, 2]"));
/// assert_eq!(first_json("{\"a\": [1"), Some("{\"a\": [1"));
/// assert_eq!(first_json(" 42\n"), Some("42"));
/// ```
#[must_use]
pub fn first_json(text: &str) -> Option<&str> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    if !text.starts_with(['{', '['])
        && let Some(fenced) = fenced(text, "json")
    {
        return Some(fenced.trim()).filter(|document| !document.is_empty());
    }
    Some(text.find(['{', '[']).and_then(|at| text.get(at..)).map_or(text, bracketed))
}

/// The first TOON document in a text; none if there is nothing but blanks.
///
/// It is what is in the first code fence labelled `toon`, whatever that is; without such a fence, in the
/// first one without a label; without that, the whole text, since a document has no mark that tells it
/// from words around it. Blank lines at both ends are left out (TOON 5).
///
/// ```
/// use agentc_text::answer::first_toon;
///
/// assert_eq!(first_toon("Done:\n```toon\ntags[2]: a,b\n```\nAnything else?"), Some("tags[2]: a,b"));
/// assert_eq!(first_toon("tags[2]: a,b\n"), Some("tags[2]: a,b"));
/// ```
#[must_use]
pub fn first_toon(text: &str) -> Option<&str> {
    let mut document = fenced(text, "toon").unwrap_or(text).trim_end();
    while let Some((line, rest)) = document.split_once('\n').filter(|(line, _)| line.trim().is_empty()) {
        let _ = line;
        document = rest;
    }
    Some(document).filter(|document| !document.is_empty())
}

/// A text from its bracket to where that is closed.
fn bracketed(text: &str) -> &str {
    let (mut depth, mut quoted, mut hidden) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if hidden => hidden = false,
            b'\\' if quoted => hidden = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return text.get(..=at).unwrap_or(text);
                }
            }
            _ => {}
        }
    }
    text
}

/// What is in the first fence with that label, else in the first without one.
fn fenced<'t>(text: &'t str, label: &str) -> Option<&'t str> {
    let mut unlabelled = None;
    let mut rest = text;
    while !rest.is_empty() {
        let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
        let Some(fence) = Fence::opened(line) else {
            rest = below;
            continue;
        };
        let (inside, after) = fence.inside(below);
        if fence.label.eq_ignore_ascii_case(label) {
            return Some(inside);
        }
        if fence.label.is_empty() && unlabelled.is_none() {
            unlabelled = Some(inside);
        }
        rest = after;
    }
    unlabelled
}

struct Fence<'t> {
    mark: char,
    length: usize,
    label: &'t str,
}

impl<'t> Fence<'t> {
    /// The fence that a line opens.
    fn opened(line: &'t str) -> Option<Self> {
        let text = unindented(line)?;
        let mark = text.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let info = text.trim_start_matches(mark);
        let length = text.len() - info.len();
        let label = info.split_whitespace().next().unwrap_or_default();
        // Code within a line may start with as many backticks.
        (length >= 3 && !(mark == '`' && info.contains('`'))).then_some(Self { mark, length, label })
    }

    /// What is in the fence, of the text below its first line, and what follows it.
    fn inside(&self, below: &'t str) -> (&'t str, &'t str) {
        let mut at = 0;
        while at < below.len() {
            let rest = below.get(at..).unwrap_or_default();
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            if self.closes(line) {
                return (below.get(..at).unwrap_or_default(), after);
            }
            at = below.len() - after.len();
        }
        (below, "")
    }

    fn closes(&self, line: &str) -> bool {
        unindented(line).is_some_and(|text| {
            let after = text.trim_start_matches(self.mark);
            text.len() - after.len() >= self.length && after.trim().is_empty()
        })
    }
}

/// A line without its indentation, unless that makes it code.
fn unindented(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(' ');
    (line.len() - text.len() <= 3).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_labelled_fence_is_taken() {
        let answer = "a\n```\none\n```\n~~~~ JSON x\n{\"two\":\n~~~\n1}\n~~~~\n```toon\nthree: 3\n```";
        assert_eq!(first_json(answer), Some("{\"two\":\n~~~\n1}"));
        assert_eq!(first_toon(answer), Some("three: 3"));
        assert_eq!(first_toon("a\n```\n\none: 1\n\n```\n```js\nx\n```"), Some("one: 1"));
    }

    #[test]
    fn damage_is_left_as_it_is() {
        assert_eq!(first_json("x {\"a\": {\"b\": 1}, \"c"), Some("{\"a\": {\"b\": 1}, \"c"));
        assert_eq!(first_json("use {braces}: {\"a\": 1}"), Some("{braces}"));
        assert_eq!(first_json("```json\n{\"a\": 1"), Some("{\"a\": 1"));
        assert_eq!(first_json("```json\n```"), None);
        assert_eq!(first_json("{\"a\": \"}\\\"}\"} }"), Some("{\"a\": \"}\\\"}\"}"));
        assert_eq!(first_json("{\"a\": \"\n```json\n1\n```\"}"), Some("{\"a\": \"\n```json\n1\n```\"}"));
        assert_eq!(first_toon("    ```toon\n    a: 1\n    ```"), Some("    ```toon\n    a: 1\n    ```"));
    }

    #[test]
    fn blanks_hold_nothing() {
        for text in ["", " \n\t", "\n\n"] {
            assert_eq!((first_json(text), first_toon(text)), (None, None));
        }
        assert_eq!(first_toon("\n  \n  a: 1\n"), Some("  a: 1"));
    }
}
