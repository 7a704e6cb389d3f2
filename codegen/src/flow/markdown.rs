//! The top-level blocks of a body that mean something (sections 1.3 and 1.4 of the dynamic prompt specification).
//!
//! In: a body. Out: its headings, thematic breaks and Lua blocks, in order.
//!
//! A CommonMark parser says what is at top level. It is not given the body as written but a text of the same length:
//!
//! - a lone CR is a LF, since the parser takes a CR for a line ending only here and there;
//! - of several blank lines in a row all but the last line ending are spaces, which is one blank line, since the
//!   parser goes through all open lists at each of them, of which there may be very many;
//! - in Lua blocks, lines that would close them by CommonMark and do not by section 1.4 are blotted out ([`blot`]).

use std::ops::Range;

use memchr::memchr;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use super::line::{self, Line};

/// What opens a Lua block, and what closes it: lines that are exactly this.
const OPENING: &str = "```lua";
const CLOSING: &str = "```";

/// Something that means something.
#[derive(Debug, PartialEq)]
pub(super) enum Mark {
    Heading {
        level: u8,
        /// Its text without markup, trimmed.
        name: String,
        /// Its lines, without the last line ending.
        lines: Range<usize>,
        /// Where the next line begins.
        next: usize,
    },
    Break {
        next: usize,
    },
    Lua(Lua),
}

/// A Lua block.
#[derive(Debug, PartialEq)]
pub(super) struct Lua {
    pub(super) opening: Line,
    /// Its source; to the end of the file if it is not closed.
    pub(super) code: Range<usize>,
    /// Where the line behind it begins; none if it is not closed.
    pub(super) next: Option<usize>,
    /// The first line that is nearly a closing one.
    pub(super) almost: Option<Line>,
}

/// Finds the marks in the body that begins at a byte.
pub(super) fn marks(text: &str, body: usize) -> Vec<Mark> {
    let mut plain = plain(text, body);
    let mut closing = Closing { text, none_from: usize::MAX };
    // A block with a line in it that CommonMark would close it at makes all that follows another text.
    let is_cut_short = |start: &usize| {
        let lua = closing.lua(*start);
        lua.next.is_some() && lua.almost.is_some()
    };
    let first = fences(text, &plain, 0..plain.len()).find(is_cut_short);
    if let Some(first) = first {
        let lines = blot(&mut closing, &plain, first);
        let mut bytes = plain.into_bytes();
        for line in lines {
            bytes[line.range()].fill(b'x');
        }
        plain = String::from_utf8(bytes).unwrap_or_default();
    }
    read(&plain, &mut closing)
}

/// The body as the parser is to see it, behind spaces for what is before it so that places are the same.
fn plain(text: &str, body: usize) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for byte in bytes.iter_mut().take(body) {
        *byte = b' ';
    }
    if let Some(last) = body.checked_sub(1).and_then(|last| bytes.get_mut(last)) {
        *last = b'\n';
    }
    let is_blank = |line: Line| line.of(text).bytes().all(|byte| matches!(byte, b' ' | b'\t' | 0x0b | 0x0c));
    let mut before: Option<Line> = None;
    for line in line::lines(text, body) {
        if text.as_bytes().get(line.end..line.next) == Some(b"\r") {
            bytes[line.end] = b'\n';
        }
        let is_blank = is_blank(line);
        if let Some(before) = before.filter(|_| is_blank) {
            bytes[before.end..before.next].fill(b' ');
        }
        before = is_blank.then_some(line);
    }
    // Only whole characters and line endings have been replaced.
    String::from_utf8(bytes).unwrap_or_default()
}

/// Finds where Lua blocks are closed.
struct Closing<'a> {
    text: &'a str,
    /// There is no closing line from here on.
    none_from: usize,
}

impl Closing<'_> {
    /// The Lua block whose opening line begins at a byte.
    fn lua(&mut self, start: usize) -> Lua {
        let opening = line::from(self.text, start);
        let mut almost = None;
        for line in line::lines(self.text, opening.next) {
            if line.of(self.text) == CLOSING {
                return Lua { opening, code: opening.next..line.start, next: Some(line.next), almost };
            }
            if almost.is_none() && is_almost(line.of(self.text)) {
                almost = Some(line);
            }
            if almost.is_some() && self.none_from <= line.start {
                break;
            }
        }
        self.none_from = self.none_from.min(opening.next);
        Lua { opening, code: opening.next..self.text.len(), next: None, almost }
    }
}

/// Whether CommonMark closes a Lua block at a line. A line too many is no harm.
fn is_almost(line: &str) -> bool {
    let fence = line.trim_start_matches(' ');
    let behind = fence.trim_start_matches('`');
    let has_fence = line.len() - fence.len() <= 3 && fence.len() - behind.len() >= CLOSING.len();
    has_fence && behind.trim_end_matches([' ', '\t']).is_empty()
}

/// The lines to blot out, given the first Lua block that CommonMark closes too early.
///
/// From the end of a block on, nothing before it counts, so the text behind is parsed anew; not all of it, or a file
/// of many such blocks would take for ever, but a piece that is doubled until it shows the next block.
fn blot(closing: &mut Closing<'_>, plain: &str, first: usize) -> Vec<Line> {
    const PIECE: usize = 512;
    let text = closing.text;
    let mut lines = Vec::new();
    let mut fence = Some(first);
    while let Some(start) = fence {
        let lua = closing.lua(start);
        let behind = match (lua.next, lua.almost) {
            (Some(next), almost) => {
                let from = almost.map_or(lua.code.end, |line| line.start);
                let inside = line::lines(text, from).take_while(|line| line.start < lua.code.end);
                lines.extend(inside.filter(|line| is_almost(line.of(text))));
                next
            }
            // CommonMark's end is as good as any: the file has an error.
            (None, Some(almost)) => almost.next,
            (None, None) => return lines,
        };
        let mut length = PIECE;
        fence = loop {
            let wanted = behind.saturating_add(length).min(plain.len());
            let rest = plain.as_bytes().get(wanted..).unwrap_or_default();
            let end = memchr(b'\n', rest).map_or(plain.len(), |length| wanted + length + 1);
            let found = fences(text, plain, behind..end).next();
            if found.is_some() || end == plain.len() {
                break found;
            }
            length = length.saturating_mul(2);
        };
    }
    lines
}

/// Where Lua blocks begin that the parser finds in a stretch of the plain text.
fn fences<'a>(text: &'a str, plain: &'a str, within: Range<usize>) -> impl Iterator<Item = usize> + 'a {
    let piece = plain.get(within.clone()).unwrap_or_default();
    let mut depth = 0usize;
    Parser::new_ext(piece, Options::empty()).into_offset_iter().filter_map(move |(event, range)| {
        match event {
            Event::Start(tag) => {
                depth += 1;
                return (depth == 1).then(|| opening(text, &tag, within.start + range.start)).flatten();
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        None
    })
}

/// Where the line begins that opens a Lua block, if a top-level block at a byte is one.
fn opening(text: &str, tag: &Tag<'_>, at: usize) -> Option<usize> {
    if !matches!(tag, Tag::CodeBlock(CodeBlockKind::Fenced(_))) {
        return None;
    }
    let line = line::around(text, at);
    (line.of(text) == OPENING).then_some(line.start)
}

/// Reads the marks, once Lua blocks end in the plain text where they do in the file.
fn read(plain: &str, closing: &mut Closing<'_>) -> Vec<Mark> {
    let text = closing.text;
    let mut marks = Vec::new();
    let mut depth = 0usize;
    let mut heading: Option<(u8, String)> = None;
    for (event, range) in Parser::new_ext(plain, Options::empty()).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                depth += 1;
                if depth > 1 {
                    continue;
                }
                if let Tag::Heading { level, .. } = tag {
                    heading = Some((level as u8, String::new()));
                } else if let Some(start) = opening(text, &tag, range.start) {
                    marks.push(Mark::Lua(closing.lua(start)));
                }
            }
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                if let Some((level, name)) = heading.take_if(|_| depth == 0) {
                    let last = last_line(text, plain, &range);
                    let lines = line::around(text, range.start).start..last.end;
                    marks.push(Mark::Heading { level, name: name.trim().to_owned(), lines, next: last.next });
                }
            }
            Event::Rule if depth == 0 => {
                marks.push(Mark::Break { next: last_line(text, plain, &range).next })
            }
            Event::Text(part) | Event::Code(part) => {
                if let Some((_, name)) = &mut heading {
                    name.push_str(&part);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some((_, name)) = &mut heading {
                    name.push(' ');
                }
            }
            _ => {}
        }
    }
    marks
}

/// The last line of a block.
fn last_line(text: &str, plain: &str, range: &Range<usize>) -> Line {
    let written = plain.get(range.clone()).unwrap_or_default().trim_end_matches([' ', '\t', '\n', '\r']);
    line::around(text, range.start + written.len())
}
