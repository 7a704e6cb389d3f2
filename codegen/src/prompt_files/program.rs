//! What a prompt file compiles to.
//!
//! In: the linked files. Out: the compiled text, where values go into it, and where they come from. Filling it is one
//! pass (section 6 of the prompt file specification); the emitter reads it as operations of the IR.

use std::sync::Arc;

use agentc_text::buf::Parts;

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
    /// The compiled text, with its tokens and `\{{` as they are; its parts are what is copied when it is filled, in
    /// order, each with the value behind it.
    pub text: Parts<Value>,
    /// The used names, in the order reached.
    pub bindings: Vec<Binding>,
    /// The paths of the files that are in the text, in the order reached, the entry first.
    pub reached: Vec<Arc<str>>,
    /// The bytes of all parts of the text.
    pub(super) literals: usize,
}

/// A value, as an index of [`Program::bindings`], if there is one.
pub type Value = Option<u32>;

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
        let value = |value: &Value| values.get((*value)? as usize).map(S::as_ref);
        let size: usize = self.text.iter().filter_map(|(_, behind)| value(behind)).map(str::len).sum();
        let mut out = String::with_capacity(self.literals + size);
        self.text.write(&mut out, value);
        out
    }

    /// The same as operations of the IR: text, and the used names as inputs.
    #[must_use]
    pub fn template(&self) -> Template {
        let mut ops: Vec<Op> = Vec::new();
        for (literal, value) in self.text.iter() {
            match (ops.last_mut(), literal) {
                (_, "") => {}
                (Some(Op::Text(before)), text) => before.push_str(text),
                (_, text) => ops.push(Op::Text(text.to_owned())),
            }
            if let Some(binding) = value.and_then(|index| self.bindings.get(index as usize)) {
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
}
