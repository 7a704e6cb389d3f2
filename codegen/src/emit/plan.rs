//! In: operations of the IR. Out: the steps of straight-line Rust that `write` and `size` print.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::place::{Place, Through};
use super::{names, toon};
use crate::ir::{Agent, Condition, Each, If, Op, Reference, Root, Template};
use crate::types::Type;

/// One step of a render function.
#[derive(Clone)]
pub(super) enum Step {
    /// Text, never empty, never next to another.
    Text(String),
    /// A value that is a [`Piece`](agentc_text::buf::Piece).
    Piece(TokenStream),
    /// Text that depends on variables of the function: `size` bytes at most.
    Local { text: TokenStream, size: usize },
    /// A statement that writes nothing.
    Code(TokenStream),
    /// `for` over a slice.
    Each {
        /// What `for` goes over.
        list: TokenStream,
        /// The same as something that has `len` and `iter`.
        slice: TokenStream,
        item: Option<Ident>,
        index: Option<Ident>,
        /// What stands before the first element and before each other one, if anything does.
        lead: Option<[&'static str; 2]>,
        body: Vec<Step>,
    },
    /// `if … else if … else …`; without arms there is only what comes last.
    If { arms: Vec<(TokenStream, Vec<Step>)>, otherwise: Vec<Step> },
}

impl Step {
    fn is_hollow(&self) -> bool {
        match self {
            Self::Each { body, .. } => body.is_empty(),
            Self::If { arms, otherwise } => {
                otherwise.is_empty() && arms.iter().all(|(_, body)| body.is_empty())
            }
            Self::Text(_) | Self::Piece(_) | Self::Local { .. } | Self::Code(_) => false,
        }
    }
}

/// What the templates of an agent are rendered from.
pub(super) struct Context<'a> {
    pub(super) agent: &'a Agent,
    /// The path of the runtime.
    pub(super) krate: &'a TokenStream,
    /// The fields of a user's own struct by the inputs they hold, if it is not ours.
    pub(super) derived: Option<&'a BTreeMap<String, DerivedField>>,
}

/// A field of a user's own struct.
pub(super) struct DerivedField {
    pub(super) ident: Ident,
    pub(super) through: Through,
}

/// How a template is rendered.
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// The variables of the environment, each looked up once: the first is in the variable `env_0`.
    pub(super) env: Vec<String>,
}

/// The plan of a template.
pub(super) fn plan(template: &Template, context: &Context<'_>) -> Plan {
    let mut planner = Planner { context, env: Vec::new(), loops: Vec::new() };
    let steps = planner.block(&template.ops);
    Plan { steps, env: planner.env }
}

/// The variable that holds a variable of the environment.
pub(super) fn env_name(index: usize) -> Ident {
    format_ident!("env_{index}")
}

/// Steps in the making: text is joined.
#[derive(Default)]
pub(super) struct Steps(pub(super) Vec<Step>);

impl Steps {
    pub(super) fn text(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(Step::Text(before)) => before.push_str(text),
            _ if text.is_empty() => {}
            _ => self.0.push(Step::Text(text.to_owned())),
        }
    }

    pub(super) fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    pub(super) fn extend(&mut self, steps: Vec<Step>) {
        for step in steps {
            match step {
                Step::Text(text) => self.text(&text),
                other => self.push(other),
            }
        }
    }
}

struct Planner<'a> {
    context: &'a Context<'a>,
    env: Vec<String>,
    /// The loops around, outermost first.
    loops: Vec<Loop>,
}

/// A loop being planned.
struct Loop {
    /// Its list.
    list: Place,
    element: Type,
    uses_item: bool,
    uses_index: bool,
}

impl Planner<'_> {
    fn block(&mut self, ops: &[Op]) -> Vec<Step> {
        let mut steps = Steps::default();
        for op in ops {
            match op {
                Op::Text(text) => steps.text(text),
                Op::Value(reference) => steps.extend(self.value(reference)),
                Op::Each(each) => steps.extend(self.each(each)),
                Op::If(branch) => steps.push(self.branch(branch)),
            }
        }
        // What renders nothing is not emitted.
        steps.0.retain(|step| !step.is_hollow());
        steps.0
    }

    fn value(&mut self, reference: &Reference) -> Vec<Step> {
        match &reference.root {
            Root::Env(name) => {
                let index = self.env.iter().position(|known| known == name).unwrap_or_else(|| {
                    self.env.push(name.clone());
                    self.env.len() - 1
                });
                let variable = env_name(index);
                return vec![Step::Piece(quote!(#variable.as_deref()))];
            }
            Root::Index(depth) => {
                if let Some(around) = self.loops.get_mut(*depth) {
                    around.uses_index = true;
                }
                let index = loop_name("i", *depth);
                return vec![Step::Piece(quote!(#index))];
            }
            Root::Input(_) | Root::Element(_) => {}
        }
        let Some((root, ty)) = self.root(reference) else { return Vec::new() };
        if !reference.optional {
            return self.present(&walk(root, &ty, &reference.fields), &reference.ty);
        }
        if reference.ty.is_scalar() && reference.fields.is_empty() {
            return vec![Step::Piece(root.optional_piece(&reference.ty))];
        }
        let value = Ident::new("value", Span::call_site());
        let place = walk(root.variable(&value), &ty, &reference.fields);
        let optional = root.optional(&ty);
        if reference.ty.is_scalar() {
            let piece = place.piece(&reference.ty);
            return vec![Step::Piece(quote!(#optional.map(|value| #piece)))];
        }
        let condition = quote!(let ::core::option::Option::Some(value) = #optional);
        let body = self.present(&place, &reference.ty);
        vec![Step::If { arms: vec![(condition, body)], otherwise: Vec::new() }]
    }

    /// A value that is there.
    fn present(&self, place: &Place, ty: &Type) -> Vec<Step> {
        match ty.is_scalar() {
            true => vec![Step::Piece(place.piece(ty))],
            false => toon::plan(place, ty, self.context.krate),
        }
    }

    /// Where a reference starts, and the type of what is there.
    fn root(&mut self, reference: &Reference) -> Option<(Place, Type)> {
        match &reference.root {
            Root::Input(name) => self.input(name),
            Root::Element(depth) => {
                let around = self.loops.get_mut(*depth)?;
                around.uses_item = true;
                Some((around.list.variable(&loop_name("item", *depth)), around.element.clone()))
            }
            Root::Index(_) | Root::Env(_) => None,
        }
    }

    fn input(&self, name: &str) -> Option<(Place, Type)> {
        let Context { agent, derived, .. } = self.context;
        let input = agent.inputs.iter().find(|input| input.field.name == name)?;
        let place = match derived {
            None => {
                let siblings = agent.inputs.iter().map(|input| input.field.name.as_str());
                Place::of_self(&names::field(name, siblings), None)
            }
            Some(fields) => {
                let field = fields.get(name)?;
                Place::of_self(&field.ident, Some(field.through.clone()))
            }
        };
        Some((place, input.field.ty.clone()))
    }

    fn each(&mut self, each: &Each) -> Vec<Step> {
        let Some((place, ty)) = self.root(&each.list) else { return Vec::new() };
        let element = match ty {
            Type::Array(element) => (*element).clone(),
            other => other,
        };
        let (list, slice) = match each.list.optional {
            true => (place.optional_slice(), place.optional_slice()),
            false => (place.iterable(), place.slice()),
        };
        self.loops.push(Loop { list: place, element, uses_item: false, uses_index: false });
        let body = self.block(&each.body);
        let used = self.loops.pop();
        let otherwise = self.block(&each.otherwise);
        let is_empty = quote!(#slice.is_empty());
        let item = used.as_ref().is_some_and(|used| used.uses_item).then(|| loop_name("item", each.depth));
        let index = used.is_some_and(|used| used.uses_index).then(|| loop_name("i", each.depth));
        let each = Step::Each { list, slice, item, index, lead: None, body };
        if otherwise.is_empty() {
            return vec![each];
        }
        let filled = if each.is_hollow() { Vec::new() } else { vec![each] };
        vec![Step::If { arms: vec![(is_empty, otherwise)], otherwise: filled }]
    }

    fn branch(&mut self, branch: &If) -> Step {
        let mut arms = Vec::new();
        for (condition, body) in &branch.arms {
            arms.push((self.condition(condition), self.block(body)));
        }
        let otherwise = self.block(&branch.otherwise);
        // An arm without a body counts only where something follows it.
        while otherwise.is_empty() && arms.last().is_some_and(|(_, body)| body.is_empty()) {
            arms.pop();
        }
        Step::If { arms, otherwise }
    }

    fn condition(&mut self, condition: &Condition) -> TokenStream {
        match self.root(&condition.input) {
            Some((place, _)) => place.condition(condition.input.optional, condition.negated),
            None => quote!(false),
        }
    }
}

fn walk(root: Place, ty: &Type, fields: &[String]) -> Place {
    let start = (root, ty);
    let (place, _) = fields.iter().fold(start, |(place, ty), name| {
        let siblings = ty.fields().unwrap_or_default();
        let ty = siblings.iter().find(|field| field.name == *name).map_or(ty, |field| &field.ty);
        (place.field(name, siblings), ty)
    });
    place
}

/// `item` and `i` of the outermost loop, `item2` and `i2` of the one inside it.
fn loop_name(name: &str, depth: usize) -> Ident {
    if depth == 0 { format_ident!("{name}") } else { format_ident!("{name}{}", depth + 1) }
}
