//! In: a struct or enum whose names are settled. Out: its declaration and what every one of its kind can do.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::types::Type;

/// A struct for an object type.
pub(super) struct Struct {
    pub(super) name: Ident,
    pub(super) fields: Vec<StructField>,
    pub(super) kind: StructKind,
    /// Whether nothing may be surplus in it.
    pub(super) strict: bool,
    pub(super) doc: String,
}

/// A field of such a struct.
pub(super) struct StructField {
    pub(super) ident: Ident,
    /// The name as declared.
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) rust: TokenStream,
    pub(super) optional: bool,
    pub(super) doc: String,
}

/// What a struct stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StructKind {
    /// The inputs of an agent, or the arguments of a tool: nothing may be surplus.
    Given,
    /// The outputs of an agent: what is surplus is ignored.
    Output,
    /// An object inside one of these.
    Nested,
}

/// An enum for an enum type.
pub(super) struct Enum {
    pub(super) name: Ident,
    /// The variants and the strings they stand for.
    pub(super) variants: Vec<(Ident, String)>,
    pub(super) doc: String,
}

// #[derive(…)]
// pub struct SourcesItem {
//     pub title: String,
//     pub url: String,
// }
impl Struct {
    pub(super) fn declaration(&self, serde: Option<&Serde>) -> TokenStream {
        let Self { name, fields, strict, .. } = self;
        let doc = format!(" {}", self.doc);
        let derives = serde.map(|serde| serde.derives(*strict));
        let fields = fields.iter().map(|StructField { ident, name, rust, optional, doc, .. }| {
            let doc = format!(" {doc}");
            let attribute = serde.map(|_| Serde::field(name, *optional));
            quote! {
                #[doc = #doc]
                #attribute
                pub #ident: #rust,
            }
        });
        quote! {
            #[doc = #doc]
            #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
            #derives
            pub struct #name { #(#fields)* }
        }
    }
}

/// serde's derives, for those who ask for them.
pub(super) struct Serde {
    /// The path of serde in a string.
    pub(super) path: String,
    pub(super) krate: TokenStream,
}

impl Serde {
    // #[derive(::agentc::__private::serde::Serialize, …)]
    // #[serde(crate = "::agentc::__private::serde", deny_unknown_fields)]
    fn derives(&self, strict: bool) -> TokenStream {
        let Self { path, krate } = self;
        let strict = strict.then(|| quote!(, deny_unknown_fields));
        quote! {
            #[derive(#krate::__private::serde::Serialize, #krate::__private::serde::Deserialize)]
            #[serde(crate = #path #strict)]
        }
    }

    fn field(name: &str, optional: bool) -> TokenStream {
        let optional =
            optional.then(|| quote!(, default, skip_serializing_if = "::core::option::Option::is_none"));
        quote!(#[serde(rename = #name #optional)])
    }
}

impl Enum {
    // #[derive(…)]
    // pub enum Tone {
    //     Warm,
    //     Dry,
    // }
    pub(super) fn declaration(&self, serde: Option<&Serde>) -> TokenStream {
        let Self { name, variants, .. } = self;
        let doc = format!(" {}", self.doc);
        let derives = serde.map(|serde| serde.derives(false));
        let variants = variants.iter().map(|(variant, value)| {
            let doc = format!(" `{value}`");
            let attribute = serde.map(|_| quote!(#[serde(rename = #value)]));
            quote! {
                #[doc = #doc]
                #attribute
                #variant,
            }
        });
        quote! {
            #[doc = #doc]
            #[derive(
                ::core::clone::Clone,
                ::core::marker::Copy,
                ::core::fmt::Debug,
                ::core::cmp::PartialEq,
                ::core::cmp::Eq,
                ::core::hash::Hash,
            )]
            #derives
            pub enum #name { #(#variants)* }
        }
    }

    // impl Tone {
    //     pub const ALL: &'static [Self] = &[Self::Warm, Self::Dry];
    //     pub const fn as_str(self) -> &'static str { match self { Self::Warm => "warm", … } }
    // }
    pub(super) fn methods(&self) -> TokenStream {
        let Self { name, variants, .. } = self;
        let all = variants.iter().map(|(variant, _)| quote!(Self::#variant));
        let arms = variants.iter().map(|(variant, value)| quote!(Self::#variant => #value,));
        quote! {
            impl #name {
                /// Every value, in declared order.
                pub const ALL: &'static [Self] = &[#(#all),*];

                /// The value as the file writes it.
                #[must_use]
                pub const fn as_str(self) -> &'static str {
                    match self { #(#arms)* }
                }
            }
        }
    }

    // impl Display for Tone { … }
    pub(super) fn display(&self) -> TokenStream {
        let name = &self.name;
        quote! {
            impl ::core::fmt::Display for #name {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.write_str(self.as_str())
                }
            }
        }
    }

    // impl FromStr for Tone { … }
    pub(super) fn parser(&self, krate: &TokenStream) -> TokenStream {
        let Self { name, variants, .. } = self;
        let ok = quote!(::core::result::Result::Ok);
        let arms = variants.iter().map(|(variant, value)| quote!(#value => #ok(Self::#variant),));
        let values = variants.iter().map(|(_, value)| value);
        quote! {
            impl ::core::str::FromStr for #name {
                type Err = #krate::UnknownVariant;

                fn from_str(text: &str) -> ::core::result::Result<Self, #krate::UnknownVariant> {
                    match text {
                        #(#arms)*
                        _ => ::core::result::Result::Err(#krate::__private::unknown_variant(text, &[#(#values),*])),
                    }
                }
            }
        }
    }
}
