//! White space around block tags: where the line feed rule (agent format, section 8) does what few expect.
//!
//! In: what stands on a line, piece by piece. Out: warnings.

use super::parse::Template;
use crate::diagnostic::{Code, Diagnostic, Sink};
use std::ops::Range;

/// What stands on the current line so far.
#[derive(Default)]
pub(super) struct Line {
    /// Whether anything does.
    is_begun: bool,
    /// Whether it begins with white space.
    is_indented: bool,
    /// Whether there is anything but white space and block tags.
    has_text: bool,
}

impl Line {
    /// Takes in text, which may end the line and begin another.
    pub(super) fn text(&mut self, text: &str) {
        let last_line = text.rsplit('\n').next().unwrap_or_default();
        if last_line.len() < text.len() {
            *self = Self::default();
        }
        self.is_indented |= !self.is_begun && last_line.starts_with([' ', '\t']);
        self.has_text |= last_line.contains(|c| !matches!(c, ' ' | '\t'));
        self.is_begun |= !last_line.is_empty();
    }

    /// Takes in a tag that prints something.
    pub(super) fn value(&mut self) {
        self.is_begun = true;
        self.has_text = true;
    }

    /// Takes in a block tag, and warns if the white space around it is a trap.
    pub(super) fn block_tag(
        &mut self,
        template: &Template<'_>,
        tag: &Range<usize>,
        sink: &Sink,
    ) -> Option<Diagnostic> {
        let rest = &template.as_str()[tag.end..];
        let ends_line = rest.starts_with('\n') || rest.is_empty();
        let joins_lines = self.has_text && rest.starts_with('\n') && !rest.starts_with("\n\n");
        let is_indented = self.is_indented && !self.has_text && ends_line;
        self.is_begun = true;
        if joins_lines {
            let message = "the line break behind this tag is dropped, which joins this line to the next";
            let help = "break the line once more behind the tag, or put the tag on a line of its own";
            return Some(sink.at(Code::A902, template.span(tag.clone()), message).with_help(help));
        }
        is_indented.then(|| {
            let message = "the white space before this tag stays in the text";
            let help = "start the tag at the margin of the block";
            sink.at(Code::A901, template.span(tag.clone()), message).with_help(help)
        })
    }
}
