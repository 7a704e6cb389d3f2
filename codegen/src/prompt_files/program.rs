//! What a prompt file compiles to.
//!
//! In: the linked files. Out: the compiled text, where values go into it, and where they come from. Filling it is one
//! pass (section 6 of the prompt file specification); the emitter reads it as operations of the IR.

use std::sync::Arc;

use crate::ir::{Op, Reference, Root, Template};
use crate::types::Type;

/// A compiled entry.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Program {
    /// The path of the entry.
    pub entry: String,
    /// The title in the block of the entry, if there is one.
    pub title: Option<String>,
    /// The compiled text, with its tokens and `\{{` as they are.
    pub text: String,
    /// The compiled text in pieces, in order.
    pub segments: Vec<Segment>,
    /// The used names, in the order reached.
    pub bindings: Vec<Binding>,
    /// The paths of the files that are in the text, in the order reached, the entry first.
    pub reached: Vec<Arc<str>>,
    /// The bytes of all segments.
    pub(super) literals: usize,
}

/// A stretch of the compiled text that is copied, and the value behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Segment {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
    /// The value that follows, as an index of [`Program::bindings`].
    pub value: Option<u32>,
}

/// A used name and where its value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Binding {
    /// The name.
    pub name: String,
    /// The resolver key.
    pub key: String,
    /// The arguments, sorted by name.
    pub arguments: Vec<(String, String)>,
    /// The text that stands in where the resolver has nothing.
    pub default: Option<String>,
    /// The path of the first reached file that declares and uses it.
    pub file: Arc<str>,
    /// The line of its name there, from 1.
    pub line: u32,
}

impl Program {
    /// The text with its values, which are those of [`bindings`](Self::bindings) in order; one that is not given is
    /// the empty text. Values go in as they are. One allocation, of the size of the result.
    #[must_use]
    pub fn fill<S: AsRef<str>>(&self, values: &[S]) -> String {
        let value = |segment: &Segment| {
            let value = values.get(segment.value? as usize)?;
            Some(value.as_ref())
        };
        let values: usize = self.segments.iter().filter_map(value).map(str::len).sum();
        let mut out = String::with_capacity(self.literals + values);
        for segment in &self.segments {
            out.push_str(self.literal(segment));
            if let Some(value) = value(segment) {
                out.push_str(value);
            }
        }
        out
    }

    /// The same as operations of the IR: text, and the used names as inputs.
    #[must_use]
    pub fn template(&self) -> Template {
        let mut ops: Vec<Op> = Vec::new();
        for segment in &self.segments {
            match (ops.last_mut(), self.literal(segment)) {
                (_, "") => {}
                (Some(Op::Text(before)), text) => before.push_str(text),
                (_, text) => ops.push(Op::Text(text.to_owned())),
            }
            if let Some(binding) = segment.value.and_then(|index| self.bindings.get(index as usize)) {
                ops.push(Op::Value(Reference {
                    root: Root::Input(binding.name.clone()),
                    fields: Vec::new(),
                    ty: Type::String,
                    optional: false,
                }));
            }
        }
        Template { ops }
    }

    fn literal(&self, segment: &Segment) -> &str {
        // With fewer comparisons than `get` with a range.
        let rest = self.text.split_at_checked(segment.start as usize).map(|(_, rest)| rest);
        rest.and_then(|rest| rest.split_at_checked(segment.len())).map_or("", |(literal, _)| literal)
    }
}

impl Segment {
    pub(super) fn len(&self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }
}
