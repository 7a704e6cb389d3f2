//! The macros of [agentc](https://docs.rs/agentc). Use them through that crate: it passes on by which
//! path the runtime is named.

use proc_macro::TokenStream;

/// The body of `agentc::import!`; its input begins with the path of the runtime in brackets.
#[proc_macro]
pub fn import(input: TokenStream) -> TokenStream {
    agentc_codegen::macros::import(input.into()).into()
}

/// See `agentc::Prompt` for what it does and what it accepts.
///
/// The attribute `#[prompt(…)]` has the options `path`, `of`, `crate` and `deny` on a struct or enum, and
/// `rename` on a variant.
#[proc_macro_derive(Prompt, attributes(prompt))]
pub fn prompt(input: TokenStream) -> TokenStream {
    agentc_codegen::macros::derive(input.into()).into()
}
