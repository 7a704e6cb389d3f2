//! In: the text of an `.agent` file. Out: its structural lines, and the blocks under `prompt: |` and its
//! like with their indentation taken off (agent format, section 2).

use std::collections::BTreeMap;

use agentc_text::toon::Line;

use crate::diagnostic::{Code, Sink};
use crate::text::SourceText;

/// A file without its blocks.
pub(crate) struct Lowered<'a> {
    /// The structural lines, headers of blocks among them.
    pub(crate) lines: Vec<Line<'a>>,
    /// The texts of the blocks, by the number of the line that is their header.
    pub(crate) blocks: BTreeMap<usize, SourceText>,
}

/// Takes the blocks out of a file.
pub(crate) fn lower<'a>(text: &'a str, sink: &mut Sink) -> Lowered<'a> {
    let mut lowered = Lowered { lines: Vec::new(), blocks: BTreeMap::new() };
    let mut block: Option<Block> = None;
    for line in lines(text) {
        if let Some(open) = &mut block {
            if is_blank(line.text) || line.text.starts_with(' ') {
                open.push(line, sink);
                continue;
            }
            lowered.blocks.extend(block.take().map(Block::finish));
        }
        block = is_header(line.text).then(|| Block::new(line.number));
        lowered.lines.push(line);
    }
    lowered.blocks.extend(block.map(Block::finish));
    lowered
}

/// Lines end at LF or CRLF; a CR anywhere else is an ordinary character.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    text.split_inclusive('\n').enumerate().map(move |(index, whole)| {
        let line = whole.strip_suffix('\n').map_or(whole, |line| line.strip_suffix('\r').unwrap_or(line));
        let line = Line { number: index + 1, start, text: line };
        start += whole.len();
        line
    })
}

fn is_blank(line: &str) -> bool {
    line.chars().all(|c| matches!(c, ' ' | '\t' | '\r'))
}

/// Whether a line is at the margin and of the form `key: |`. Which keys may have a block is checked later.
fn is_header(line: &str) -> bool {
    let before_bar = line.trim_end_matches(' ').strip_suffix('|').map(|line| line.trim_end_matches(' '));
    let Some(key) = before_bar.and_then(|line| line.strip_suffix(':')) else { return false };
    let key = key.trim_end_matches(' ');
    match key.strip_prefix('"').map(|quoted| quoted.strip_suffix('"')) {
        Some(Some(quoted)) => is_quotable(quoted),
        Some(None) => false,
        None => !key.is_empty() && !key.starts_with([' ', '\t', '#']) && !key.contains([':', '[', '"']),
    }
}

/// Whether a text can stand between quotes.
fn is_quotable(text: &str) -> bool {
    !text.replace("\\\\", "").replace("\\\"", "").contains('"') && agentc_text::toon::unescape(text).is_ok()
}

/// A block being read.
struct Block {
    header: usize,
    text: SourceText,
    /// Lines to come before the next one that is not empty; those at the end are dropped.
    line_feeds: Vec<usize>,
    is_first: bool,
}

impl Block {
    fn new(header: usize) -> Self {
        Self { header, text: SourceText::default(), line_feeds: Vec::new(), is_first: true }
    }

    fn push(&mut self, line: Line<'_>, sink: &mut Sink) {
        let Line { start, text, .. } = line;
        if !std::mem::take(&mut self.is_first) {
            // The line feed is written at the end of the line before.
            self.line_feeds.push(start.saturating_sub(1));
        }
        if is_blank(text) {
            return;
        }
        let content = text.strip_prefix("  ").unwrap_or_else(|| {
            let span = sink.file().line_content(line.number);
            let diagnostic = sink.at(Code::A212, span, "this line of the block is indented by one space");
            sink.push(diagnostic.with_help("indent the lines of a block by two spaces or more"));
            text.trim_start_matches(' ')
        });
        for at in self.line_feeds.drain(..) {
            self.text.push("\n", at);
        }
        self.text.push(content, start + (text.len() - content.len()));
    }

    fn finish(self) -> (usize, SourceText) {
        (self.header, self.text)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::source::SourceFile;

    fn blocks(text: &str) -> Vec<String> {
        let file = Arc::new(SourceFile::new("f", text));
        let mut sink = Sink::new(&file);
        lower(text, &mut sink).blocks.values().map(|text| text.as_str().to_owned()).collect()
    }

    #[test]
    fn indentation_is_taken_off() {
        for (source, text) in [
            ("  a\n  b\n", "a\nb"),
            ("    a\n  b", "  a\nb"),
            ("    a\n    b", "  a\n  b"),
            ("\n  a\n\n      \n  b\n\n", "\na\n\n\nb"),
            ("  a  ", "a  "),
            ("  \ta\t\n \t\r\n  b", "\ta\t\n\nb"),
            ("  a\rb\r\n  c\r\n", "a\rb\nc"),
            ("", ""),
            ("   \n\n", ""),
            ("\nretries: 1", ""),
        ] {
            assert_eq!(blocks(&format!("prompt: |\n{source}")), [text], "{source:?}");
        }
    }

    #[test]
    fn headers_of_blocks() {
        for header in ["prompt: |", "prompt:|", "\"system\" :  |  ", "description: |"] {
            assert_eq!(blocks(&format!("{header}\n  a")), ["a"], "{header}");
        }
        for line in
            ["prompt: |-", "prompt: a |", " prompt: |", "a: b: |", "tools[1]: |", "# prompt: |", ": |"]
        {
            assert!(blocks(&format!("{line}\n  a")).is_empty(), "{line}");
        }
    }

    #[test]
    fn a_block_ends_at_the_first_line_that_is_not_indented() {
        let text = "prompt: |\n  a\n# no\n  b\nsystem: |\n  c\n\tb";
        let file = Arc::new(SourceFile::new("f", text));
        let mut sink = Sink::new(&file);
        let lowered = lower(text, &mut sink);
        assert_eq!(lowered.lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 3, 4, 5, 7]);
        assert_eq!(blocks(text), ["a", "c"]);
    }
}
