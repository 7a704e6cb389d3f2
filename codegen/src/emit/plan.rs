//! In: operations of the IR. Out: the steps of straight-line Rust that `write` and `size` print.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::{names, toon};
use crate::ir::{Agent, Condition, Each, If, Op, Reference, Root, Template};
use crate::types::{Field, Type};

/// One step of a render function.
#[derive(Clone)]
pub(super) enum Step {
    /// Text, never empty, never next to another.
    Text(String),
    /// A value that is a [`Piece`](agentc_text::buf::Piece).
    Piece(TokenStream),
    /// A variable of the environment: its size is not known beforehand.
    Env(TokenStream),
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

/// The steps of a template.
pub(super) fn plan(template: &Template, agent: &Agent, krate: &TokenStream) -> Vec<Step> {
    let mut planner = Planner { agent, krate, loops: Vec::new() };
    planner.block(&template.ops)
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

/// An expression for a value that is in memory already.
#[derive(Clone)]
pub(super) struct Place {
    tokens: TokenStream,
    /// Whether the expression is a reference to the value and not the value's own place.
    is_reference: bool,
}

impl Place {
    pub(super) fn reference(name: &Ident) -> Self {
        Self { tokens: quote!(#name), is_reference: true }
    }

    pub(super) fn field(&self, name: &str, siblings: &[Field]) -> Self {
        let base = &self.tokens;
        let field = names::field(name, siblings.iter().map(|field| field.name.as_str()));
        Self { tokens: quote!(#base.#field), is_reference: false }
    }

    /// The value, if it can be copied.
    fn value(&self) -> TokenStream {
        let tokens = &self.tokens;
        if self.is_reference { quote!(*#tokens) } else { tokens.clone() }
    }

    /// What methods of the value or of a slice can be called on.
    pub(super) fn receiver(&self) -> &TokenStream {
        &self.tokens
    }

    /// A scalar as a piece of the output.
    pub(super) fn piece(&self, ty: &Type) -> TokenStream {
        let value = self.value();
        match ty {
            Type::String => quote!(&*#value),
            Type::Enum(_) => {
                let receiver = self.receiver();
                quote!(#receiver.as_str())
            }
            _ => value,
        }
    }

    /// An expression to iterate over, by reference.
    pub(super) fn iterable(&self) -> TokenStream {
        let tokens = &self.tokens;
        if self.is_reference { tokens.clone() } else { quote!(&#tokens) }
    }
}

struct Planner<'a> {
    agent: &'a Agent,
    krate: &'a TokenStream,
    /// The loops around, outermost first.
    loops: Vec<Loop>,
}

/// A loop being planned.
struct Loop {
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
                Op::Each(each) => steps.push(self.each(each)),
                Op::If(branch) => steps.push(self.branch(branch)),
            }
        }
        steps.0
    }

    fn value(&mut self, reference: &Reference) -> Vec<Step> {
        let krate = self.krate;
        match &reference.root {
            Root::Env(name) => {
                return vec![Step::Env(quote!(#krate::Env::get(env, #name).as_deref()))];
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
        let (root, ty) = self.root(reference);
        if !reference.optional {
            return self.present(&walk(root, &ty, &reference.fields), &reference.ty);
        }
        let root = root.receiver();
        let value = Ident::new("value", Span::call_site());
        let place = walk(Place::reference(&value), &ty, &reference.fields);
        if !reference.ty.is_scalar() {
            let condition = quote!(let ::core::option::Option::Some(value) = &#root);
            let body = self.present(&place, &reference.ty);
            return vec![Step::If { arms: vec![(condition, body)], otherwise: Vec::new() }];
        }
        let piece = place.piece(&reference.ty);
        vec![Step::Piece(match (&reference.ty, reference.fields.is_empty()) {
            (Type::String, true) => quote!(#root.as_deref()),
            (Type::Number | Type::Boolean, true) => quote!(#root),
            _ => quote!(#root.as_ref().map(|value| #piece)),
        })]
    }

    /// A value that is there.
    fn present(&self, place: &Place, ty: &Type) -> Vec<Step> {
        if ty.is_scalar() { vec![Step::Piece(place.piece(ty))] } else { toon::plan(place, ty, self.krate) }
    }

    /// Where a reference starts, and the type of what is there.
    fn root(&mut self, reference: &Reference) -> (Place, Type) {
        match &reference.root {
            Root::Input(name) => {
                let inputs = self.agent.inputs.iter().map(|input| input.field.name.as_str());
                let field = names::field(name, inputs);
                let input = self.agent.inputs.iter().find(|input| input.field.name == *name);
                let ty = input.map_or(Type::Unknown, |input| input.field.ty.clone());
                (Place { tokens: quote!(self.#field), is_reference: false }, ty)
            }
            Root::Element(depth) | Root::Index(depth) => {
                let around = self.loops.get_mut(*depth);
                let ty = around.map_or(Type::Unknown, |around| {
                    around.uses_item = true;
                    around.element.clone()
                });
                (Place::reference(&loop_name("item", *depth)), ty)
            }
            Root::Env(_) => (Place { tokens: TokenStream::new(), is_reference: false }, Type::String),
        }
    }

    fn each(&mut self, each: &Each) -> Step {
        let (place, ty) = self.root(&each.list);
        let element = match ty {
            Type::Array(element) => (*element).clone(),
            other => other,
        };
        let receiver = place.receiver();
        let (list, slice) = if each.list.optional {
            let list = quote!(#receiver.as_deref().unwrap_or_default());
            (list.clone(), list)
        } else {
            (place.iterable(), receiver.clone())
        };
        self.loops.push(Loop { element, uses_item: false, uses_index: false });
        let body = self.block(&each.body);
        let used = self.loops.pop();
        let otherwise = self.block(&each.otherwise);
        let is_empty = quote!(#slice.is_empty());
        let item = used.as_ref().is_some_and(|used| used.uses_item).then(|| loop_name("item", each.depth));
        let index = used.is_some_and(|used| used.uses_index).then(|| loop_name("i", each.depth));
        let each = Step::Each { list, slice, item, index, lead: None, body };
        if otherwise.is_empty() {
            return each;
        }
        Step::If { arms: vec![(is_empty, otherwise)], otherwise: vec![each] }
    }

    fn branch(&mut self, branch: &If) -> Step {
        let mut arms = Vec::new();
        for (condition, body) in &branch.arms {
            arms.push((self.condition(condition), self.block(body)));
        }
        Step::If { arms, otherwise: self.block(&branch.otherwise) }
    }

    fn condition(&mut self, condition: &Condition) -> TokenStream {
        let (place, _) = self.root(&condition.input);
        let flag = place.value();
        let some = quote!(::core::option::Option::Some(true));
        match (condition.input.optional, condition.negated) {
            (false, false) => flag,
            (false, true) => quote!(!#flag),
            (true, false) => quote!(#flag == #some),
            (true, true) => quote!(#flag != #some),
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
