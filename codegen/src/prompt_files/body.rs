//! The lines of a body (section 4 of the prompt file specification).
//!
//! In: the text of a file and where its body begins. Out: the transclusion lines, tokens and escapes in it. The scan
//! jumps from one bracket or brace to the next, so that plain text costs no more than looking for these.

use std::collections::BTreeSet;
use std::ops::Range;

use memchr::memchr;

use super::block::FEW;
use super::key::identifier_length;
use super::message::quoted;
use super::read::{Cut, Include, Read};
use super::{pairs, path};
use crate::diagnostic::{Code, Sink, did_you_mean};
use crate::source::Span;
use crate::suggest;

/// How many names are compared to find what an undeclared one may have been meant for, in one file.
const COMPARISONS: usize = 10_000;

/// The body without the blank lines at its start and end. Only whole lines go.
pub(super) fn trim(text: &str, start: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let mut first = start;
    let mut end = bytes.len();
    for (index, byte) in bytes.iter().enumerate().skip(start) {
        match byte {
            b'\n' => first = index + 1,
            b' ' | b'\t' => {}
            _ => {
                for (index, byte) in bytes.iter().enumerate().skip(first).rev() {
                    match byte {
                        b'\n' => end = index,
                        b' ' | b'\t' => {}
                        _ => break,
                    }
                }
                return first..end;
            }
        }
    }
    end..end
}

/// Scans the body.
pub(super) fn scan(text: &str, read: &mut Read, sink: &mut Sink) {
    let mut scan = Scan {
        text,
        end: read.body.end,
        names: Vec::new(),
        undeclared: BTreeSet::new(),
        stray_until: 0,
        comparisons: COMPARISONS,
        read,
        sink,
    };
    if scan.read.declarations.len() > FEW {
        scan.sort_names();
    }
    scan.run();
}

struct Scan<'a, 'r, 'f> {
    text: &'a str,
    end: usize,
    /// The declared names, sorted, with the numbers of their declarations; none while they are few.
    names: Vec<(&'a str, u32)>,
    /// The names that are undeclared and have been said to be.
    undeclared: BTreeSet<&'a str>,
    /// The end of the last line that has stray brackets in it: they are one mistake.
    stray_until: usize,
    /// How many more names may be compared for suggestions: a hostile file has many of each.
    comparisons: usize,
    read: &'r mut Read,
    sink: &'r mut Sink<'f>,
}

impl Scan<'_, '_, '_> {
    fn run(&mut self) {
        let text = self.text;
        let body = text.as_bytes().get(..self.end).unwrap_or_default();
        let mut at = self.read.body.start;
        while let Some(opening) = pairs::find(body, at) {
            // Nothing that was passed before ends in a backslash, so one that stands here is an escape.
            let is_escaped =
                opening.checked_sub(1).is_some_and(|before| before >= at && body.get(before) == Some(&b'\\'));
            at = match (body.get(opening) == Some(&b'['), is_escaped) {
                (true, true) => {
                    self.cut(Cut::Brackets { at: narrow(opening - 1) });
                    opening + 2
                }
                (true, false) => self.brackets(opening),
                (false, true) => {
                    self.cut(Cut::Braces { at: narrow(opening - 1) });
                    opening + 2
                }
                (false, false) => self.braces(opening),
            };
        }
    }

    fn cut(&mut self, cut: Cut) {
        if self.read.cuts.capacity() == 0 {
            self.read.cuts = Vec::with_capacity(4);
        }
        self.read.cuts.push(cut);
    }

    /// `[[`: a transclusion line, or a mistake. Returns where to go on.
    fn brackets(&mut self, opening: usize) -> usize {
        if opening < self.stray_until {
            return opening + 2;
        }
        let Some((line, inside)) = self.transclusion(opening) else {
            self.stray(opening);
            return opening + 2;
        };
        let written = self.text.get(inside.clone()).unwrap_or_default();
        if let Some(problem) = path::problem(written) {
            let message = format!("{} is not a path: {problem}", quoted(written));
            let help = "write the path of a file of the set, such as `[[kit/rules]]`; for brackets in the text, \
                        write `\\[[`";
            let span = Span::new(inside.start.saturating_sub(2)..inside.end + 2);
            let diagnostic = self.sink.at(Code::A501, span, message).with_help(help);
            self.sink.push(diagnostic);
            return line.end;
        }
        self.cut(Cut::Include(narrow(self.read.includes.len())));
        self.read.includes.push(Include { line: Span::new(line.clone()), path: Span::new(inside) });
        line.end
    }

    /// The line and what is between the brackets, if that is all there is on the line.
    fn transclusion(&self, opening: usize) -> Option<(Range<usize>, Range<usize>)> {
        let bytes = self.text.as_bytes();
        let before = bytes.get(self.read.body.start..opening)?;
        let indent = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let start = opening - indent;
        if start > self.read.body.start && bytes.get(start - 1) != Some(&b'\n') {
            return None;
        }
        let inside = opening + 2;
        let rest = bytes.get(inside..self.end)?;
        let length = rest.iter().position(|byte| matches!(byte, b'[' | b']' | b'\n'))?;
        let behind = rest.get(length..)?.strip_prefix(b"]]")?;
        let blanks = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let end = inside + length + 2 + blanks;
        (end == self.end || bytes.get(end) == Some(&b'\n')).then_some((start..end, inside..inside + length))
    }

    fn stray(&mut self, opening: usize) {
        let rest = self.text.as_bytes().get(opening..self.end).unwrap_or_default();
        self.stray_until = opening + memchr(b'\n', rest).unwrap_or(rest.len());
        let message =
            "`[[` stands where no file can be pulled in: only a line of its own pulls in another file";
        let help = "put `[[path]]` alone on its line; for brackets in the text, write `\\[[`";
        let diagnostic = self.sink.at(Code::A506, Span::new(opening..opening + 2), message).with_help(help);
        self.sink.push(diagnostic);
    }

    /// `{{`: a token, or text. Returns where to go on.
    fn braces(&mut self, opening: usize) -> usize {
        let inside = opening + 2;
        let rest = self.text.as_bytes().get(inside..self.end).unwrap_or_default();
        let length = identifier_length(rest);
        if length == 0 || !rest.get(length..).is_some_and(|behind| behind.starts_with(b"}}")) {
            // Of `{{{name}}}` the first brace is text: only the last two of a row can begin a token.
            let row = rest.iter().take_while(|byte| **byte == b'{').count();
            return if row > 0 { opening + row } else { inside + length };
        }
        let end = inside + length + 2;
        let name = self.text.get(inside..inside + length).unwrap_or_default();
        match self.declaration(name) {
            Some(declaration) => {
                if let Some(declared) = self.read.declarations.get_mut(declaration as usize) {
                    declared.is_used = true;
                }
                self.cut(Cut::Token { at: narrow(opening), declaration });
            }
            None => self.undeclared(name, Span::new(opening..end)),
        }
        end
    }

    /// The number of the first declaration of a name.
    fn declaration(&self, name: &str) -> Option<u32> {
        if self.names.is_empty() {
            let mut declared = self.read.declarations.iter();
            return declared
                .position(|declared| self.text.get(declared.name.range()) == Some(name))
                .map(narrow);
        }
        let found = self.names.partition_point(|(known, _)| *known < name);
        self.names.get(found).filter(|(known, _)| *known == name).map(|&(_, declaration)| declaration)
    }

    fn sort_names(&mut self) {
        let declared = self.read.declarations.iter().zip(0..);
        self.names = declared
            .filter_map(|(declaration, index)| Some((self.text.get(declaration.name.range())?, index)))
            .collect();
        self.names.sort_unstable();
    }

    fn undeclared(&mut self, name: &str, span: Span) {
        let Some(name) = self.text.get(span.start as usize + 2..span.start as usize + 2 + name.len()) else {
            return;
        };
        if !self.undeclared.insert(name) || self.sink.is_full() {
            return;
        }
        let message = format!("the name {} is not declared in this file", quoted(name));
        let diagnostic = self.sink.at(Code::A507, span, message);
        if self.names.is_empty() {
            self.sort_names();
        }
        let known = self.names.iter().map(|(name, _)| *name).take(self.comparisons);
        self.comparisons -= known.len();
        let diagnostic = match suggest::nearest(name, known) {
            Some(near) => did_you_mean(diagnostic, Some(near), None),
            None => diagnostic.with_help(
                "declare it between `---` lines at the top of this file, such as `name: tenant.name`; for braces in \
                 the text, write `\\{{`",
            ),
        };
        self.sink.push(diagnostic);
    }
}

/// Offsets in a file fit: none is larger than [`MAX_FILE_SIZE`](crate::MAX_FILE_SIZE).
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::trim;

    #[test]
    fn blank_lines_around_go_and_nothing_else() {
        let trimmed = |text: &str| text[trim(text, 0)].to_owned();
        assert_eq!(trimmed("\n \n  a \n\n b  \n\t\n"), "  a \n\n b  ");
        assert_eq!(trimmed(" \n\t"), "");
        assert_eq!(trimmed("a"), "a");
        assert_eq!(trimmed("\u{a0}\na\n"), "\u{a0}\na");
    }
}
