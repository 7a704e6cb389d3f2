//! In: a declared struct or enum. Out: how it is read from a value, from JSON and from TOON.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::declare::{Enum, Struct, StructField, StructKind};

// impl ::agentc::__private::Decode for SourcesItem {
//     fn decode(decoder: &mut Decoder<'static>, value: Value) -> Option<Self> {
//         let mut entries = decoder.object(value, &["title", "url"])?;
//         let field_0 = decoder.field(&mut entries, "title", Decode::decode);
//         let field_1 = decoder.field(&mut entries, "url", Decode::decode);
//         Some(Self { title: field_0?, url: field_1? })
//     }
// }
pub(super) fn structure(declared: &Struct, krate: &TokenStream) -> TokenStream {
    let name = &declared.name;
    let names = declared.fields.iter().map(|field| &field.name);
    let locals: Vec<_> = (0..declared.fields.len()).map(|index| format_ident!("field_{index}")).collect();
    let reads = declared.fields.iter().zip(&locals).map(|(StructField { name, optional, .. }, local)| {
        let method = if *optional { quote!(optional) } else { quote!(field) };
        quote!(let #local = decoder.#method(&mut entries, #name, #krate::__private::Decode::decode);)
    });
    let fields = declared.fields.iter().zip(&locals).map(|(field, local)| {
        let ident = &field.ident;
        quote!(#ident: #local?)
    });
    let (binding, names) = if declared.fields.is_empty() {
        (quote!(_), quote!(&[] as &[&str]))
    } else {
        (quote!(mut entries), quote!(&[#(#names),*]))
    };
    let body = quote! {
        let #binding = decoder.object(value, #names)?;
        #(#reads)*
        ::core::option::Option::Some(Self { #(#fields),* })
    };
    implementation(name, &body, krate)
}

// impl ::agentc::__private::Decode for Tone {
//     fn decode(decoder: &mut Decoder<'static>, value: Value) -> Option<Self> {
//         let place = decoder.one_of(&value, &["warm", "dry"])?;
//         Self::ALL.get(place).copied()
//     }
// }
pub(super) fn enumeration(declared: &Enum, krate: &TokenStream) -> TokenStream {
    let values = declared.variants.iter().map(|(_, value)| value);
    let body = quote! {
        let place = decoder.one_of(&value, &[#(#values),*])?;
        Self::ALL.get(place).copied()
    };
    implementation(&declared.name, &body, krate)
}

fn implementation(name: &proc_macro2::Ident, body: &TokenStream, krate: &TokenStream) -> TokenStream {
    quote! {
        impl #krate::__private::Decode for #name {
            fn decode(
                decoder: &mut #krate::__private::Decoder<'static>,
                value: #krate::__private::Value,
            ) -> ::core::option::Option<Self> {
                #body
            }
        }
    }
}

// impl Inputs {
//     pub fn from_json(json: &str) -> Result<Self, ::agentc::ValueError> { … }
// }
pub(super) fn from_json(declared: &Struct, krate: &TokenStream) -> TokenStream {
    reader(declared, "JSON", krate)
}

// impl Inputs {
//     pub fn from_toon(toon: &str) -> Result<Self, ::agentc::ValueError> { … }
// }
pub(super) fn from_toon(declared: &Struct, krate: &TokenStream) -> TokenStream {
    reader(declared, "TOON", krate)
}

fn reader(declared: &Struct, format: &str, krate: &TokenStream) -> TokenStream {
    let name = &declared.name;
    let text = format_ident!("{}", format.to_lowercase());
    let function = format_ident!("from_{text}");
    let (doc, private) = match declared.kind {
        StructKind::Output => (
            format!(" Reads the result from {format}; keys that are not declared are ignored."),
            format_ident!("output_{function}"),
        ),
        StructKind::Given | StructKind::Nested => {
            (format!(" Reads the values from {format}."), function.clone())
        }
    };
    quote! {
        impl #name {
            #[doc = #doc]
            ///
            /// # Errors
            /// Everything that does not fit, each with its path, line and column.
            pub fn #function(#text: &str) -> ::core::result::Result<Self, #krate::ValueError> {
                #krate::__private::#private(#text)
            }
        }
    }
}
