//! In: a user's own struct or enum, matched with a part of a prompt file. Out: the traits by which it is
//! rendered. Whether it fits is for [`crate::derive`] to find out; whether its fields have the right types,
//! the compiler says.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, parse_quote};

use super::place::{Place, Through, bounds, hash, shape};
use super::plan::{Context, DerivedField};
use super::prompt;
use super::prompt_file::Entry;
use crate::ir::Agent;
use crate::types::Type;

/// A field that holds a declared value.
pub(crate) struct Matched<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) rust: &'a syn::Type,
    /// The declared name.
    pub(crate) name: &'a str,
    pub(crate) ty: &'a Type,
    pub(crate) optional: bool,
    /// The line that declares it.
    pub(crate) line: usize,
}

/// The implementation of `Prompt` for the struct that holds all inputs.
pub(crate) fn root(
    agent: &Agent,
    krate: &TokenStream,
    name: &Ident,
    generics: &Generics,
    fields: &[Matched<'_>],
) -> TokenStream {
    implementation(agent, krate, name, generics, fields, &quote!(Prompt), prompt)
}

/// The implementation of `PromptFile` for the struct that holds all values of an entry.
pub(crate) fn prompt_file(
    entry: &Entry<'_>,
    krate: &TokenStream,
    name: &Ident,
    generics: &Generics,
    fields: &[Matched<'_>],
) -> TokenStream {
    let of = quote!(prompt_files::PromptFile);
    implementation(&entry.agent(), krate, name, generics, fields, &of, |context| {
        super::prompt_file::functions(entry, context)
    })
}

fn implementation(
    agent: &Agent,
    krate: &TokenStream,
    name: &Ident,
    generics: &Generics,
    fields: &[Matched<'_>],
    of: &TokenStream,
    functions: impl FnOnce(&Context<'_>) -> TokenStream,
) -> TokenStream {
    let generics = &bounded(krate, generics, fields);
    let derived: BTreeMap<String, DerivedField> = fields
        .iter()
        .map(|field| {
            let through = Through::new(krate, field.line, field.rust.span());
            (field.name.to_owned(), DerivedField { ident: field.ident.clone(), through })
        })
        .collect();
    let context = Context { agent, krate, derived: Some(&derived) };
    let functions = functions(&context);
    let check = check(krate, name, generics, fields);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #krate::#of for #name #ty_generics #where_clause { #functions }
        #check
    }
}

// impl<'a, const LINE: usize> Object<LINE, 0x…> for Source<'a> { … }
// impl<'a> Field<0x…> for Source<'a> { … }
/// The traits of a struct that stands for an object.
pub(crate) fn object(
    krate: &TokenStream,
    name: &Ident,
    generics: &Generics,
    declared: &Type,
    fields: &[Matched<'_>],
) -> TokenStream {
    let generics = &bounded(krate, generics, fields);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let shape = shape(declared);
    let accessors = fields.iter().map(|field| {
        let (ident, rust, name_hash) = (field.ident, field.rust, hash(field.name));
        quote! {
            #[automatically_derived]
            impl #impl_generics #krate::__private::fields::Field<#name_hash> for #name #ty_generics #where_clause {
                type Type = #rust;
                fn field(&self) -> &#rust {
                    &self.#ident
                }
            }
        }
    });
    let check = check(krate, name, generics, fields);
    let with_line = with_line(generics);
    let (line_generics, _, _) = with_line.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #line_generics #krate::__private::fields::Object<LINE, #shape> for #name #ty_generics #where_clause {
            type Struct = Self;
            fn object(&self) -> &Self {
                self
            }
        }
        #(#accessors)*
        #check
    }
}

// impl<const LINE: usize> Word<LINE, 0x…> for Tone { … }
/// The trait of an enum that stands for one; `words` are its variants and what they are declared as.
pub(crate) fn word(
    krate: &TokenStream,
    name: &Ident,
    generics: &Generics,
    declared: &Type,
    words: &[(&Ident, &str)],
) -> TokenStream {
    let shape = shape(declared);
    let arms = words.iter().map(|(variant, word)| quote!(Self::#variant => #word,));
    let (_, ty_generics, where_clause) = generics.split_for_impl();
    let with_line = with_line(generics);
    let (line_generics, _, _) = with_line.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #line_generics #krate::__private::fields::Word<LINE, #shape> for #name #ty_generics #where_clause {
            fn word(&self) -> &'static str {
                match self { #(#arms)* }
            }
        }
    }
}

// impl ::agentc::Prompt for Brief { … }
// impl<const LINE: usize, const SHAPE: u64> Object<LINE, SHAPE> for Brief { type Struct = Anything; … }
/// The traits of a struct or enum with errors: it fits everywhere and prints nothing, so that whoever uses it
/// is told of its errors alone.
pub(crate) fn broken(
    krate: &TokenStream,
    name: &Ident,
    generics: &Generics,
    agent: Option<&Agent>,
) -> TokenStream {
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    if let Some(agent) = agent {
        let spec = super::spec::spec(agent, krate);
        return quote! {
            impl #impl_generics #krate::Prompt for #name #ty_generics #where_clause {
                const SPEC: &'static #krate::Spec = #spec;
                fn render_into_with(&self, _out: &mut ::std::string::String, _env: &dyn #krate::Env) {}
                fn system_into_with(&self, _out: &mut ::std::string::String, _env: &dyn #krate::Env) {}
            }
        };
    }
    let mut with_shape = with_line(generics);
    with_shape.params.push(parse_quote!(const SHAPE: u64));
    let (shape_generics, _, _) = with_shape.split_for_impl();
    let traits = quote!(#krate::__private::fields);
    quote! {
        impl #shape_generics #traits::Object<LINE, SHAPE> for #name #ty_generics #where_clause {
            type Struct = #traits::Anything;
            fn object(&self) -> &#traits::Anything {
                &#traits::Anything
            }
        }
        impl #shape_generics #traits::Word<LINE, SHAPE> for #name #ty_generics #where_clause {
            fn word(&self) -> &'static str {
                ""
            }
        }
    }
}

/// The same for a struct that stands for the values of an entry.
pub(crate) fn broken_prompt_file(
    entry: &Entry<'_>,
    krate: &TokenStream,
    name: &Ident,
    generics: &Generics,
) -> TokenStream {
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let spec = super::prompt_file::spec(entry, krate);
    quote! {
        impl #impl_generics #krate::prompt_files::PromptFile for #name #ty_generics #where_clause {
            const SPEC: &'static #krate::prompt_files::FileSpec = #spec;
            fn render_into(&self, _out: &mut ::std::string::String) {}
        }
    }
}

fn with_line(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    generics.params.push(parse_quote!(const LINE: usize));
    generics
}

/// The generics with what fields of a parameter's type have to be.
fn bounded(krate: &TokenStream, generics: &Generics, fields: &[Matched<'_>]) -> Generics {
    let mut bounded = generics.clone();
    for field in fields.iter().filter(|field| mentions_parameter(field.rust, generics)) {
        let through = Through::new(krate, field.line, field.rust.span());
        let rust = field.rust.to_token_stream();
        let predicates = bounds(&through, &rust, field.ty, field.optional);
        bounded.make_where_clause().predicates.extend(
            predicates.into_iter().map(|predicate| -> syn::WherePredicate { parse_quote!(#predicate) }),
        );
    }
    bounded
}

/// Whether a type has a type parameter in it.
fn mentions_parameter(ty: &syn::Type, generics: &Generics) -> bool {
    fn has(tokens: TokenStream, generics: &Generics) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => generics.type_params().any(|parameter| parameter.ident == ident),
            TokenTree::Group(group) => has(group.stream(), generics),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
    has(ty.to_token_stream(), generics)
}

/// Makes the compiler look at every field, those no template uses too.
fn check(krate: &TokenStream, name: &Ident, generics: &Generics, fields: &[Matched<'_>]) -> TokenStream {
    let checks = fields.iter().map(|field| {
        let through = Through::new(krate, field.line, field.rust.span());
        Place::of_self(field.ident, Some(through)).check(field.ty, field.optional)
    });
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        const _: () = {
            trait Check {
                fn check(&self);
            }
            impl #impl_generics Check for #name #ty_generics #where_clause {
                fn check(&self) { #(#checks)* }
            }
        };
    }
}

/// An error at some tokens.
pub(crate) fn error(at: &impl ToTokens, message: &str) -> TokenStream {
    let span = at.span();
    quote_spanned!(span=> ::core::compile_error! { #message })
}
