//! The top-level blocks of a body that mean something (sections 1.3 and 1.4 of the dynamic prompt specification).
//!
//! In: a body. Out: its headings, thematic breaks and Lua blocks, in order.
//!
//! A CommonMark parser says what is at top level. It is not given the body as written but a text of the same length:
//!
//! - a lone CR is a LF, since the parser takes a CR for a line ending only here and there;
//! - the marks of quotes and lists inside each other, beyond [`MAX_NESTING`] of them, are letters, since the parser goes
//!   through all open ones at each line; so a list that deep is a line of text in the one above it;
//! - in Lua blocks, lines that would close them by CommonMark and do not by section 1.4 are blotted out ([`blot`]).

use std::ops::Range;

use memchr::memchr;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use super::line::{self, Line};

/// How many quotes and list items inside each other are told from text.
const MAX_NESTING: usize = 100;

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
    for line in line::lines(text, body) {
        if text.as_bytes().get(line.end..line.next) == Some(b"\r") {
            bytes[line.end] = b'\n';
        }
        if let Some(deep) = too_deep(line.of(text).as_bytes()) {
            bytes[line.start + deep.start..line.start + deep.end].fill(b'x');
        }
    }
    // Only whole characters and line endings have been replaced.
    String::from_utf8(bytes).unwrap_or_default()
}

/// The marks in a line that nest more than [`MAX_NESTING`] quotes and list items.
fn too_deep(line: &[u8]) -> Option<Range<usize>> {
    let byte = |at: usize| line.get(at).copied();
    let is_end = |at: usize| matches!(byte(at), None | Some(b' ' | b'\t'));
    // A quote has a mark of its own in each line. A list item has a mark and a space, and in the lines that follow
    // two columns or more. So no line can be deeper than half of this.
    let mut columns = 0;
    let mut deep = None;
    let mut at = 0;
    while let Some(first) = byte(at) {
        let digits = line[at..].iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
        let (width, length) = match first {
            b' ' => (1, 1),
            b'\t' => (4, 1),
            b'>' => (2, 1 + usize::from(byte(at + 1) == Some(b' '))),
            b'-' | b'+' | b'*' if is_end(at + 1) => (1, 1),
            b'0'..=b'9' if matches!(byte(at + digits), Some(b'.' | b')')) && is_end(at + digits + 1) => {
                (1, digits + 1)
            }
            _ => break,
        };
        columns += width;
        if columns > 2 * MAX_NESTING && deep.is_none() {
            deep = Some(at);
        }
        at += length;
    }
    // A line of nothing else is blank, or a thematic break.
    deep.filter(|_| at < line.len() || !is_break(line)).map(|deep| deep..at)
}

/// Whether a line of marks and blanks is blank or a thematic break, and not a list in a list.
fn is_break(line: &[u8]) -> bool {
    let mut marks = line.iter().filter(|byte| !matches!(byte, b' ' | b'\t'));
    marks.next().is_none_or(|first| matches!(first, b'-' | b'*') && marks.all(|mark| mark == first))
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

#[cfg(test)]
mod tests {
    use super::super::testing::{codes, flow, with_body};
    use super::*;

    /// The marks of a body, in a form that is easily written.
    fn shown(text: &str) -> Vec<String> {
        marks(text, 0).into_iter().map(|mark| show(text, mark)).collect()
    }

    fn show(text: &str, mark: Mark) -> String {
        match mark {
            Mark::Heading { level, name, lines, next } => {
                assert_eq!(line::around(text, lines.end.saturating_sub(1)).next, next);
                format!("{level} {name}")
            }
            Mark::Break { .. } => "---".to_owned(),
            Mark::Lua(lua) => text.get(lua.code).unwrap().to_owned(),
        }
    }

    /// The marks as the specification has them: what follows a block that CommonMark cuts short is parsed anew.
    fn anew(text: &str) -> Vec<String> {
        let mut closing = Closing { text, none_from: usize::MAX };
        let mut shown = Vec::new();
        for mark in read(text, &mut closing) {
            let end = match &mark {
                Mark::Lua(Lua { next: Some(next), almost: Some(_), .. }) => Some(*next),
                _ => None,
            };
            shown.push(show(text, mark));
            if let Some(end) = end {
                shown.extend(anew(&text[end..]));
                break;
            }
        }
        shown
    }

    /// A random text of these parts.
    fn random(state: &mut u64, parts: &[&str]) -> String {
        let mut next = || {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (*state >> 33) as usize
        };
        (0..next() % 24).map(|_| parts[next() % parts.len()]).collect()
    }

    #[test]
    fn headings() {
        assert_eq!(
            shown("# A\n##\tB ##\n   ### C #\n###### D\n####### e\n#f\n"),
            ["1 A", "2 B", "3 C", "6 D"]
        );
        assert_eq!(shown("A\n===\nb\nB\n ---  \n"), ["1 A", "2 b B"]);
        assert_eq!(shown("#\n## ##\r\n## \\# x\r# y"), ["1 ", "2 ", "2 # x", "1 y"]);
        assert_eq!(
            shown("## Run `fetch` *now* [at](x) ![once](y) &amp; {{ a }} <b>ok</b>\n"),
            ["2 Run fetch now at once & {{ a }} ok"]
        );
        // A reference may be defined anywhere.
        assert_eq!(shown("# [A][a]\n\n[a]: b\n"), ["1 A"]);
    }

    #[test]
    fn only_top_level_counts() {
        assert_eq!(
            shown(
                "> # a\n> ---\n\n- # b\n\n      ---\n\n<div>\n# c\n---\n</div>\n\n~~~\n# d\n---\n~~~\n\n    # e\n"
            ),
            [""; 0]
        );
        assert_eq!(shown("- a\n\n  ```lua\n  ```\n\n> ```lua\n> ```\n\n<!--\n```lua\n```\n-->\n"), [""; 0]);
        assert_eq!(shown("- a\n```lua\nx\n```\n> a\n```lua\ny\n```\ntext\n```lua\n```"), ["x\n", "y\n", ""]);
    }

    #[test]
    fn breaks() {
        assert_eq!(shown("***\n- - -\n___\n\n---\n\na\n\n * * *\t\n"), ["---"; 5]);
        assert_eq!(shown(&"- ".repeat(1_000)), ["---"]);
    }

    #[test]
    fn only_exact_lines_open_a_block() {
        for opening in [
            "```Lua",
            "```lua title",
            "``` lua",
            "~~~lua",
            "````lua",
            "  ```lua",
            "\t```lua",
            "```lua ",
            "```text lua",
            "```lua\u{a0}",
        ] {
            assert_eq!(shown(&format!("a\n\n{opening}\nx\n")), [""; 0], "{opening}");
        }
        assert_eq!(shown("```lua\rx\r```\ry\r---\r"), ["x\r", "2 y"]);
        assert_eq!(shown("```lua\r\nx\r\n```\r\n# y\r\n"), ["x\r\n", "1 y"]);
        assert_eq!(shown("````\n```lua\nx\n```\n````\n"), [""; 0]);
    }

    #[test]
    fn only_an_exact_line_closes_a_block() {
        let almost = "s = [[\n   ```\n# a\n``` \n````\n```\t\n    ```\n~~~\n```lua\n]]\n";
        let after = "# A\n```lua\n ```\n---\n```\n> ```lua\n\n````\n```lua\n ```\n````\n## B\n";
        assert_eq!(shown(&format!("```lua\n{almost}```\n{after}")), [almost, "1 A", " ```\n---\n", "2 B"]);
        // The block that opens in what CommonMark takes for text is found however far away it is.
        let far = format!("```lua\n ```\n```\n{}```lua\n ```\n# a\n```\n", "text\n\n".repeat(1_000));
        assert_eq!(shown(&far), [" ```\n", " ```\n# a\n"]);
    }

    #[test]
    fn blocks_that_are_not_closed() {
        let lua = |text: &str| {
            marks(text, 0)
                .into_iter()
                .filter(|mark| matches!(mark, Mark::Lua(Lua { next: None, .. })))
                .count()
        };
        assert_eq!(lua("```lua\nx\n"), 1);
        assert_eq!(lua("```lua"), 1);
        assert_eq!(lua("```lua\n ```\n```lua\n ```\n"), 2);
        assert_eq!(lua("```lua\n ```\n```\n```lua\n````\n# a\n"), 1);
        assert_eq!(codes(&with_body("# T\n```lua\n ```\n## A\n### A\n## A\n")), ["11:1 A625", "7:1 A631"]);
    }

    #[test]
    fn what_the_parser_sees_has_the_marks_of_what_is_written() {
        const PARTS: [&str; 24] = [
            "\n", "\n", "\n\n\n", "\r\n", " ", "    ", "\t", "# a", "---", "===", "> ", "- ", "1. ", "a",
            "<div>", "<!--", "-->", "```", "~~~", "é", "* * *", "[a]: b", "\u{c}", "\\",
        ];
        let mut state = 1;
        for _ in 0..5_000 {
            let text = random(&mut state, &PARTS);
            let as_written = read(&text, &mut Closing { text: &text, none_from: usize::MAX });
            assert_eq!(marks(&text, 0), as_written, "{text:?}");
        }
    }

    #[test]
    fn blocks_that_are_cut_short_hide_nothing() {
        const PARTS: [&str; 18] = [
            "```lua\n",
            "\n```lua\n",
            "```\n",
            "\n```\n",
            " ```\n",
            "\n ```\n",
            "````\n",
            "``` \n",
            "\n",
            "x",
            "# a\n",
            "> ",
            "- ",
            "  ",
            "---\n",
            "<!--\n",
            "-->\n",
            "\r\n",
        ];
        let mut state = 2;
        for count in 0..10_000 {
            let mut text = random(&mut state, &PARTS);
            if count % 10 == 0 {
                // Beyond the first piece that is looked at.
                text.insert_str(text.len() / 2, &"\nx\n".repeat(300));
            }
            assert_eq!(shown(&text), anew(&text), "{text:?}");
        }
    }

    #[test]
    fn deep_quotes_and_lists_are_text() {
        let blanks = format!("- a\n{}\n\n# T\n", " ".repeat(1_000));
        assert_eq!(shown(&blanks), ["1 T"]);
        for mark in ["> ", ">", "- ", "1. ", "> * "] {
            let text = format!("{}# a\nb\n\n# T\n", mark.repeat(MAX_NESTING * 3));
            assert_eq!(shown(&text), ["1 T"], "{mark}");
        }
        assert_eq!(too_deep("> - ".repeat(MAX_NESTING / 2).as_bytes()), None);
        for line in ["-".repeat(1_000), " ".repeat(1_000), "* ".repeat(1_000)] {
            assert_eq!(too_deep(line.as_bytes()), None);
        }
    }

    #[test]
    fn the_body_begins_where_it_begins() {
        let flow = flow("---\nname: é\ndescription: d\nrunvil: 0\n---\n---\n# T\n---\n");
        assert_eq!(flow.title, "T");
    }
}
