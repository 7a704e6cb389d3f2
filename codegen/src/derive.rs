//! In: the tokens of a struct or enum with `#[derive(agentc::Prompt)]`. Out: its traits, and an error at each
//! field that does not fit the prompt file (Rust surface, sections 2 and 4).

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Fields, LitStr, Variant};

use crate::compile::Compiled;
use crate::deny::Deny;
use crate::emit::derive::{self as emit, Matched, error};
use crate::emit::prompt_file;
use crate::entry::{Entry, Expanded};
use crate::ir::Agent;
use crate::load::Loader;
use crate::macros::{compile_path, known_keys, manifest_folder, max_bytes, report, track};
use crate::prompt_files::Options;
use crate::suggest;
use crate::types::Type;

/// The body of the derive.
#[must_use]
pub fn derive(input: TokenStream) -> TokenStream {
    let expanded = syn::parse2::<DeriveInput>(input).and_then(|input| {
        let attributes = Attributes::of(&input)?;
        Ok(expand(&input, &attributes))
    });
    expanded.unwrap_or_else(syn::Error::into_compile_error)
}

/// What `#[prompt(…)]` says.
struct Attributes {
    source: Source,
    of: Option<LitStr>,
    krate: TokenStream,
    deny: Deny,
    /// How an entry is compiled.
    limits: Options,
}

/// What the struct is checked against.
enum Source {
    /// A file.
    Path(LitStr),
    /// An entry of a folder of prompt files.
    Entry(Entry),
}

impl Attributes {
    fn of(input: &DeriveInput) -> syn::Result<Self> {
        let (mut path, mut root, mut entry) = (None, None, None);
        let (mut of, mut krate, mut deny) = (None, quote!(::agentc), Deny::default());
        // The first option that only an entry has, too.
        let (mut limits, mut limited) = (Options::default(), None);
        for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("prompt")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("path") {
                    path = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("root") {
                    root = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("entry") {
                    entry = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("of") {
                    of = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("crate") {
                    let runtime: syn::Path = meta.value()?.call(syn::Path::parse_mod_style)?;
                    krate = runtime.into_token_stream();
                } else if meta.path.is_ident("deny") {
                    meta.parse_nested_meta(|code| {
                        let name = code.path.to_token_stream().to_string();
                        deny.add(&name).map_err(|error| code.error(error))
                    })?;
                } else if meta.path.is_ident("known_keys") {
                    limited.get_or_insert(meta.path.span());
                    limits.known_keys = Some(known_keys(meta.input)?);
                } else if meta.path.is_ident("max_bytes") {
                    limited.get_or_insert(meta.path.span());
                    limits.max_bytes = max_bytes(meta.input)?;
                } else {
                    let options = "`path = \"…\"` or `root = \"…\", entry = \"…\"`, `of = \"…\"`, `crate = …`, \
                                   `deny(…)`, and for an entry `known_keys(…)` and `max_bytes = …`";
                    return Err(meta.error(format!("there is no such option; the options are {options}")));
                }
                Ok(())
            })?;
        }
        let source = match (path, root, entry, &of) {
            (Some(path), None, None, _) => Source::Path(path),
            (None, Some(root), Some(entry), None) => Source::Entry(Entry { root, entry }),
            (None, None, None, _) => {
                let message = "the prompt file is missing: write `#[prompt(path = \"agents/brief.agent\")]`";
                return Err(syn::Error::new(input.ident.span(), message));
            }
            _ => {
                let message = "a prompt file is named by `path` (and `of` for a part of it), or else by `root` and \
                               `entry`";
                return Err(syn::Error::new(input.ident.span(), message));
            }
        };
        if let (Source::Path(_), Some(span)) = (&source, limited) {
            let message = "only an entry of prompt files, named by `root` and `entry`, has this option";
            return Err(syn::Error::new(span, message));
        }
        Ok(Self { source, of, krate, deny, limits })
    }
}

fn expand(input: &DeriveInput, attributes: &Attributes) -> TokenStream {
    match &attributes.source {
        Source::Path(path) => expand_agent(input, attributes, path),
        Source::Entry(entry) => expand_entry(input, attributes, entry),
    }
}

fn expand_entry(input: &DeriveInput, attributes: &Attributes, entry: &Entry) -> TokenStream {
    let Expanded { program, errors, tracked } = match entry.compile(&attributes.deny, &attributes.limits) {
        Ok(expanded) => expanded,
        Err(tokens) => return tokens,
    };
    let root = entry.root.value();
    let compiled = prompt_file::Entry { program: &program, root: &root };
    let Attributes { krate, .. } = attributes;
    let DeriveInput { ident, generics, .. } = input;
    let agent = compiled.agent();
    // With a broken file nothing sure can be said of the struct.
    let fitted = if errors.is_empty() {
        let part = Part { source: &agent.source, path: "values", line: None };
        fields(input, &part, declared(&agent))
    } else {
        Err(quote!(#(#errors)*))
    };
    let expanded = match fitted {
        Ok(fields) => emit::prompt_file(&compiled, krate, ident, generics, &fields),
        Err(errors) => {
            let broken = emit::broken_prompt_file(&compiled, krate, ident, generics);
            quote!(#errors #broken)
        }
    };
    quote!(#expanded #(#tracked)*)
}

fn expand_agent(input: &DeriveInput, attributes: &Attributes, path: &LitStr) -> TokenStream {
    let mut loader = Loader::new(manifest_folder());
    let span = path.span();
    let Compiled { agent, diagnostics } = match compile_path(&mut loader, path) {
        Ok(compiled) => attributes.deny.apply(compiled),
        Err(tokens) => return tokens,
    };
    let errors: Vec<TokenStream> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .map(|diagnostic| report(diagnostic, span))
        .collect();
    let tracked = loader.found().map(track);
    // With a broken file nothing sure can be said of the struct.
    let fitted = if errors.is_empty() { fit(input, attributes, &agent) } else { Err(quote!(#(#errors)*)) };
    let expanded = fitted.unwrap_or_else(|errors| {
        let agent = attributes.of.is_none().then_some(&agent);
        let broken = emit::broken(&attributes.krate, &input.ident, &input.generics, agent);
        quote!(#errors #broken)
    });
    quote!(#expanded #(#tracked)*)
}

/// A value that the file declares, and which a field holds.
struct Declared<'a> {
    name: &'a str,
    ty: &'a Type,
    optional: bool,
    line: usize,
}

/// The traits of a struct or enum that fits the file; the errors of one that does not.
fn fit(input: &DeriveInput, attributes: &Attributes, agent: &Agent) -> Result<TokenStream, TokenStream> {
    let Attributes { of, krate, .. } = attributes;
    let DeriveInput { ident, generics, .. } = input;
    let Some(of) = of else {
        let part = Part { source: &agent.source, path: "inputs", line: None };
        let fields = fields(input, &part, declared(agent))?;
        return Ok(emit::root(agent, krate, ident, generics, &fields));
    };
    let path = of.value();
    let (ty, line) = resolve(&path, agent).map_err(|message| error(of, &message))?;
    let part = Part { source: &agent.source, path: &path, line: Some(line) };
    match &ty {
        Type::Object(declared) => {
            let declared = declared.iter();
            let declared =
                declared.map(|field| Declared { name: &field.name, ty: &field.ty, optional: false, line });
            let fields = fields(input, &part, declared.collect())?;
            Ok(emit::object(krate, ident, generics, &ty, &fields))
        }
        Type::Enum(words) => {
            let words = variants(input, &part, words)?;
            Ok(emit::word(krate, ident, generics, &ty, &words))
        }
        other => {
            let found = other.describe();
            let message =
                format!("`{path}` is {found} ({part}): only objects and enums have a type of their own");
            Err(error(of, &message))
        }
    }
}

/// The inputs of an agent.
fn declared(agent: &Agent) -> Vec<Declared<'_>> {
    let inputs = agent.inputs.iter();
    inputs
        .map(|input| Declared {
            name: &input.field.name,
            ty: &input.field.ty,
            optional: input.optional,
            line: input.line,
        })
        .collect()
}

/// A part of a prompt file, as messages name it.
struct Part<'a> {
    source: &'a str,
    path: &'a str,
    line: Option<usize>,
}

impl std::fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.source),
            None => f.write_str(self.source),
        }
    }
}

/// The object or enum that `of` names, through arrays, and the line that declares it.
fn resolve(path: &str, agent: &Agent) -> Result<(Type, usize), String> {
    let mut parts = path.split('.');
    if parts.next() != Some("inputs") {
        return Err(format!("`of` names a part of the inputs, such as `inputs.sources`; `{path}` is none"));
    }
    let Some(name) = parts.next() else {
        return Err(
            "for all inputs, leave `of` out; it names a part of them, such as `inputs.sources`".to_owned()
        );
    };
    let Some(input) = agent.inputs.iter().find(|input| input.field.name == name) else {
        let known = agent.inputs.iter().map(|input| input.field.name.as_str());
        let meant = suggest::nearest(name, known).map(|near| format!("; did you mean `inputs.{near}`?"));
        return Err(format!("{} declares no input `{name}`{}", agent.source, meant.unwrap_or_default()));
    };
    let mut walked = format!("inputs.{name}");
    let mut ty = element(&input.field.ty).clone();
    for part in parts {
        let fields = ty.fields().unwrap_or_default();
        let Some(field) = fields.iter().find(|field| field.name == part) else {
            let known = fields.iter().map(|field| field.name.as_str());
            let meant =
                suggest::nearest(part, known).map(|near| format!("; did you mean `{walked}.{near}`?"));
            let place = format!("{}:{}", agent.source, input.line);
            return Err(format!("`{walked}` has no field `{part}` ({place}){}", meant.unwrap_or_default()));
        };
        walked = format!("{walked}.{part}");
        ty = element(&field.ty).clone();
    }
    Ok((ty, input.line))
}

fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array(element) => element,
        other => other,
    }
}

/// Matches the fields of a struct with what is declared: none may be missing, and none surplus.
fn fields<'a>(
    input: &'a DeriveInput,
    part: &Part<'_>,
    declared: Vec<Declared<'a>>,
) -> Result<Vec<Matched<'a>>, TokenStream> {
    let named = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => &fields.named,
            Fields::Unit if declared.is_empty() => return Ok(Vec::new()),
            Fields::Unit | Fields::Unnamed(_) => {
                let message =
                    format!("a struct with named fields is wanted, one for each of `{}` ({part})", part.path);
                return Err(error(&input.ident, &message));
            }
        },
        Data::Enum(data) => {
            let message = format!("`{}` ({part}) is an object: a struct is wanted, not an enum", part.path);
            return Err(error(&data.enum_token, &message));
        }
        Data::Union(data) => return Err(error(&data.union_token, "a struct or enum is wanted, not a union")),
    };
    let mut missing: BTreeMap<&str, &Declared<'_>> =
        declared.iter().map(|value| (value.name, value)).collect();
    let mut errors = TokenStream::new();
    let mut surplus = Vec::new();
    let mut matched = Vec::new();
    for field in named {
        if let Some(attribute) = field.attrs.iter().find(|attribute| attribute.path().is_ident("prompt")) {
            errors.extend(error(attribute, "a field has no options: it is named as the file names it"));
        }
        let Some(ident) = &field.ident else { continue };
        let written = ident.to_string();
        let name = written.strip_prefix("r#").unwrap_or(&written);
        let found =
            declared.iter().find(|value| name == value.name || is_kept_apart(name, value.name, &declared));
        match found {
            Some(value) => {
                missing.remove(value.name);
                matched.push(Matched {
                    ident,
                    rust: &field.ty,
                    name: value.name,
                    ty: value.ty,
                    optional: value.optional,
                    line: value.line,
                });
            }
            None => surplus.push((ident, name.to_owned())),
        }
    }
    for (ident, name) in surplus {
        let meant = suggest::nearest(&name, missing.keys().copied()).map(str::to_owned);
        let value = meant.as_deref().and_then(|name| missing.remove(name));
        let help = match value {
            Some(value) => format!("did you mean `{}`, of type `{}`?", value.name, value.ty),
            None => format!("it declares {}", list(declared.iter().map(|value| value.name))),
        };
        let place = match value {
            Some(value) => format!("{}:{}", part.source, value.line),
            None => part.to_string(),
        };
        errors.extend(error(ident, &format!("`{}` has no `{name}` ({place}): {help}", part.path)));
    }
    for value in declared.iter().filter(|value| missing.contains_key(value.name)) {
        let mark = if value.optional { "an optional " } else { "" };
        let message = format!(
            "the field `{}` is missing: {}:{} declares it as {mark}`{}`, for which {} is accepted",
            value.name,
            part.source,
            value.line,
            value.ty,
            accepted(value.ty),
        );
        errors.extend(error(&input.ident, &message));
    }
    if errors.is_empty() { Ok(matched) } else { Err(errors) }
}

/// Whether a field is how Rust has to spell a declared name that cannot even be raw: `self_` for `self`.
fn is_kept_apart(field: &str, name: &str, declared: &[Declared<'_>]) -> bool {
    let siblings = declared.iter().map(|value| value.name);
    matches!(name, "_" | "self" | "Self" | "super" | "crate")
        && crate::emit::field_name(name, siblings) == field
}

fn accepted(ty: &Type) -> &'static str {
    match ty {
        Type::String | Type::Unknown => "anything that derefs to `str`",
        Type::Number => "every integer and float type",
        Type::Boolean => "`bool`",
        Type::Enum(_) => "an enum with `#[derive(agentc::Prompt)]` and `of`",
        Type::Object(_) => "a struct with `#[derive(agentc::Prompt)]` and `of`",
        Type::Array(_) => "a `Vec`, slice or array",
    }
}

/// Matches the variants of an enum with the declared words.
fn variants<'a>(
    input: &'a DeriveInput,
    part: &Part<'_>,
    words: &'a [String],
) -> Result<Vec<(&'a syn::Ident, &'a str)>, TokenStream> {
    let Data::Enum(data) = &input.data else {
        let message = format!(
            "`{}` ({part}) is one of {}: an enum is wanted",
            part.path,
            list(words.iter().map(String::as_str))
        );
        return Err(error(&input.ident, &message));
    };
    let mut errors = TokenStream::new();
    let mut matched: Vec<(&syn::Ident, &str)> = Vec::new();
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            errors.extend(error(variant, "a variant without fields is wanted: it stands for a word"));
            continue;
        }
        match word_of(variant, words) {
            Ok(Some(word)) => match matched.iter().find(|(_, taken)| *taken == word) {
                Some((other, _)) => {
                    errors.extend(error(&variant.ident, &format!("`{other}` stands for `{word}` already")));
                }
                None => matched.push((&variant.ident, word)),
            },
            Ok(None) => {
                let known = list(words.iter().map(String::as_str));
                let message = format!(
                    "`{}` ({part}) has no word for `{}`: it is one of {known}; a variant of another name takes \
                     `#[prompt(rename = \"…\")]`",
                    part.path, variant.ident
                );
                errors.extend(error(&variant.ident, &message));
            }
            Err(problem) => errors.extend(problem.into_compile_error()),
        }
    }
    if errors.is_empty() {
        let missing =
            words.iter().map(String::as_str).filter(|word| !matched.iter().any(|(_, taken)| taken == word));
        let missing: Vec<&str> = missing.collect();
        if !missing.is_empty() {
            let message = format!("no variant stands for {} ({part})", list(missing.into_iter()));
            errors.extend(error(&input.ident, &message));
        }
    }
    if errors.is_empty() { Ok(matched) } else { Err(errors) }
}

/// The word a variant stands for: by `rename`, else as written, else in kebab case, else in snake case.
fn word_of<'a>(variant: &Variant, words: &'a [String]) -> syn::Result<Option<&'a str>> {
    let mut rename: Option<LitStr> = None;
    for attribute in variant.attrs.iter().filter(|attribute| attribute.path().is_ident("prompt")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("rename") {
                return Err(meta.error("a variant has the option `rename = \"…\"` alone"));
            }
            rename = Some(meta.value()?.parse()?);
            Ok(())
        })?;
    }
    let find = |name: &str| words.iter().map(String::as_str).find(|word| *word == name);
    if let Some(rename) = rename {
        let word = find(&rename.value());
        return match word {
            Some(word) => Ok(Some(word)),
            None => {
                let known = list(words.iter().map(String::as_str));
                Err(syn::Error::new(rename.span(), format!("there is no such word: it is one of {known}")))
            }
        };
    }
    let written = variant.ident.to_string();
    let name = written.strip_prefix("r#").unwrap_or(&written);
    Ok(find(name).or_else(|| find(&separated(name, '-'))).or_else(|| find(&separated(name, '_'))))
}

/// `NotYet` as `not-yet` or `not_yet`.
fn separated(name: &str, separator: char) -> String {
    let mut out = String::new();
    for (index, c) in name.char_indices() {
        if c.is_uppercase() && index > 0 {
            out.push(separator);
        }
        out.extend(c.to_lowercase());
    }
    out
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "nothing".to_owned(),
        names => names.join(", "),
    }
}
