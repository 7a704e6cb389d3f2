//! What a flow is (section 1 of the dynamic prompt specification): plain data, read once and never changed, so that
//! any number of runs can share it.

use std::sync::Arc;

use super::prose::Prose;
use crate::source::{SourceFile, Span};

/// A Markdown file driven by Lua blocks, without error.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Flow {
    /// The file; every [`Span`] of the flow is in its text.
    pub file: Arc<SourceFile>,
    /// `name` of the frontmatter.
    pub name: String,
    /// `description` of the frontmatter.
    pub description: String,
    /// The declared arguments, in the order of the file; none without a key `args`, which is the default
    /// declaration, while an empty map is a declaration without arguments (section 1.2).
    pub arguments: Option<Vec<Argument>>,
    /// The text of the H1, without markup.
    pub title: String,
    /// The Lua blocks of the H1 body.
    pub h1: Vec<Block>,
    /// Every section, in the order of the file.
    pub sections: Vec<Section>,
    /// The top-level sections, as indices of [`sections`](Self::sections), in order.
    pub roots: Vec<usize>,
}

/// A declared argument. It documents; nothing is enforced and no default filled in (section 1.2).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// Its `type`.
    pub kind: ArgumentKind,
    /// Whether it says `optional: true`.
    pub optional: bool,
    /// Its `default`.
    pub default: Option<Scalar>,
    /// Its `description`.
    pub description: Option<String>,
    /// Where its name stands.
    pub place: Span,
}

/// The types of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// `string`
    String,
    /// `boolean`
    Boolean,
    /// `integer`
    Integer,
    /// `number`
    Number,
}

impl ArgumentKind {
    /// The type as a declaration writes it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
        }
    }
}

/// The default of an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// Of a `string`.
    String(String),
    /// Of a `boolean`.
    Boolean(bool),
    /// Of an `integer`, or of a `number` written as an integer that fits 64 bits.
    Integer(i64),
    /// Of a `number`; finite.
    Number(f64),
}

/// A section: a heading of level 2 or deeper, and the blocks up to the next heading.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Section {
    /// The level of its heading, from 2 to 6.
    pub level: u8,
    /// The text of its heading, without markup.
    pub name: String,
    /// The section one level up that it belongs to, as an index of [`Flow::sections`]; none at level 2.
    pub parent: Option<usize>,
    /// The sections one level down that belong to it, in order.
    pub children: Vec<usize>,
    /// Where its heading stands: whole lines, without the last line ending.
    pub heading: Span,
    /// Its Lua blocks.
    pub blocks: Vec<Block>,
}

/// A Lua block.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Block {
    /// The prose it may read.
    pub prose: Prose,
    /// Its Lua source in the file: whole lines, each with its line ending; empty if there is none.
    pub code: Span,
    /// The line of the file, from 1, that its source begins on: line endings are LF, CRLF and a lone CR (section
    /// 1.1). Lua counts the same inside a block, but for LF CR, which is one line ending to it and two here. A
    /// [`Diagnostic`](crate::Diagnostic) counts as the rest of this crate does, where a lone CR is no line ending.
    pub line: usize,
}

impl Flow {
    /// The text of a span, such as a block's code.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.file.text().get(span.range()).unwrap_or_default()
    }

    /// The sections that belong to a section, or without one the top-level sections; in order.
    #[must_use]
    pub fn children(&self, section: Option<usize>) -> &[usize] {
        match section {
            None => &self.roots,
            Some(section) => self.sections.get(section).map_or(&[], |section| &section.children),
        }
    }

    /// The sections with the same parent as a section, itself among them; in order.
    #[must_use]
    pub fn siblings(&self, section: usize) -> &[usize] {
        self.sections.get(section).map_or(&[], |section| self.children(section.parent))
    }

    /// The sibling that follows a section.
    #[must_use]
    pub fn next(&self, section: usize) -> Option<usize> {
        let siblings = self.siblings(section);
        // Siblings are in the order of the file, and so are indices.
        let at = siblings.binary_search(&section).ok()?;
        siblings.get(at + 1).copied()
    }

    /// The one among some sections that a reference is to.
    #[must_use]
    pub fn find(&self, among: &[usize], reference: &Reference<'_>) -> Option<usize> {
        among.iter().copied().find(|&index| {
            self.sections
                .get(index)
                .is_some_and(|section| section.level == reference.level && section.name == reference.name)
        })
    }
}

/// A heading reference, such as `## Sub`: it is to one section by level and exact name (section 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reference<'a> {
    /// The number of marks, from 1 to 6.
    pub level: u8,
    /// The name behind the white space.
    pub name: &'a str,
}

impl<'a> Reference<'a> {
    /// Reads a reference: one to six marks, white space, the name to the end. None if it is not of this form.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        let behind = text.trim_start_matches('#');
        let level = u8::try_from(text.len() - behind.len()).ok().filter(|level| (1..=6).contains(level))?;
        let name = behind.trim_start();
        (name.len() < behind.len()).then_some(Self { level, name })
    }
}

#[cfg(test)]
mod tests {
    use super::Reference;

    #[test]
    fn references() {
        assert_eq!(Reference::parse("## Sub"), Some(Reference { level: 2, name: "Sub" }));
        assert_eq!(Reference::parse("###### \t a  b "), Some(Reference { level: 6, name: "a  b " }));
        assert_eq!(Reference::parse("## # x"), Some(Reference { level: 2, name: "# x" }));
        assert_eq!(Reference::parse("## "), Some(Reference { level: 2, name: "" }));
        for text in ["", "Sub", "##Sub", " ## Sub", "##", "####### x", "-- x"] {
            assert_eq!(Reference::parse(text), None, "{text}");
        }
    }
}
