//! A piece of a line that knows where it is in the source.
//!
//! In: text and its byte offset. Out: smaller pieces, each still in its place.

use std::ops::Range;

/// Part of a line and the offset of its first byte in the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub text: &'a str,
    pub start: usize,
}

impl<'a> Part<'a> {
    /// The bytes of the source this part covers.
    pub fn span(self) -> Range<usize> {
        self.start..self.end()
    }

    pub fn end(self) -> usize {
        self.start + self.text.len()
    }

    pub fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// The parts before and after offset `at`, which is next to an ASCII character or at the end.
    pub fn split(self, at: usize) -> (Self, Self) {
        let (before, after) = self.text.split_at_checked(at).unwrap_or((self.text, ""));
        (Self { text: before, start: self.start }, Self { text: after, start: self.start + before.len() })
    }

    /// What follows the first `count` bytes.
    pub fn skip(self, count: usize) -> Self {
        self.split(count).1
    }

    /// Without the spaces at both ends; no other white space is ever trimmed (TOON 12).
    pub fn trim(self) -> Self {
        let text = self.text.trim_start_matches(' ');
        let start = self.start + (self.text.len() - text.len());
        Self { text: text.trim_end_matches(' '), start }
    }

    pub fn byte(self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// The offset of the first of these bytes outside quotes, and which it is (TOON 5.2).
    ///
    /// A quote anywhere opens or closes a quotation, in which a backslash hides the next byte.
    pub fn find_unquoted(self, needles: [u8; 2]) -> Option<(usize, u8)> {
        let mut quoted = false;
        let mut hidden = false;
        for (at, byte) in self.text.bytes().enumerate() {
            match byte {
                _ if hidden => hidden = false,
                b'"' => quoted = !quoted,
                b'\\' if quoted => hidden = true,
                _ if !quoted && needles.contains(&byte) => return Some((at, byte)),
                _ => {}
            }
        }
        None
    }

    /// The parts before and after the first colon outside quotes.
    pub fn split_at_colon(self) -> Option<(Self, Self)> {
        let (at, _) = self.find_unquoted([b':', b':'])?;
        Some((self.split(at).0, self.skip(at + 1)))
    }
}
