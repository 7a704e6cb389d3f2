//! Source files and places in them.
//!
//! In: the text of one file. Out: lines, and positions as people count them (line and column from 1,
//! columns in characters; agent format, section 13).

use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A range of bytes in the text of a [`SourceFile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The span of a byte range; a file is never larger than `u32::MAX` bytes.
    #[must_use]
    pub fn new(range: Range<usize>) -> Self {
        let narrow = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: narrow(range.start), end: narrow(range.end) }
    }

    /// The same as a range of `usize`.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A line and a column, both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub col: usize,
}

/// The text of one file, without its byte order mark, under the name that messages give it.
#[derive(Debug)]
pub struct SourceFile {
    path: Arc<str>,
    text: String,
    origin: Position,
    index: OnceLock<Index>,
}

impl SourceFile {
    /// A file; `path` is what messages print.
    #[must_use]
    pub fn new(path: impl Into<Arc<str>>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        Self { path: path.into(), text, origin: Position { line: 1, col: 1 }, index: OnceLock::new() }
    }

    /// Source that stands inside another file, such as a string literal of a Rust file: `origin` is
    /// where its first character stands there.
    #[must_use]
    pub fn inline(path: impl Into<Arc<str>>, text: impl Into<String>, origin: Position) -> Self {
        Self { origin, ..Self::new(path, text) }
    }

    /// The name that messages give the file.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The text, without a byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a byte of the text stands; an offset beyond the end is the end.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let index = self.index();
        let offset = offset.min(self.text.len());
        let line = index.line_starts.partition_point(|&start| start as usize <= offset);
        let start = index.line_starts[line - 1] as usize;
        let col = index.chars_before(&self.text, offset) - index.chars_before(&self.text, start);
        let first_col = if line == 1 { self.origin.col } else { 1 };
        Position { line: self.origin.line + line - 1, col: first_col + col }
    }

    /// The bytes of a line of this text (from 1, whatever its origin), without its line end; an
    /// unknown line is the empty end of the text.
    #[must_use]
    pub fn line(&self, number: usize) -> Span {
        let starts = &self.index().line_starts;
        let end_of_text = self.text.len();
        let Some(&start) = number.checked_sub(1).and_then(|index| starts.get(index)) else {
            return Span::new(end_of_text..end_of_text);
        };
        let start = start as usize;
        let end = starts.get(number).map_or(end_of_text, |&next| next as usize);
        let line = self.text[start..end].strip_suffix('\n').unwrap_or(&self.text[start..end]);
        let line = if end < end_of_text || self.text.ends_with('\n') {
            line.strip_suffix('\r').unwrap_or(line)
        } else {
            line
        };
        Span::new(start..start + line.len())
    }

    /// The line that a byte of the text is on, without its line end.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> Span {
        self.line(self.index().line_starts.partition_point(|&start| start as usize <= offset))
    }

    /// A line from its first character that is not a space: position D of section 13.
    #[must_use]
    pub fn line_content(&self, number: usize) -> Span {
        let line = self.line(number);
        let text = &self.text[line.range()];
        let indent = text.len() - text.trim_start_matches(' ').len();
        Span::new(line.start as usize + indent..line.end as usize)
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.text))
    }
}

/// Where lines start, and how many characters come before each block of bytes, so that a column far
/// along a very long line is found without counting from its start.
#[derive(Debug)]
struct Index {
    line_starts: Vec<u32>,
    chars_before_block: Vec<u32>,
}

const BLOCK: usize = 4096;

impl Index {
    fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let offset = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        let line_ends = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
        let line_starts = std::iter::once(0).chain(line_ends.map(|(at, _)| offset(at + 1))).collect();
        let mut chars = 0;
        let chars_before_block = bytes
            .chunks(BLOCK)
            .map(|block| {
                let before = chars;
                chars += offset(count_chars(block));
                before
            })
            .collect();
        Self { line_starts, chars_before_block }
    }

    fn chars_before(&self, text: &str, offset: usize) -> usize {
        let block = offset / BLOCK;
        let Some(&before) = self.chars_before_block.get(block) else {
            // The end of a text that fills its last block exactly.
            let last = block.saturating_sub(1);
            let before = self.chars_before_block.get(last).copied().unwrap_or(0);
            return before as usize + count_chars(&text.as_bytes()[last * BLOCK..offset]);
        };
        before as usize + count_chars(&text.as_bytes()[block * BLOCK..offset])
    }
}

/// Every byte of UTF-8 but the continuation bytes starts a character.
fn count_chars(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(file: &SourceFile, needle: &str) -> (usize, usize) {
        let position = file.position(file.text().find(needle).unwrap());
        (position.line, position.col)
    }

    #[test]
    fn columns_count_characters() {
        let file = SourceFile::new("f", "é👋\tx\n日本 y");
        assert_eq!(at(&file, "x"), (1, 4));
        assert_eq!(at(&file, "y"), (2, 4));
        assert_eq!(file.position(usize::MAX), Position { line: 2, col: 5 });
    }

    #[test]
    fn a_byte_order_mark_is_not_a_column() {
        assert_eq!(at(&SourceFile::new("f", "\u{feff}x"), "x"), (1, 1));
    }

    #[test]
    fn lines_end_at_lf_or_crlf_only() {
        let file = SourceFile::new("f", "a\r\n  b\rc\nd\r");
        let line = |n| &file.text()[file.line(n).range()];
        assert_eq!((line(1), line(2), line(3), line(4)), ("a", "  b\rc", "d\r", ""));
        assert_eq!(&file.text()[file.line_content(2).range()], "b\rc");
    }

    #[test]
    fn inline_source_counts_from_its_origin() {
        let file = SourceFile::inline("m.rs", "a\nb", Position { line: 7, col: 20 });
        assert_eq!(at(&file, "a"), (7, 20));
        assert_eq!(at(&file, "b"), (8, 1));
    }

    #[test]
    fn far_along_a_long_line() {
        let text = "é".repeat(10_000) + "x";
        assert_eq!(at(&SourceFile::new("f", &*text), "x"), (1, 10_001));
        let text = "a".repeat(2 * BLOCK);
        assert_eq!(SourceFile::new("f", &*text).position(2 * BLOCK).col, 2 * BLOCK + 1);
    }
}
