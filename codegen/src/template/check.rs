//! In: the tree of a template and the declared inputs. Out: its operations, with every name resolved
//! (agent format, section 7). After an error the operations are incomplete and not to be rendered.

use std::collections::BTreeSet;

use super::parse::{Arm, Each, If, Node};
use super::tag::{ConditionTag, EachTag, Item, Path};
use crate::diagnostic::{Code, Diagnostic, Sink, did_you_mean, quoted};
use crate::ir::{self, Condition, Op, Parameter, Reference, Root};
use crate::source::Span;
use crate::suggest;
use crate::types::{Field, Type};

/// What a template may refer to.
pub(crate) struct Scope<'a> {
    /// The declared inputs.
    pub(crate) inputs: &'a [Parameter],
    /// Whether they are all there is: a broken row may have declared a name that cannot be known.
    pub(crate) complete: bool,
}

/// Resolves a template.
pub(crate) fn check(nodes: &[Node], scope: &Scope<'_>, sink: &mut Sink) -> Vec<Op> {
    Checker { scope, sink, bindings: Vec::new(), elements: Vec::new(), ended: BTreeSet::new() }.block(nodes)
}

struct Checker<'a, 'f> {
    scope: &'a Scope<'a>,
    sink: &'a mut Sink<'f>,
    /// The bindings in scope, innermost last.
    bindings: Vec<Binding>,
    /// The types of the elements of the loops around, innermost last.
    elements: Vec<Type>,
    /// The names that loops bound which have ended.
    ended: BTreeSet<String>,
}

struct Binding {
    name: String,
    reference: Reference,
}

impl Checker<'_, '_> {
    fn block(&mut self, nodes: &[Node]) -> Vec<Op> {
        nodes.iter().filter_map(|node| self.node(node)).collect()
    }

    fn node(&mut self, node: &Node) -> Option<Op> {
        match node {
            Node::Text(text) => Some(Op::Text(text.clone())),
            Node::Value { path, tag } => self.value(path, *tag).map(Op::Value),
            Node::Each(each) => self.each(each),
            Node::If(branch) => self.branch(branch),
        }
    }

    fn value(&mut self, path: &Path, tag: Span) -> Option<Reference> {
        if let Some(binding) = self.bindings.iter().rev().find(|binding| binding.name == path.root) {
            let start = binding.reference.clone();
            return self.fields(start, path, 0, tag);
        }
        match (path.root.as_str(), path.fields.as_slice()) {
            ("inputs", [name, ..]) => {
                let start = self.input(name, tag, "string")?;
                self.fields(start, path, 1, tag)
            }
            ("env", [name]) => Some(Reference {
                root: Root::Env(name.clone()),
                fields: Vec::new(),
                ty: Type::String,
                optional: false,
            }),
            ("env", [name, ..]) => {
                let message =
                    format!("`{path}` does not exist: the variable `{name}` is text and has no fields");
                let diagnostic = self.sink.at(Code::A406, tag, message);
                self.sink.push(diagnostic.with_help(format!("write `{{env.{name}}}`")));
                None
            }
            ("inputs", []) => {
                let inputs = self.scope.inputs.iter().map(|input| input.field.name.as_str());
                let help = match inputs.collect::<Vec<_>>().as_slice() {
                    [] => "this agent declares no inputs".to_owned(),
                    names => format!(
                        "name one of them: {}",
                        list(names.iter().map(|name| format!("inputs.{name}")))
                    ),
                };
                let diagnostic = self.sink.at(Code::A405, tag, "`inputs` alone is not a value");
                self.sink.push(diagnostic.with_help(help));
                None
            }
            ("env", []) => {
                let diagnostic = self.sink.at(Code::A405, tag, "`env` alone is not a value");
                self.sink.push(diagnostic.with_help("name a variable, as in `{env.API_BASE}`"));
                None
            }
            _ => {
                let diagnostic = self.unknown_name(path, tag);
                self.sink.push(diagnostic);
                None
            }
        }
    }

    fn unknown_name(&self, path: &Path, tag: Span) -> Diagnostic {
        let root = path.root.as_str();
        let diagnostic = self.sink.at(Code::A405, tag, format!("nothing is called `{root}` here"));
        let has_field = |element: &Type| {
            element.fields().is_some_and(|fields| fields.iter().any(|field| field.name == root))
        };
        if self.scope.inputs.iter().any(|input| input.field.name == root) {
            return diagnostic.with_help(format!("an input is written `{{inputs.{path}}}`"));
        }
        if self.elements.iter().any(has_field) {
            return diagnostic.with_help(format!(
                "`{root}` is a field of the elements: name it in the braces of the `#each`"
            ));
        }
        if self.ended.contains(root) {
            return diagnostic
                .with_help(format!("`{root}` exists only in the body of the `#each` that names it"));
        }
        if root == "else" {
            return diagnostic.with_help("write `{:else}`");
        }
        let bindings = self.bindings.iter().rev().map(|binding| binding.name.as_str());
        if let Some(name) = suggest::nearest(root, bindings.chain(["inputs"])) {
            return did_you_mean(diagnostic, Some(name), None);
        }
        match self.nearest_input(root) {
            Some(name) => diagnostic.with_help(format!("did you mean `inputs.{name}`?")),
            None => diagnostic.with_help(
                "values are written `{inputs.name}` or `{env.NAME}`; for braces in the text, write `{{` and `}}`",
            ),
        }
    }

    /// The input of that name; `example` is the type to declare it with where it is wanted.
    fn input(&mut self, name: &str, tag: Span, example: &str) -> Option<Reference> {
        let Some(input) = self.scope.inputs.iter().find(|input| input.field.name == name) else {
            // A name that a broken row may have declared is not called undeclared as well.
            if self.scope.complete {
                let diagnostic = self.sink.at(Code::A404, tag, format!("there is no input `{name}`"));
                let diagnostic = match self.nearest_input(name) {
                    Some(near) => did_you_mean(diagnostic, Some(near), self.name_in_tag(name, tag)),
                    None => {
                        diagnostic.with_help(format!("declare it: add a row `{name},{example}` to `inputs`"))
                    }
                };
                self.sink.push(diagnostic);
            }
            return None;
        };
        Some(Reference {
            root: Root::Input(name.to_owned()),
            fields: Vec::new(),
            ty: input.field.ty.clone(),
            optional: input.optional,
        })
    }

    fn nearest_input(&self, name: &str) -> Option<&str> {
        let inputs = self.scope.inputs.iter().map(|input| input.field.name.as_str());
        if self.sink.is_full() { None } else { suggest::nearest(name, inputs) }
    }

    /// Where a name stands in the source of a tag, if it is written once.
    fn name_in_tag(&self, name: &str, tag: Span) -> Option<Span> {
        let source = &self.sink.file().text()[tag.range()];
        let dotted = format!(".{name}");
        let mut found = source.match_indices(&dotted).map(|(at, _)| tag.start as usize + at + 1);
        let start = found.next()?;
        found.next().is_none().then(|| Span::new(start..start + name.len()))
    }

    /// Follows the fields of a path from `skip` on.
    fn fields(&mut self, mut at: Reference, path: &Path, skip: usize, tag: Span) -> Option<Reference> {
        let mut walked = path.parts().take(skip + 1).collect::<Vec<_>>().join(".");
        for name in &path.fields[skip..] {
            let Some(fields) = at.ty.fields() else {
                if at.ty != Type::Unknown {
                    let message = format!("`{walked}` is {} and has no field `{name}`", at.ty.describe());
                    let diagnostic = self.sink.at(Code::A406, tag, message);
                    let help = match at.ty {
                        Type::Array(_) if skip == 1 && at.fields.is_empty() => {
                            format!("its elements are reached with `{{#each {walked} as item}}`")
                        }
                        Type::Array(_) => {
                            format!("write all of it, `{{{walked}}}`: only inputs can be looped over")
                        }
                        _ => format!("write `{{{walked}}}`"),
                    };
                    self.sink.push(diagnostic.with_help(help));
                }
                return None;
            };
            let Some(field) = fields.iter().find(|field| field.name == *name) else {
                let message = format!("`{walked}` has no field `{name}`");
                let diagnostic = self.unknown_field(message, name, fields, tag);
                self.sink.push(diagnostic);
                return None;
            };
            at.ty = field.ty.clone();
            at.fields.push(name.clone());
            walked.push('.');
            walked.push_str(name);
        }
        Some(at)
    }

    fn unknown_field(&self, message: String, name: &str, fields: &[Field], tag: Span) -> Diagnostic {
        let diagnostic = self.sink.at(Code::A406, tag, message);
        match suggest::nearest(name, fields.iter().map(|field| field.name.as_str())) {
            Some(near) => did_you_mean(diagnostic, Some(near), self.name_in_tag(name, tag)),
            None => diagnostic
                .with_help(format!("there is {}", list(fields.iter().map(|field| field.name.clone())))),
        }
    }

    fn each(&mut self, each: &Each) -> Option<Op> {
        // Without its bindings nothing is known of the body; the other part has none of them.
        let bound = each.header.as_ref().and_then(|header| self.header(header, each.tag));
        let body = bound.map(|(list, bindings)| {
            let outer = self.bindings.len();
            self.bindings.extend(bindings);
            self.elements.push(match &list.ty {
                Type::Array(element) => (**element).clone(),
                other => other.clone(),
            });
            let body = self.block(&each.body);
            self.elements.pop();
            self.ended.extend(self.bindings.drain(outer..).map(|binding| binding.name));
            (list, body)
        });
        let otherwise = self.block(&each.otherwise);
        let (list, body) = body?;
        Some(Op::Each(ir::Each { list, depth: self.elements.len(), body, otherwise }))
    }

    /// The list of an `#each`, and what it binds.
    fn header(&mut self, header: &EachTag, tag: Span) -> Option<(Reference, Vec<Binding>)> {
        let list = self.list(&header.list, tag)?;
        let Type::Array(element_type) = &list.ty else {
            return None;
        };
        let element = Reference {
            root: Root::Element(self.elements.len()),
            fields: Vec::new(),
            ty: (**element_type).clone(),
            optional: false,
        };
        let mut bindings = match &header.item {
            Item::Name(name) => vec![Binding { name: name.clone(), reference: element }],
            Item::Fields(names) => self.destructure(&header.list, &element, names, tag)?,
        };
        if let Some(name) = &header.index {
            let root = Root::Index(self.elements.len());
            let reference = Reference { root, fields: Vec::new(), ty: Type::Number, optional: false };
            bindings.push(Binding { name: name.clone(), reference });
        }
        let twice = bindings
            .iter()
            .enumerate()
            .find(|(index, binding)| bindings[..*index].iter().any(|earlier| earlier.name == binding.name));
        if let Some((_, binding)) = twice {
            let message = format!("this `#each` binds `{}` twice", binding.name);
            let diagnostic = self.sink.at(Code::A410, tag, message);
            self.sink.push(diagnostic.with_help("give each of its names once"));
            return None;
        }
        Some((list, bindings))
    }

    fn destructure(
        &mut self,
        list: &Path,
        element: &Reference,
        names: &[String],
        tag: Span,
    ) -> Option<Vec<Binding>> {
        let Some(fields) = element.ty.fields() else {
            if element.ty != Type::Unknown {
                let message = format!("the elements of `{list}` are no objects: they have no fields to name");
                let diagnostic = self.sink.at(Code::A409, tag, message);
                self.sink.push(diagnostic.with_help(format!("write `{{#each {list} as item}}`")));
            }
            return None;
        };
        let mut bindings = Vec::new();
        for name in names {
            let Some(field) = fields.iter().find(|field| field.name == *name) else {
                let message = format!("the elements of `{list}` have no field `{name}`");
                let diagnostic = self.unknown_field(message, name, fields, tag);
                self.sink.push(diagnostic);
                return None;
            };
            let reference = Reference { fields: vec![name.clone()], ty: field.ty.clone(), ..element.clone() };
            bindings.push(Binding { name: name.clone(), reference });
        }
        Some(bindings)
    }

    /// The array input that an `#each` is over.
    fn list(&mut self, path: &Path, tag: Span) -> Option<Reference> {
        let wanted = Whole {
            code: Code::A407,
            example: "string[]",
            noun: "an array",
            fits: |ty| matches!(ty, Type::Array(_)),
            of_type: "`#each` goes over an input of a type such as `string[]`",
            written: |name| format!("write `{{#each inputs.{name} as item}}`"),
            whole: "`#each` goes over an input as a whole, `inputs.list`: not over a field or a binding",
        };
        self.whole_input(path, tag, &wanted)
    }

    /// An input as a whole, of one kind of type.
    fn whole_input(&mut self, path: &Path, tag: Span, wanted: &Whole) -> Option<Reference> {
        let hidden = self.bindings.iter().any(|binding| binding.name == path.root);
        let (message, help) = match (path.root.as_str(), path.fields.as_slice()) {
            ("inputs", [name]) if !hidden => {
                let input = self.input(name, tag, wanted.example)?;
                if (wanted.fits)(&input.ty) {
                    return Some(input);
                }
                if input.ty == Type::Unknown {
                    return None;
                }
                let message = format!("`{path}` is {} and not {}", input.ty.describe(), wanted.noun);
                (message, wanted.of_type.to_owned())
            }
            _ => {
                let named = self.scope.inputs.iter().find(|input| input.field.name == path.root);
                let help = match named {
                    Some(input) if !hidden => (wanted.written)(&input.field.name),
                    _ => wanted.whole.to_owned(),
                };
                (format!("{} is not {} input", quoted(&path.to_string()), wanted.noun), help)
            }
        };
        let diagnostic = self.sink.at(wanted.code, tag, message);
        self.sink.push(diagnostic.with_help(help));
        None
    }

    fn branch(&mut self, branch: &If) -> Option<Op> {
        let mut arm = |arm: &Arm| {
            let condition = arm.condition.as_ref().and_then(|condition| self.condition(condition, arm.tag));
            let body = self.block(&arm.body);
            Some((condition?, body))
        };
        // All arms are checked, also behind one that is wrong.
        let arms: Vec<_> = branch.arms.iter().map(&mut arm).collect();
        let otherwise = self.block(&branch.otherwise);
        Some(Op::If(ir::If { arms: arms.into_iter().collect::<Option<_>>()?, otherwise }))
    }

    fn condition(&mut self, condition: &ConditionTag, tag: Span) -> Option<Condition> {
        let wanted = Whole {
            code: Code::A411,
            example: "boolean",
            noun: "a boolean",
            fits: |ty| *ty == Type::Boolean,
            of_type: "a condition is one input of type `boolean`, as in `{#if inputs.flag}` or `{#if !inputs.flag}`",
            written: |name| format!("write `inputs.{name}`"),
            whole: "a condition is an input as a whole, as in `{#if inputs.flag}`, and not a field or a binding",
        };
        let input = self.whole_input(&condition.path, tag, &wanted)?;
        Some(Condition { input, negated: condition.negated })
    }
}

/// What a tag wants of the input that it names.
struct Whole {
    code: Code,
    /// A type that would do.
    example: &'static str,
    /// What such an input is.
    noun: &'static str,
    fits: fn(&Type) -> bool,
    /// The help for an input of another type.
    of_type: &'static str,
    /// The help for an input that is named without `inputs`.
    written: fn(&str) -> String,
    /// The help for everything else.
    whole: &'static str,
}

/// `a`, `b` and `c`
fn list(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
