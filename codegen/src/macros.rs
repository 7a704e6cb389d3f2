//! In: the tokens of `agentc::import!`. Out: the module, a compile error for each mistake, and what makes
//! the compiler look again when a file changes.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitInt, LitStr, Token, Visibility, bracketed, parenthesized};

use crate::compile::{Compiled, compile_file, compile_source};
use crate::deny::Deny;
use crate::diagnostic::{Diagnostic, Severity};
use crate::emit;
use crate::entry::{Entry, Expanded};
use crate::load::Loader;
use crate::prompt_files::Options;
use crate::source::{Position, SourceFile};

pub use crate::derive::derive;

/// The body of `import!`. The input begins with the path of the runtime in brackets.
#[must_use]
pub fn import(input: TokenStream) -> TokenStream {
    match syn::parse2::<Import>(input) {
        Ok(import) => import.expand(),
        Err(error) => error.into_compile_error(),
    }
}

/// `[$crate] pub "path" as name, option, …`, or `root = "folder", entry = "path" as name` in place of the path.
struct Import {
    krate: TokenStream,
    visibility: Visibility,
    source: Source,
    name: Option<Ident>,
    deny: Deny,
    /// How an entry is compiled.
    limits: Options,
    serde: bool,
}

/// What is compiled.
enum Source {
    /// A file by its path, or a text.
    Literal(LitStr),
    /// An entry of a folder of prompt files.
    Entry(Entry),
}

impl Parse for Source {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !(input.peek(Ident) && input.peek2(Token![=])) {
            let help = "a prompt file is expected, as in `import!(\"agents/brief.agent\")`, or its text as a literal";
            return input.parse().map(Self::Literal).map_err(|error| syn::Error::new(error.span(), help));
        }
        let wanted = |error: syn::Error| {
            let help = "write a folder and a prompt file in it: `root = \"prompts\", entry = \"front-desk\"`";
            syn::Error::new(error.span(), help)
        };
        let member = |name: &str| {
            let ident: Ident = input.parse().map_err(wanted)?;
            if ident != name {
                return Err(wanted(syn::Error::new(ident.span(), "")));
            }
            input.parse::<Token![=]>().map_err(wanted)?;
            input.parse::<LitStr>().map_err(wanted)
        };
        let root = member("root")?;
        input.parse::<Token![,]>().map_err(wanted)?;
        Ok(Self::Entry(Entry { root, entry: member("entry")? }))
    }
}

impl Parse for Import {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let krate;
        bracketed!(krate in input);
        let krate = krate.parse()?;
        let visibility = input.parse()?;
        let source = input.parse()?;
        let name = if input.peek(Token![as]) {
            input.parse::<Token![as]>()?;
            Some(module_name(input)?)
        } else {
            None
        };
        let deny = Deny::default();
        let mut import =
            Self { krate, visibility, source, name, deny, limits: Options::default(), serde: false };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if !input.is_empty() {
                import.option(input)?;
            }
        }
        Ok(import)
    }
}

/// The name behind `as`.
fn module_name(input: ParseStream<'_>) -> syn::Result<Ident> {
    let place = input.span();
    let wanted =
        |found: &str| syn::Error::new(place, format!("{found}: write a name for the module behind `as`"));
    let name: Ident = input.call(syn::ext::IdentExt::parse_any).map_err(|_| wanted("no name"))?;
    match name.to_string().as_str() {
        "_" | "self" | "Self" | "super" | "crate" => Err(wanted(&format!("`{name}` cannot be a module"))),
        _ => Ok(name),
    }
}

impl Import {
    fn option(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let option: Ident = input.call(syn::ext::IdentExt::parse_any)?;
        match option.to_string().as_str() {
            "crate" => {
                let wanted = |error: syn::Error| {
                    syn::Error::new(error.span(), "write the path of the runtime: `crate = ::agentc`")
                };
                input.parse::<Token![=]>().map_err(wanted)?;
                let path: syn::Path = input.call(syn::Path::parse_mod_style).map_err(wanted)?;
                self.krate = quote!(#path);
            }
            "serde" if matches!(self.source, Source::Literal(_)) => self.serde = true,
            "known_keys" if matches!(self.source, Source::Entry(_)) => {
                self.limits.known_keys = Some(known_keys(input)?);
            }
            "max_bytes" if matches!(self.source, Source::Entry(_)) => {
                self.limits.max_bytes = max_bytes(input)?;
            }
            "deny" => {
                for code in denied(input).map_err(|error| {
                    syn::Error::new(
                        error.span(),
                        "write what to deny: `deny(A901, A902)` or `deny(warnings)`",
                    )
                })? {
                    self.deny.add(&code.to_string()).map_err(|error| syn::Error::new(code.span(), error))?;
                }
            }
            other => {
                let known = match self.source {
                    Source::Literal(_) => "`crate = path`, `deny(…)` and `serde`",
                    Source::Entry(_) => "`crate = path`, `deny(…)`, `known_keys(…)` and `max_bytes = …`",
                };
                let message = format!("there is no option `{other}`; the options are {known}");
                return Err(syn::Error::new(option.span(), message));
            }
        }
        Ok(())
    }

    fn expand(&self) -> TokenStream {
        match &self.source {
            Source::Literal(source) => self.expand_agent(source),
            Source::Entry(entry) => self.expand_entry(entry),
        }
    }

    fn options(&self) -> emit::Options {
        let visibility = &self.visibility;
        let options = emit::Options::default()
            .with_crate(self.krate.clone())
            .with_visibility(quote!(#visibility))
            .with_serde(self.serde);
        match &self.name {
            Some(name) => options.with_name(name.to_string().trim_start_matches("r#")),
            None => options,
        }
    }

    fn expand_entry(&self, entry: &Entry) -> TokenStream {
        let Expanded { program, errors, tracked } = match entry.compile(&self.deny, &self.limits) {
            Ok(expanded) => expanded,
            Err(tokens) => return tokens,
        };
        let root = entry.root.value();
        let module = emit::prompt_file::Entry { program: &program, root: &root };
        // What is embedded is tracked; files with errors may not be what can be embedded.
        let is_sound = errors.is_empty();
        let module = emit::prompt_file::module(&module, &self.options(), is_sound).tokens();
        quote!(#module #(#errors)* #(#tracked)*)
    }

    fn expand_agent(&self, source: &LitStr) -> TokenStream {
        let mut loader = Loader::new(manifest_folder());
        let span = source.span();
        let compiled = match compile(source, &mut loader) {
            Ok(compiled) => compiled,
            Err(tokens) => return tokens,
        };
        let Compiled { agent, diagnostics } = self.deny.apply(compiled);
        let errors =
            diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).map(|error| report(error, span));
        let module = emit::module(&agent, &self.options()).tokens();
        let tracked = loader.found().map(track);
        quote!(#module #(#errors)* #(#tracked)*)
    }
}

fn compile(source: &LitStr, loader: &mut Loader) -> Result<Compiled, TokenStream> {
    let text = source.value();
    if text.contains(": ") && !text.contains(['\n', '/']) && !text.ends_with(".agent") {
        let message = "this is neither the path of a prompt file, which ends in `.agent`, nor the text of one, \
                           which has several lines";
        return Err(syn::Error::new(source.span(), message).into_compile_error());
    }
    if text.contains('\n') {
        let file = inline(source, text).map_err(syn::Error::into_compile_error)?;
        return Ok(compile_source(&Arc::new(file)));
    }
    compile_path(loader, source)
}

/// The folder that paths in a macro or derive are relative to.
pub(crate) fn manifest_folder() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default().into()
}

/// Compiles the file of a path.
///
/// # Errors
/// It cannot be read, or is not a prompt file: a compile error.
pub(crate) fn compile_path(loader: &mut Loader, path: &LitStr) -> Result<Compiled, TokenStream> {
    compile_file(loader, &path.value()).map_err(|error| {
        let help = "paths are relative to the folder of `Cargo.toml`";
        let error = if error.help.is_none() { error.with_help(help) } else { error };
        report(&error, path.span())
    })
}

/// The literal as a source whose places are those of the Rust file.
fn inline(source: &LitStr, text: String) -> syn::Result<SourceFile> {
    let span = source.span();
    let written = source.token().to_string();
    let opening = written.find('"').map_or(0, |at| at + 1);
    if !written.starts_with('r') && written.contains('\\') {
        let message =
            "a prompt with escapes in it has no places to point at: write it as a raw string, `r#\"…\"#`";
        return Err(syn::Error::new(span, message));
    }
    let start = span.start();
    let origin = Position { line: start.line, col: start.column + opening + 1 };
    Ok(SourceFile::inline(span.file(), text, origin))
}

// ::core::compile_error! { "there is no input `topik` [A404]\n --> agents/brief.agent:13:15 …" }
pub(crate) fn report(diagnostic: &Diagnostic, span: Span) -> TokenStream {
    // Only a denied warning is reported here with the code of one.
    let denied = if diagnostic.code.severity() == Severity::Warning { ", a denied warning" } else { "" };
    let message = format!("{} [{}{denied}]", diagnostic.message, diagnostic.code);
    let frame = crate::frame::frame(diagnostic, false);
    let picture = frame.split_once('\n').map_or("", |(_, picture)| picture);
    let message = format!("{message}\n{picture}");
    quote_spanned!(span=> ::core::compile_error! { #message })
}

/// The codes in the parentheses of `deny`.
fn denied(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let codes;
    parenthesized!(codes in input);
    Ok(codes.parse_terminated(Ident::parse, Token![,])?.into_iter().collect())
}

/// The literals in the parentheses of `known_keys`.
pub(crate) fn known_keys(input: ParseStream<'_>) -> syn::Result<BTreeSet<String>> {
    let literals = || {
        let keys;
        parenthesized!(keys in input);
        keys.parse_terminated(<LitStr as Parse>::parse, Token![,])
    };
    let wanted = "write the resolver keys there are: `known_keys(\"crm.plan\")`";
    let keys = literals().map_err(|error| syn::Error::new(error.span(), wanted))?;
    Ok(keys.iter().map(LitStr::value).collect())
}

/// The number behind `max_bytes =`.
pub(crate) fn max_bytes(input: ParseStream<'_>) -> syn::Result<u64> {
    let number = || {
        input.parse::<Token![=]>()?;
        input.parse::<LitInt>()?.base10_parse()
    };
    let wanted = "write how many bytes a prompt may have: `max_bytes = 2_000_000`";
    number().map_err(|error: syn::Error| syn::Error::new(error.span(), wanted))
}

// const _: &[u8] = ::core::include_bytes!(…);
pub(crate) fn track(path: &str) -> TokenStream {
    if std::path::Path::new(path).is_absolute() {
        return quote!(
            const _: &[u8] = ::core::include_bytes!(#path);
        );
    }
    let path = format!("/{path}");
    quote! {
        const _: &[u8] = ::core::include_bytes!(::core::concat!(::core::env!("CARGO_MANIFEST_DIR"), #path));
    }
}
