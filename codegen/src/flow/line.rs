//! Lines of a file (section 1.1 of the dynamic prompt specification): LF, CRLF and a lone CR each end one.

use std::ops::Range;

use memchr::{memchr2, memchr2_iter, memrchr2};

/// A line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its first byte.
    pub(super) start: usize,
    /// The byte after its last one, its line ending left out.
    pub(super) end: usize,
    /// Where the next line begins.
    pub(super) next: usize,
}

impl Line {
    pub(super) fn range(self) -> Range<usize> {
        self.start..self.end
    }

    pub(super) fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }
}

/// The line that begins at a byte.
pub(super) fn from(text: &str, start: usize) -> Line {
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    let length = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    let ending = match rest.get(length..) {
        Some([b'\r', b'\n', ..]) => 2,
        Some([_, ..]) => 1,
        _ => 0,
    };
    Line { start, end: start + length, next: start + length + ending }
}

/// The line that a byte is in. A byte of a line ending is not asked for.
pub(super) fn around(text: &str, at: usize) -> Line {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    from(text, memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1))
}

/// The lines of a text from a byte on. There is none after the last line ending.
pub(super) fn lines(text: &str, start: usize) -> impl Iterator<Item = Line> {
    let mut at = start;
    std::iter::from_fn(move || {
        let line = (at < text.len()).then(|| from(text, at))?;
        at = line.next;
        Some(line)
    })
}

/// How many line endings there are in a stretch of text.
pub(super) fn count(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_end = |&at: &usize| bytes.get(at) == Some(&b'\n') || bytes.get(at + 1) != Some(&b'\n');
    memchr2_iter(b'\n', b'\r', bytes).filter(is_end).count()
}

/// A stretch of whole lines without the blank ones at both ends, and without the ending of the last one left.
/// Blank is a line of spaces and tabs (section 1.5).
pub(super) fn without_blank_lines(text: &str, around: Range<usize>) -> Range<usize> {
    let is_blank = |c| matches!(c, ' ' | '\t' | '\n' | '\r');
    let whole = text.get(around.clone()).unwrap_or_default();
    let kept = whole.trim_start_matches(is_blank);
    if kept.is_empty() {
        return around.end..around.end;
    }
    // Back to the start of the first line left, and on to the end of the last one.
    let first = around.end - kept.len();
    let before = text.as_bytes().get(around.start..first).unwrap_or_default();
    let start = memrchr2(b'\n', b'\r', before).map_or(around.start, |end| around.start + end + 1);
    let last = first + kept.trim_end_matches(is_blank).len();
    let behind = text.as_bytes().get(last..around.end).unwrap_or_default();
    start..last + memchr2(b'\n', b'\r', behind).unwrap_or(behind.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_line_endings() {
        let text = "a\r\nb\rc\n\n\rd";
        let all: Vec<&str> = lines(text, 0).map(|line| line.of(text)).collect();
        assert_eq!(all, ["a", "b", "c", "", "", "d"]);
        assert_eq!(count(text), 5);
        assert_eq!(around(text, 3), Line { start: 3, end: 4, next: 5 });
        assert_eq!(lines("a\n", 0).count(), 1);
        assert_eq!(lines("", 0).count(), 0);
    }

    #[test]
    fn blank_lines_around_go_and_nothing_else() {
        let kept = |text: &str| text[without_blank_lines(text, 0..text.len())].to_owned();
        assert_eq!(kept("\n \n\t\n  a \n\n b  \n\t\n"), "  a \n\n b  ");
        assert_eq!(kept("\r\n \r\r  a \r\nb\r\n\r"), "  a \r\nb");
        assert_eq!(kept("a"), "a");
        assert_eq!(kept(" a\t"), " a\t");
        assert_eq!(kept("\n \t\r\n"), "");
        assert_eq!(kept(""), "");
        assert_eq!(kept("\u{a0}\na\u{c}\n"), "\u{a0}\na\u{c}");
    }
}
