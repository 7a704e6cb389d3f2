//! Text taken out of a source file (a block, a value, a quoted value) that remembers where each of
//! its characters was written.

use crate::source::Span;

/// Text with a map back to the file it came from.
#[derive(Clone, Debug, Default)]
pub struct SourceText {
    text: String,
    /// Where stretches of the text begin, in it and in the file; between them both count alike.
    runs: Vec<Run>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    text: u32,
    file: u32,
    /// Where it ends in the file: an escape is longer there than in the text.
    file_end: u32,
}

impl SourceText {
    /// Text that stands in the file as it is, from the byte `start`.
    #[must_use]
    pub fn verbatim(text: &str, start: usize) -> Self {
        let mut verbatim = Self::default();
        verbatim.push(text, start);
        verbatim
    }

    /// Text whose characters stand in the file where `offset` says, by their byte in the text; that of the end
    /// of the text is the end in the file.
    #[must_use]
    pub fn mapped(text: &str, offset: impl Fn(usize) -> usize) -> Self {
        let mut mapped = Self::default();
        let mut start = 0;
        for (at, c) in text.char_indices() {
            let end = at + c.len_utf8();
            if offset(end) != offset(start) + (end - start) || end == text.len() {
                mapped.push_run(&text[start..at], offset(start)..offset(at));
                mapped.push_run(&text[at..end], offset(at)..offset(end));
                start = end;
            }
        }
        mapped
    }

    /// Appends text that is written in the file from the byte `start`.
    pub fn push(&mut self, text: &str, start: usize) {
        self.push_run(text, start..start + text.len());
    }

    fn push_run(&mut self, text: &str, in_file: std::ops::Range<usize>) {
        if !text.is_empty() {
            let (at, in_file) = (Span::new(self.text.len()..self.text.len()), Span::new(in_file));
            self.runs.push(Run { text: at.start, file: in_file.start, file_end: in_file.end });
            self.text.push_str(text);
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The bytes of the file that stand for a range of the text: from its first character to the end
    /// of its last.
    #[must_use]
    pub fn in_file(&self, range: std::ops::Range<usize>) -> Span {
        let start = self.run_at(range.start).map_or(0, |(run, into)| run.file as usize + into);
        let end = match range.end.checked_sub(1).filter(|last| *last >= range.start) {
            Some(last) => self.run_at(last).map_or(start, |(run, into)| {
                let is_last = self.run_at(range.end).is_none_or(|(next, _)| next.text != run.text);
                if is_last { run.file_end as usize } else { run.file as usize + into + 1 }
            }),
            None => start,
        };
        Span::new(start..end.max(start))
    }

    /// The stretch that a byte of the text is in, and how far into it.
    fn run_at(&self, offset: usize) -> Option<(Run, usize)> {
        let after = self.runs.partition_point(|run| run.text as usize <= offset);
        let run = *self.runs.get(after.checked_sub(1)?)?;
        Some((run, offset - run.text as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_knows_where_it_was_written() {
        // `a\nb` written in quotes from byte 10: the escape takes two bytes there.
        let text = SourceText::mapped("a\nbé", |at| [10, 11, 13, 14, 14, 16][at]);
        for (range, span) in [(0..1, 10..11), (1..2, 11..13), (2..3, 13..14), (0..3, 10..14), (3..5, 14..16)]
        {
            assert_eq!(text.in_file(range.clone()).range(), span, "{range:?}");
        }
    }

    #[test]
    fn a_block_is_in_pieces() {
        let mut text = SourceText::default();
        text.push("ab", 2);
        text.push("\n", 4);
        text.push("cd", 7);
        assert_eq!(text.in_file(1..4).range(), 3..8);
        assert_eq!(text.in_file(0..2).range(), 2..4);
        assert_eq!(text.in_file(5..5).range(), 9..9);
    }
}
