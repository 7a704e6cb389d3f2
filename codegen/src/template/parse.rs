//! In: the text of a template. Out: its tree, with blocks nested (agent format, section 6) and the
//! line feed rule applied (section 8). No name is looked up here.

use std::ops::Range;

use super::MAX_BLOCK_DEPTH;
use super::scan::{Token, scan};
use super::tag::{self, ConditionTag, EachTag, Malformed, Path, Tag};
use crate::diagnostic::{Code, Sink, quoted};
use crate::source::Span;
use crate::text::SourceText;

/// A part of a template. Spans are those of tags in the file.
#[derive(Debug)]
pub(crate) enum Node {
    Text(String),
    Value { path: Path, tag: Span },
    Each(Each),
    If(If),
}

#[derive(Debug)]
pub(crate) struct Each {
    pub(super) tag: Span,
    /// None where the tag is malformed: that was reported, and the body cannot be checked.
    pub(super) header: Option<EachTag>,
    pub(super) body: Vec<Node>,
    pub(super) otherwise: Vec<Node>,
}

#[derive(Debug)]
pub(crate) struct If {
    pub(super) arms: Vec<Arm>,
    pub(super) otherwise: Vec<Node>,
}

#[derive(Debug)]
pub(super) struct Arm {
    pub(super) tag: Span,
    pub(super) condition: Option<ConditionTag>,
    pub(super) body: Vec<Node>,
}

/// Parses a template.
pub(crate) fn parse(text: &SourceText, sink: &mut Sink) -> Vec<Node> {
    let mut parser =
        Parser { text, sink, root: Vec::new(), open: Vec::new(), line: Line::default(), too_deep: false };
    let mut after_block_tag = false;
    for token in scan(text.as_str()) {
        let drop_line_feed = std::mem::take(&mut after_block_tag);
        match token {
            Token::Text(text) => {
                let kept = if drop_line_feed { text.strip_prefix('\n') } else { None };
                if kept.is_some() {
                    parser.line = Line::default();
                }
                parser.text(kept.unwrap_or(text));
            }
            Token::Brace(brace) => parser.text(brace),
            Token::Unclosed(at) => parser.unclosed(at),
            Token::Lone(at) => parser.lone(at),
            Token::Tag(range) => after_block_tag = parser.tag(range),
        }
    }
    parser.finish()
}

struct Parser<'a> {
    text: &'a SourceText,
    sink: &'a mut Sink,
    root: Vec<Node>,
    open: Vec<Block>,
    line: Line,
    too_deep: bool,
}

/// An open block.
struct Block {
    tag: Span,
    kind: Kind,
    otherwise: Option<Vec<Node>>,
    /// Its end was reported already: that it is never closed is the same mistake.
    reported: bool,
}

enum Kind {
    Each { header: Option<EachTag>, body: Vec<Node> },
    If { arms: Vec<Arm>, body: Vec<Node>, tag: Span, condition: Option<ConditionTag> },
}

/// What stands on the current line before a tag, for the warnings about white space.
#[derive(Default)]
struct Line {
    has_text: bool,
    is_indented: bool,
}

impl Kind {
    fn name(&self) -> &'static str {
        match self {
            Self::Each { .. } => "each",
            Self::If { .. } => "if",
        }
    }

    fn body(&mut self) -> &mut Vec<Node> {
        match self {
            Self::Each { body, .. } | Self::If { body, .. } => body,
        }
    }
}

impl Parser<'_> {
    fn span(&self, range: Range<usize>) -> Span {
        self.text.in_file(range)
    }

    fn nodes(&mut self) -> &mut Vec<Node> {
        match self.open.last_mut() {
            None => &mut self.root,
            Some(Block { otherwise: Some(nodes), .. }) => nodes,
            Some(Block { kind, .. }) => kind.body(),
        }
    }

    fn text(&mut self, text: &str) {
        let last_line = text.rsplit('\n').next().unwrap_or_default();
        if last_line.len() < text.len() {
            self.line = Line::default();
        }
        self.line.has_text |= last_line.contains(|c| !matches!(c, ' ' | '\t'));
        self.line.is_indented |= last_line.starts_with([' ', '\t']);
        let nodes = self.nodes();
        if let Some(Node::Text(before)) = nodes.last_mut() {
            before.push_str(text);
        } else if !text.is_empty() {
            nodes.push(Node::Text(text.to_owned()));
        }
    }

    fn unclosed(&mut self, at: usize) {
        let span = self.span(at..at + 1);
        let diagnostic = self.sink.at(Code::A402, span, "this `{` has no `}` that closes it");
        self.sink.push(diagnostic.with_help("for a brace in the text, write `{{`").with_fix(span, "{{"));
    }

    fn lone(&mut self, at: usize) {
        let span = self.span(at..at + 1);
        let diagnostic = self.sink.at(Code::A403, span, "this `}` closes nothing");
        self.sink.push(diagnostic.with_help("for a brace in the text, write `}}`").with_fix(span, "}}"));
    }

    /// Takes a tag in; true if it is a block tag, behind which one line feed is dropped.
    fn tag(&mut self, range: Range<usize>) -> bool {
        let span = self.span(range.clone());
        let text = self.text;
        let content = &text.as_str()[range.start + 1..range.end - 1];
        let read = tag::read(content);
        if !matches!(read, Ok(Tag::Value(_)) | Err(Malformed::Other)) {
            self.warn_about_white_space(&range, span);
        }
        match read {
            Ok(Tag::Value(path)) => {
                self.line.has_text = true;
                self.nodes().push(Node::Value { path, tag: span });
                return false;
            }
            Ok(Tag::Each(header)) => self.open_each(span, Some(header)),
            Ok(Tag::If(condition)) => self.open_if(span, Some(condition)),
            Ok(Tag::ElseIf(condition)) => self.else_if(span, Some(condition)),
            Ok(Tag::Else) => self.otherwise(span),
            Ok(Tag::EndEach) => self.close(span, "each"),
            Ok(Tag::EndIf) => self.close(span, "if"),
            Err(Malformed::Other) => {
                self.line.has_text = true;
                self.malformed(span, content);
                return false;
            }
            Err(Malformed::Each) => {
                self.malformed_block(span, "#each", content, "{#each inputs.list as item, index}");
                self.open_each(span, None);
            }
            Err(Malformed::If) => {
                self.malformed_block(span, "#if", content, "{#if inputs.flag}` or `{#if !inputs.flag}");
                self.open_if(span, None);
            }
            Err(Malformed::ElseIf) => {
                self.malformed_block(span, ":else if", content, "{:else if inputs.flag}");
                self.else_if(span, None);
            }
        }
        true
    }

    fn malformed(&mut self, span: Span, content: &str) {
        let trimmed = content.trim();
        let message = if trimmed.is_empty() {
            "there is nothing in this tag".to_owned()
        } else {
            format!("{} is not a tag", quoted(trimmed))
        };
        let help = if trimmed.starts_with(['#', ':', '/']) {
            "the block tags are `{#each inputs.list as item}`, `{#if inputs.flag}`, `{:else if inputs.flag}`, \
             `{:else}`, `{/each}` and `{/if}`"
        } else {
            "a tag holds a dotted name, such as `{inputs.topic}`; for braces in the text, write `{{` and `}}`"
        };
        let diagnostic = self.sink.at(Code::A401, span, message).with_help(help);
        self.sink.push(diagnostic);
    }

    fn malformed_block(&mut self, span: Span, word: &str, content: &str, form: &str) {
        let message = format!("{} is not a well-formed `{word}`", quoted(content.trim()));
        let diagnostic = self.sink.at(Code::A408, span, message).with_help(format!("write it as `{form}`"));
        self.sink.push(diagnostic);
    }

    fn open_each(&mut self, tag: Span, header: Option<EachTag>) {
        self.open(tag, Kind::Each { header, body: Vec::new() });
    }

    fn open_if(&mut self, tag: Span, condition: Option<ConditionTag>) {
        self.open(tag, Kind::If { arms: Vec::new(), body: Vec::new(), tag, condition });
    }

    fn open(&mut self, tag: Span, kind: Kind) {
        if self.open.len() == MAX_BLOCK_DEPTH && !self.too_deep {
            self.too_deep = true;
            let message = format!("blocks nest deeper than {MAX_BLOCK_DEPTH} here");
            self.sink.report(Code::A415, tag, message);
        }
        self.open.push(Block { tag, kind, otherwise: None, reported: false });
    }

    fn else_if(&mut self, span: Span, condition: Option<ConditionTag>) {
        match self.open.last_mut() {
            Some(Block { kind: Kind::If { arms, body, tag, condition: open }, otherwise: None, .. }) => {
                let (body, tag) = (std::mem::take(body), std::mem::replace(tag, span));
                arms.push(Arm { tag, condition: std::mem::replace(open, condition), body });
            }
            Some(Block { tag, kind: Kind::If { .. }, .. }) => {
                let tag = *tag;
                self.misplaced(span, ":else if", "`:else if` cannot follow `:else`", Some(tag));
            }
            Some(Block { tag, kind: Kind::Each { .. }, .. }) => {
                let tag = *tag;
                let message = "`:else if` belongs in an `#if`, and the block around it is an `#each`";
                self.misplaced(span, ":else if", message, Some(tag));
            }
            None => self.misplaced(span, ":else if", "`:else if` is not inside an `#if`", None),
        }
    }

    fn otherwise(&mut self, span: Span) {
        match self.open.last_mut() {
            Some(Block { otherwise, .. }) if otherwise.is_none() => *otherwise = Some(Vec::new()),
            Some(Block { tag, kind, .. }) => {
                let (tag, name) = (*tag, kind.name());
                self.misplaced(span, ":else", &format!("this `#{name}` has an `:else` already"), Some(tag));
            }
            None => self.misplaced(span, ":else", "`:else` is not inside an `#if` or `#each`", None),
        }
    }

    fn misplaced(&mut self, span: Span, word: &str, message: &str, block: Option<Span>) {
        let mut diagnostic = self.sink.at(Code::A414, span, message);
        if let Some(block) = block {
            diagnostic = diagnostic.with_related(self.sink.place(block), "the block it is in");
        }
        let help = match word {
            ":else" => "a block has one `{:else}` at most, its last part",
            _ => "an `#if` may have any number of `{:else if inputs.flag}` before its `{:else}`",
        };
        self.sink.push(diagnostic.with_help(help));
    }

    fn close(&mut self, span: Span, name: &'static str) {
        if self.open.last().is_some_and(|block| block.kind.name() == name) {
            return self.pop();
        }
        let mut diagnostic = match self.open.last_mut() {
            None => {
                self.sink.at(Code::A413, span, format!("`/{name}` closes nothing: no block is open here"))
            }
            Some(Block { tag, kind, reported, .. }) => {
                *reported = true;
                let open = kind.name();
                let message = format!("`/{name}` stands where `/{open}` is expected");
                let place = self.sink.place(*tag);
                self.sink.at(Code::A413, span, message).with_related(place, "the block that is open here")
            }
        };
        let closes_outer = self.open.iter().any(|block| block.kind.name() == name);
        diagnostic = diagnostic.with_help(match self.open.last() {
            Some(block) if closes_outer => format!("write `{{/{}}}` before it", block.kind.name()),
            Some(block) => format!("write `{{/{}}}`", block.kind.name()),
            None => format!("remove it, or open a block with `{{#{name} …}}` before it"),
        });
        self.sink.push(diagnostic);
        if closes_outer {
            while self.open.last().is_some_and(|block| block.kind.name() != name) {
                self.pop();
            }
            self.pop();
        }
    }

    /// Ends the innermost block.
    fn pop(&mut self) {
        let Some(block) = self.open.pop() else { return };
        let otherwise = block.otherwise.unwrap_or_default();
        let node = match block.kind {
            Kind::Each { header, body } => Node::Each(Each { tag: block.tag, header, body, otherwise }),
            Kind::If { mut arms, body, tag, condition } => {
                arms.push(Arm { tag, condition, body });
                Node::If(If { arms, otherwise })
            }
        };
        // A tree deeper than the limit would be a danger to whoever walks it.
        if self.open.len() < MAX_BLOCK_DEPTH {
            self.nodes().push(node);
        }
    }

    fn finish(mut self) -> Vec<Node> {
        if let Some(block) = self.open.last().filter(|block| !block.reported) {
            let (tag, name) = (block.tag, block.kind.name());
            let diagnostic = self.sink.at(Code::A412, tag, format!("this `#{name}` is never closed"));
            self.sink.push(diagnostic.with_help(format!("write `{{/{name}}}` where it ends")));
        }
        while !self.open.is_empty() {
            self.pop();
        }
        self.root
    }

    /// What the line feed rule does is a surprise in two places: before an indented tag, and behind a
    /// tag at the end of a line of text.
    fn warn_about_white_space(&mut self, range: &Range<usize>, span: Span) {
        let rest = &self.text.as_str()[range.end..];
        if !(rest.starts_with('\n') || rest.is_empty()) {
            return;
        }
        if self.line.has_text && !rest.is_empty() {
            let message = "the line break behind this tag is dropped, which joins this line to the next";
            let help = "break the line once more behind the tag, or put the tag on a line of its own";
            let diagnostic = self.sink.at(Code::A902, span, message).with_help(help);
            self.sink.push(diagnostic);
        } else if self.line.is_indented && !self.line.has_text {
            let message = "the spaces before this tag stay in the text";
            let help = "start the tag at the margin of the block";
            let diagnostic = self.sink.at(Code::A901, span, message).with_help(help);
            self.sink.push(diagnostic);
        }
    }
}
