//! In: a declared struct that is sent as JSON. Out: `to_json`, which writes its fields in declared order and
//! leaves out what is not given (Rust surface, section 6).

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::declare::Struct;
use super::place::Place;
use super::plan::{Step, Steps};
use super::{size, write};
use crate::types::{Field, Type};

// impl Inputs {
//     pub fn to_json(&self) -> String {
//         let size = …;
//         let mut json = String::new();
//         let mut out = ::agentc::__private::Buf::append(&mut json, size);
//         out.piece(("{\"audience\":", ::agentc::__private::JsonText(&*self.audience), …));
//         json
//     }
// }
pub(super) fn writer(declared: &Struct, krate: &TokenStream) -> TokenStream {
    let name = &declared.name;
    let mut writer = Writer { krate, steps: Steps::default() };
    writer.root(declared);
    let steps = writer.steps.0;
    let (size, statements) = (size::body(&steps, krate), write::statements(&steps, krate));
    quote! {
        impl #name {
            /// The values as compact JSON: fields in declared order, what is left out not there, numbers
            /// that are not finite as `null`.
            #[must_use]
            pub fn to_json(&self) -> ::std::string::String {
                let size = { #size };
                let mut json = ::std::string::String::new();
                let mut out = #krate::__private::Buf::append(&mut json, size);
                #statements
                json
            }
        }
    }
}

struct Writer<'a> {
    krate: &'a TokenStream,
    steps: Steps,
}

impl Writer<'_> {
    fn root(&mut self, declared: &Struct) {
        let first_required = declared.fields.iter().position(|field| !field.optional);
        for (index, field) in declared.fields.iter().enumerate() {
            let place = Place::of_self(&field.ident, None);
            let key = format!("\"{}\":", field.name);
            if field.optional {
                let value = Ident::new("value", Span::call_site());
                let optional = place.optional(&field.ty);
                let body = self.nested(|writer| {
                    // Only the fields before the first required one may or may not have one before them.
                    match first_required {
                        Some(required) if required < index => writer.steps.text(","),
                        _ => writer.steps.push(lead()),
                    }
                    writer.steps.text(&key);
                    writer.value(&place.variable(&value), &field.ty);
                    if first_required.is_none_or(|required| index < required) {
                        writer.steps.push(Step::Code(quote!(lead = ",";)));
                    }
                });
                if index == 0 {
                    self.steps.push(Step::Code(quote!(let mut lead = "{";)));
                }
                let condition = quote!(let ::core::option::Option::Some(value) = #optional);
                self.steps.push(Step::If { arms: vec![(condition, body)], otherwise: Vec::new() });
                continue;
            }
            match first_required {
                Some(0) if index == 0 => self.steps.text("{"),
                Some(required) if required == index => self.steps.push(lead()),
                _ => self.steps.text(","),
            }
            self.steps.text(&key);
            self.value(&place, &field.ty);
        }
        match (declared.fields.is_empty(), first_required) {
            (true, _) => self.steps.text("{}"),
            (false, Some(_)) => self.steps.text("}"),
            // Nothing may have been given, and then the brace is still to come.
            (false, None) => {
                let text = quote!(if lead == "{" { "{}" } else { "}" });
                self.steps.push(Step::Local { text, size: 2 });
            }
        }
    }

    fn value(&mut self, place: &Place, ty: &Type) {
        let krate = self.krate;
        match ty {
            Type::String | Type::Enum(_) | Type::Unknown => {
                let text = place.text(ty);
                self.steps.push(Step::Piece(quote!(#krate::__private::JsonText(#text))));
            }
            Type::Number | Type::Boolean => self.steps.push(Step::Piece(place.piece(ty))),
            Type::Object(fields) => self.object(place, fields),
            Type::Array(element) => self.array(place, element),
        }
    }

    fn object(&mut self, place: &Place, fields: &[Field]) {
        for (index, field) in fields.iter().enumerate() {
            self.steps.text(if index == 0 { "{\"" } else { ",\"" });
            self.steps.text(&field.name);
            self.steps.text("\":");
            self.value(&place.field(&field.name, fields), &field.ty);
        }
        self.steps.text("}");
    }

    fn array(&mut self, place: &Place, element: &Type) {
        let row = Ident::new("row", Span::call_site());
        let body = self.nested(|writer| writer.value(&place.variable(&row), element));
        let (list, slice) = (place.iterable(), place.slice());
        let is_empty = quote!(#slice.is_empty());
        // The bracket is what stands before the first element.
        let each = Step::Each { list, slice, item: Some(row), index: None, lead: Some(["[", ","]), body };
        let filled = vec![each, Step::Text("]".to_owned())];
        self.steps
            .push(Step::If { arms: vec![(is_empty, vec![Step::Text("[]".to_owned())])], otherwise: filled });
    }

    fn nested(&mut self, write: impl FnOnce(&mut Self)) -> Vec<Step> {
        let outer = std::mem::take(&mut self.steps);
        write(self);
        std::mem::replace(&mut self.steps, outer).0
    }
}

/// What stands before a field while it is not known whether there is one before it.
fn lead() -> Step {
    Step::Local { text: quote!(lead), size: 1 }
}
