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
}

impl SourceText {
    /// Text that stands in the file as it is, from the byte `start`.
    #[must_use]
    pub fn verbatim(text: &str, start: usize) -> Self {
        let mut verbatim = Self::default();
        verbatim.push(text, start);
        verbatim
    }

    /// Text whose characters stand in the file where `offset` says, by their byte in the text.
    #[must_use]
    pub fn mapped(text: &str, offset: impl Fn(usize) -> usize) -> Self {
        let mut mapped = Self::default();
        let mut run = 0..0;
        for (at, c) in text.char_indices() {
            if offset(run.start) + (at - run.start) != offset(at) {
                mapped.push(&text[run.clone()], offset(run.start));
                run.start = at;
            }
            run.end = at + c.len_utf8();
        }
        mapped.push(&text[run.clone()], offset(run.start));
        mapped
    }

    /// Appends text that is written in the file from the byte `start`.
    pub fn push(&mut self, text: &str, start: usize) {
        let run = Span::new(self.text.len()..start);
        self.runs.push(Run { text: run.start, file: run.end });
        self.text.push_str(text);
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
        let start = self.offset_in_file(range.start);
        let end = match range.end.checked_sub(1) {
            Some(last) if last >= range.start => self.offset_in_file(last) + 1,
            _ => start,
        };
        Span::new(start..end.max(start))
    }

    fn offset_in_file(&self, offset: usize) -> usize {
        let after = self.runs.partition_point(|run| run.text as usize <= offset);
        let Some(run) = after.checked_sub(1).and_then(|index| self.runs.get(index)) else {
            return 0;
        };
        run.file as usize + (offset - run.text as usize)
    }
}
