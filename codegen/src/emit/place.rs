//! Expressions for values that are in memory: in structs that we declared ourselves, or in a user's own
//! structs, whose fields are read through a trait for their declared type (Rust surface, section 4).
//!
//! In: a place and a type. Out: the expression that reads it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::names;
use crate::types::{Field, Type};

/// An expression for a value.
#[derive(Clone)]
pub(super) struct Place {
    tokens: TokenStream,
    /// Whether the expression is a reference to the value and not the value's own place.
    is_reference: bool,
    through: Option<Through>,
}

/// How the fields of a user's own structs are read.
#[derive(Clone)]
pub(super) struct Through {
    /// The module of the traits.
    traits: TokenStream,
    /// The line of the prompt file that declares the input, for the compiler's messages.
    line: usize,
    /// The type of the field, for their place.
    span: Span,
}

impl Through {
    pub(super) fn new(krate: &TokenStream, line: usize, span: Span) -> Self {
        // All of an expression has the place of the field, or the compiler would point at the derive.
        let krate: TokenStream = krate
            .clone()
            .into_iter()
            .map(|mut token| {
                token.set_span(span);
                token
            })
            .collect();
        Self { traits: quote_spanned!(span=> #krate::__private::fields), line, span }
    }
}

impl Place {
    /// The field of `self` that holds an input.
    pub(super) fn of_self(field: &Ident, through: Option<Through>) -> Self {
        let span = through.as_ref().map_or_else(Span::call_site, |through| through.span);
        Self { tokens: quote_spanned!(span=> self.#field), is_reference: false, through }
    }

    /// A variable that holds a reference to something in the same struct.
    pub(super) fn variable(&self, name: &Ident) -> Self {
        let span = self.through.as_ref().map_or_else(Span::call_site, |through| through.span);
        let name = Ident::new(&name.to_string(), span);
        Self { tokens: quote!(#name), is_reference: true, through: self.through.clone() }
    }

    /// A field of an object with these fields.
    pub(super) fn field(&self, name: &str, siblings: &[Field]) -> Self {
        let through = self.through.clone();
        match &self.through {
            None => {
                let base = &self.tokens;
                let field = names::field(name, siblings.iter().map(|field| field.name.as_str()));
                Self { tokens: quote!(#base.#field), is_reference: false, through }
            }
            Some(Through { traits, span, .. }) => {
                let object = self.read_as(&Type::Object(siblings.into()), "");
                let name = hash(name);
                let tokens = quote_spanned!(*span=> #traits::Field::<#name>::field(#object));
                Self { tokens, is_reference: true, through }
            }
        }
    }

    /// A scalar as a piece of the output.
    pub(super) fn piece(&self, ty: &Type) -> TokenStream {
        if self.through.is_some() {
            return self.read_as(ty, "");
        }
        let (tokens, value) = (&self.tokens, self.value());
        match ty {
            Type::String | Type::Unknown => quote!(&*#value),
            Type::Enum(_) => quote!(#tokens.as_str()),
            _ => value,
        }
    }

    /// A string or enum as something that becomes a `&str`.
    pub(super) fn text(&self, ty: &Type) -> TokenStream {
        match (&self.through, ty) {
            (None, Type::String | Type::Unknown) => self.reference(),
            _ => self.piece(ty),
        }
    }

    /// A scalar that may be left out, as a piece of the output.
    pub(super) fn optional_piece(&self, ty: &Type) -> TokenStream {
        if self.through.is_some() {
            return self.read_as(ty, "Optional");
        }
        let tokens = &self.tokens;
        match ty {
            Type::String | Type::Unknown => quote!(#tokens.as_deref()),
            Type::Enum(_) => quote!(#tokens.map(|value| value.as_str())),
            _ => tokens.clone(),
        }
    }

    /// A boolean as a condition.
    pub(super) fn condition(&self, is_optional: bool, is_negated: bool) -> TokenStream {
        let some = quote!(::core::option::Option::Some(true));
        match (is_optional, is_negated) {
            (false, false) => self.piece(&Type::Boolean),
            (false, true) => {
                let flag = self.piece(&Type::Boolean);
                quote!(!#flag)
            }
            (true, is_negated) => {
                let flag = self.optional_piece(&Type::Boolean);
                if is_negated { quote!(#flag != #some) } else { quote!(#flag == #some) }
            }
        }
    }

    /// An object or array that may be left out, as an `Option` of a reference.
    pub(super) fn optional(&self, ty: &Type) -> TokenStream {
        if self.through.is_some() {
            return self.read_as(ty, "Optional");
        }
        let tokens = &self.tokens;
        quote!(#tokens.as_ref())
    }

    /// An array as something that has `len` and `is_empty`.
    pub(super) fn slice(&self) -> TokenStream {
        match &self.through {
            None => self.tokens.clone(),
            Some(_) => self.read("List", "list", None),
        }
    }

    /// An array as something that `for` goes over by reference.
    pub(super) fn iterable(&self) -> TokenStream {
        match &self.through {
            None => self.reference(),
            Some(_) => self.slice(),
        }
    }

    /// An array that may be left out as a slice, empty if it is.
    pub(super) fn optional_slice(&self) -> TokenStream {
        let tokens = &self.tokens;
        match &self.through {
            None => quote!(#tokens.as_deref().unwrap_or_default()),
            Some(_) => {
                let list = self.read("OptionalList", "optional_list", None);
                quote!(#list.unwrap_or_default())
            }
        }
    }

    /// A statement that makes the compiler look whether a value fits its declared type.
    pub(super) fn check(&self, ty: &Type, is_optional: bool) -> TokenStream {
        let prefix = if is_optional { "Optional" } else { "" };
        let read = self.read_as(ty, prefix);
        let Type::Array(element) = ty else { return quote!(let _ = #read;) };
        let item = Ident::new("item", Span::call_site());
        let inner = self.variable(&item).check(element, false);
        let list = if is_optional { quote!(#read.unwrap_or_default()) } else { read };
        quote!(for item in #list { #inner })
    }

    fn read_as(&self, ty: &Type, prefix: &str) -> TokenStream {
        let (name, method) = trait_of(ty);
        match prefix {
            "" => self.read(name, method, shape_parameter(ty)),
            _ => self.read(&format!("{prefix}{name}"), &format!("optional_{method}"), shape_parameter(ty)),
        }
    }

    // ::agentc::__private::fields::Text::<7>::text(&self.audience)
    fn read(&self, name: &str, method: &str, shape: Option<TokenStream>) -> TokenStream {
        let value = self.reference();
        let Some(Through { traits, line, span }) = &self.through else { return value };
        let (name, method) = (Ident::new(name, *span), Ident::new(method, *span));
        let line = proc_macro2::Literal::usize_unsuffixed(*line);
        quote_spanned!(*span=> #traits::#name::<#line #shape>::#method(#value))
    }

    /// The value, if it can be copied.
    fn value(&self) -> TokenStream {
        let tokens = &self.tokens;
        if self.is_reference { quote!(*#tokens) } else { tokens.clone() }
    }

    fn reference(&self) -> TokenStream {
        let tokens = &self.tokens;
        let span = self.through.as_ref().map_or_else(Span::call_site, |through| through.span);
        if self.is_reference { tokens.clone() } else { quote_spanned!(span=> &#tokens) }
    }
}

/// What a type of a user's own has to implement to hold a declared type, for types that only the user of
/// the user's struct knows.
pub(super) fn bounds(
    through: &Through,
    rust: &TokenStream,
    ty: &Type,
    is_optional: bool,
) -> Vec<TokenStream> {
    let Through { traits, line, .. } = through;
    let line = proc_macro2::Literal::usize_unsuffixed(*line);
    let prefix = if is_optional { "Optional" } else { "" };
    let (name, shape) = (format!("{prefix}{}", trait_of(ty).0), shape_parameter(ty));
    let name = Ident::new(&name, Span::call_site());
    let bound = quote!(#traits::#name<#line #shape>);
    let mut bounds = vec![quote!(#rust: #bound)];
    match ty {
        Type::Array(element) => {
            bounds.extend(self::bounds(through, &quote!(<#rust as #bound>::Item), element, false));
        }
        // What is there is read as one that is always there.
        Type::Object(_) if is_optional => {
            bounds.extend(self::bounds(through, &quote!(<#rust as #bound>::Struct), ty, false));
        }
        Type::Object(fields) => {
            for field in &**fields {
                let name = hash(&field.name);
                let object = quote!(<#rust as #bound>::Struct);
                let access = quote!(#traits::Field<#name>);
                bounds.push(quote!(#object: #access));
                bounds.extend(self::bounds(through, &quote!(<#object as #access>::Type), &field.ty, false));
            }
        }
        _ => {}
    }
    bounds
}

/// The trait and method that read a declared type.
fn trait_of(ty: &Type) -> (&'static str, &'static str) {
    match ty {
        Type::String | Type::Unknown => ("Text", "text"),
        Type::Number => ("Number", "number"),
        Type::Boolean => ("Boolean", "boolean"),
        Type::Enum(_) => ("Word", "word"),
        Type::Object(_) => ("Object", "object"),
        Type::Array(_) => ("List", "list"),
    }
}

fn shape_parameter(ty: &Type) -> Option<TokenStream> {
    matches!(ty, Type::Enum(_) | Type::Object(_)).then(|| {
        let shape = shape(ty);
        quote!(, #shape)
    })
}

/// What stands for an object or enum type: equal types, and only they, have the same.
pub(super) fn shape(ty: &Type) -> u64 {
    hash(&ty.to_string())
}

/// A name as a number, since a string cannot be a parameter of a type: FNV-1a of 64 bits.
pub(super) fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
