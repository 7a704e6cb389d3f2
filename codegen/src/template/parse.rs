//! In: the text of a template. Out: its tree, with blocks nested (agent format, section 6) and the
//! line feed rule applied (section 8). No name is looked up here.

use std::ops::Range;

use super::MAX_BLOCK_DEPTH;
use super::complaint;
use super::scan::{Token, scan};
use super::space::Line;
use super::tag::{self, ConditionTag, EachTag, Malformed, Path, Tag};
use crate::diagnostic::{Code, Sink};
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

/// The text being parsed, and where it is written.
pub(super) struct Template<'a>(&'a SourceText);

impl Template<'_> {
    pub(super) fn as_str(&self) -> &str {
        self.0.as_str()
    }

    pub(super) fn span(&self, range: Range<usize>) -> Span {
        self.0.in_file(range)
    }
}

/// Parses a template.
pub(crate) fn parse(text: &SourceText, sink: &mut Sink) -> Vec<Node> {
    let mut parser = Parser {
        template: Template(text),
        sink,
        root: Vec::new(),
        open: Vec::new(),
        open_each: 0,
        forgiven: None,
        line: Line::default(),
        too_deep: false,
    };
    let mut after_block_tag = false;
    let mut escape = Escape::default();
    for token in scan(text.as_str()) {
        let drop_line_feed = std::mem::take(&mut after_block_tag);
        escape.follow(&token, &mut parser);
        match token {
            Token::Text(text) => match text.strip_prefix('\n').filter(|_| drop_line_feed) {
                Some(rest) => {
                    parser.line = Line::default();
                    parser.text(rest);
                }
                None => parser.text(text),
            },
            Token::Brace { brace, .. } => parser.text(brace),
            Token::Unclosed(at) => parser.unclosed(at),
            Token::Lone(at) => parser.lone(at),
            Token::Tag(range) => after_block_tag = parser.tag(range),
        }
    }
    parser.finish()
}

struct Parser<'a, 'f> {
    template: Template<'a>,
    sink: &'a mut Sink<'f>,
    root: Vec<Node>,
    /// The blocks around, outermost first.
    open: Vec<Block>,
    /// How many of them are loops.
    open_each: usize,
    /// A block that the closing tag of an outer one closed: its own closing tag is part of that mistake.
    forgiven: Option<&'static str>,
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
    Each {
        header: Option<EachTag>,
        body: Vec<Node>,
    },
    If {
        arms: Vec<Arm>,
        body: Vec<Node>,
        tag: Span,
        condition: Option<ConditionTag>,
    },
    /// A block that there is not, reported where it opens; nothing in it is checked.
    Unknown {
        body: Vec<Node>,
    },
}

impl Kind {
    fn name(&self) -> &'static str {
        match self {
            Self::Each { .. } => "each",
            Self::If { .. } => "if",
            Self::Unknown { .. } => "",
        }
    }

    fn body(&mut self) -> &mut Vec<Node> {
        match self {
            Self::Each { body, .. } | Self::If { body, .. } | Self::Unknown { body } => body,
        }
    }
}

impl Parser<'_, '_> {
    fn nodes(&mut self) -> &mut Vec<Node> {
        match self.open.last_mut() {
            None => &mut self.root,
            Some(Block { otherwise: Some(nodes), .. }) => nodes,
            Some(Block { kind, .. }) => kind.body(),
        }
    }

    fn text(&mut self, text: &str) {
        self.line.text(text);
        let nodes = self.nodes();
        if let Some(Node::Text(before)) = nodes.last_mut() {
            before.push_str(text);
        } else if !text.is_empty() {
            nodes.push(Node::Text(text.to_owned()));
        }
    }

    fn unclosed(&mut self, at: usize) {
        let rest = &self.template.as_str()[at + 1..];
        self.line.value();
        let (span, rest) = (self.template.span(at..at + 1), rest.trim_start());
        let diagnostic = complaint::unclosed(self.sink, span, rest);
        self.sink.push(diagnostic);
        // What the tag was to open or close is part of the mistake.
        if rest.starts_with("#each") {
            self.open_each(span, None);
        } else if rest.starts_with("#if") {
            self.open_if(span, None);
        } else if rest.starts_with('/')
            && let Some(block) = self.open.last_mut()
        {
            block.reported = true;
        }
        if let Some(block) = self.open.last_mut().filter(|block| block.tag == span) {
            block.reported = true;
        }
    }

    fn lone(&mut self, at: usize) {
        self.line.value();
        // No further back than a line of prose is long: there may be as many of these as there are bytes.
        let before = &self.template.as_str().as_bytes()[at.saturating_sub(200)..at];
        let before = String::from_utf8_lossy(before);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let diagnostic = complaint::lone(self.sink, self.template.span(at..at + 1), line);
        self.sink.push(diagnostic);
    }

    /// Takes a tag in; true if it is a block tag, behind which one line feed is dropped.
    fn tag(&mut self, range: Range<usize>) -> bool {
        let span = self.template.span(range.clone());
        let content = self.template.as_str()[range.start + 1..range.end - 1].to_owned();
        let read = tag::read(&content);
        match read {
            Ok(Tag::Value(path)) => {
                self.line.value();
                self.nodes().push(Node::Value { path, tag: span });
                return false;
            }
            Err(Malformed::Other) => {
                self.line.value();
                let diagnostic = complaint::malformed(self.sink, span, &content);
                self.sink.push(diagnostic);
                return false;
            }
            _ => {
                if let Some(warning) = self.line.block_tag(&self.template, &range, self.sink) {
                    self.sink.push(warning);
                }
            }
        }
        match read {
            Ok(Tag::Each(header)) => self.open_each(span, Some(header)),
            Ok(Tag::If(condition)) => self.open_if(span, Some(condition)),
            Ok(Tag::ElseIf(condition)) => self.else_if(span, Some(condition)),
            Ok(Tag::Else) => self.otherwise(span),
            Ok(Tag::EndEach) => self.close(span, "each"),
            Ok(Tag::EndIf) => self.close(span, "if"),
            Err(Malformed::Each) => {
                let diagnostic = complaint::malformed_each(self.sink, span, &content);
                self.sink.push(diagnostic);
                self.open_each(span, None);
            }
            Err(Malformed::If) => {
                let diagnostic = complaint::malformed_condition(self.sink, span, "#if", &content);
                self.sink.push(diagnostic);
                self.open_if(span, None);
            }
            Err(Malformed::ElseIf) => {
                // Out of place it is one mistake, whatever its condition.
                if matches!(self.open.last(), Some(Block { kind: Kind::If { .. }, otherwise: None, .. })) {
                    let diagnostic = complaint::malformed_condition(self.sink, span, ":else if", &content);
                    self.sink.push(diagnostic);
                }
                self.else_if(span, None);
            }
            Err(Malformed::Opening) => {
                let diagnostic = complaint::malformed(self.sink, span, &content);
                self.sink.push(diagnostic);
                match content.trim().split(char::is_whitespace).next() {
                    Some("if") => self.open_if(span, None),
                    Some("each") => self.open_each(span, None),
                    _ => self.open(span, Kind::Unknown { body: Vec::new() }),
                }
            }
            Err(Malformed::Closing) => {
                let closes_unknown =
                    matches!(self.open.last(), Some(Block { kind: Kind::Unknown { .. }, .. }));
                if !closes_unknown {
                    let diagnostic = complaint::malformed(self.sink, span, &content);
                    self.sink.push(diagnostic);
                }
                // `{/}` and its like are meant to close what is open.
                if closes_unknown || content.trim() == "/" {
                    self.pop();
                } else if let Some(block) = self.open.last_mut() {
                    block.reported = true;
                }
            }
            Ok(Tag::Value(_)) | Err(Malformed::Other) => {}
        }
        true
    }

    fn open_each(&mut self, tag: Span, header: Option<EachTag>) {
        self.open_each += 1;
        self.open(tag, Kind::Each { header, body: Vec::new() });
    }

    fn open_if(&mut self, tag: Span, condition: Option<ConditionTag>) {
        self.open(tag, Kind::If { arms: Vec::new(), body: Vec::new(), tag, condition });
    }

    fn open(&mut self, tag: Span, kind: Kind) {
        if self.open.len() == MAX_BLOCK_DEPTH && !self.too_deep {
            self.too_deep = true;
            let message = format!("blocks nest deeper than {MAX_BLOCK_DEPTH} here");
            let diagnostic = self.sink.at(Code::A415, tag, message);
            self.sink.push(diagnostic.with_help("use fewer blocks inside each other"));
        }
        self.open.push(Block { tag, kind, otherwise: None, reported: false });
    }

    fn else_if(&mut self, span: Span, condition: Option<ConditionTag>) {
        match self.open.last_mut() {
            Some(Block { kind: Kind::If { arms, body, tag, condition: open }, otherwise: None, .. }) => {
                let (body, tag) = (std::mem::take(body), std::mem::replace(tag, span));
                arms.push(Arm { tag, condition: std::mem::replace(open, condition), body });
            }
            _ => self.misplaced_else(span, ":else if"),
        }
    }

    fn otherwise(&mut self, span: Span) {
        match self.open.last_mut() {
            Some(Block { otherwise, .. }) if otherwise.is_none() => *otherwise = Some(Vec::new()),
            _ => self.misplaced_else(span, ":else"),
        }
    }

    fn misplaced_else(&mut self, span: Span, word: &str) {
        let block = match self.open.last() {
            Some(Block { kind: Kind::Unknown { .. }, .. }) => return,
            Some(block) => Some((block.kind.name(), block.tag)),
            None => None,
        };
        let diagnostic = complaint::misplaced_else(self.sink, span, word, block);
        self.sink.push(diagnostic);
    }

    fn close(&mut self, span: Span, name: &'static str) {
        if self.open.last().is_some_and(|block| block.kind.name() == name) {
            return self.pop();
        }
        if self.forgiven.take() == Some(name) {
            return;
        }
        let of_kind = if name == "each" { self.open_each } else { self.open.len() - self.open_each };
        let closes_outer = of_kind > 0;
        let diagnostic = match self.open.last_mut() {
            None => complaint::nothing_to_close(self.sink, span, name),
            // An unknown block that is not closed was reported where it opens.
            Some(Block { kind: Kind::Unknown { .. }, .. }) => return self.pop_through(name, closes_outer),
            Some(Block { tag, kind, reported, .. }) => {
                *reported = true;
                let (open, place) = (kind.name(), self.sink.place(*tag));
                self.forgiven = closes_outer.then_some(open);
                complaint::wrong_close(self.sink, span, name, open, place, closes_outer)
            }
        };
        self.sink.push(diagnostic);
        self.pop_through(name, closes_outer);
    }

    /// Ends blocks up to the innermost one of a kind, if there is one.
    fn pop_through(&mut self, name: &str, is_open: bool) {
        if is_open {
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
            Kind::Each { header, body } => {
                self.open_each -= 1;
                Node::Each(Each { tag: block.tag, header, body, otherwise })
            }
            Kind::If { mut arms, body, tag, condition } => {
                arms.push(Arm { tag, condition, body });
                Node::If(If { arms, otherwise })
            }
            Kind::Unknown { .. } => return,
        };
        // A tree deeper than the limit would be a danger to whoever walks it.
        if self.open.len() < MAX_BLOCK_DEPTH {
            self.nodes().push(node);
        }
    }

    fn finish(mut self) -> Vec<Node> {
        let unclosed = self.open.iter().rev().find(|block| !matches!(block.kind, Kind::Unknown { .. }));
        if let Some(block) = unclosed.filter(|block| !block.reported) {
            let diagnostic = complaint::never_closed(self.sink, block.tag, block.kind.name());
            self.sink.push(diagnostic);
        }
        while !self.open.is_empty() {
            self.pop();
        }
        self.root
    }
}

/// `{{`, text and `}}` in a row: text that its author may have meant as a tag.
#[derive(Default)]
struct Escape {
    /// Where the braces opened, and the text behind them.
    opened: Option<(usize, Option<String>)>,
}

impl Escape {
    fn follow(&mut self, token: &Token<'_>, parser: &mut Parser<'_, '_>) {
        self.opened = match (token, self.opened.take()) {
            (Token::Brace { brace: "{", at }, _) => Some((*at, None)),
            (Token::Text(text), Some((start, None))) if text.len() < 200 => {
                Some((start, Some((*text).to_owned())))
            }
            (Token::Brace { brace: "}", at }, Some((start, Some(text)))) => {
                let is_tag = match tag::read(&text) {
                    Ok(Tag::Value(path)) => {
                        matches!(path.root.as_str(), "inputs" | "env") && !path.fields.is_empty()
                    }
                    Ok(_) => true,
                    Err(_) => false,
                };
                if is_tag {
                    let span = parser.template.span(start..at + 2);
                    let diagnostic = complaint::escaped_tag(parser.sink, span, text.trim());
                    parser.sink.push(diagnostic);
                }
                None
            }
            _ => None,
        };
    }
}
