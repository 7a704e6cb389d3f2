//! In: a compiled entry of prompt files. Out: its module, or the trait of a user's own struct for it. The operations go
//! the way of any template: `plan`, `size`, `write`.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::module::{Item, Module, Options, doc_lines};
use super::names;
use super::plan::{Context, Plan, Step, plan};
use super::{size, write};
use crate::folder::file_name;
use crate::ir::{Agent, Parameter, Settings};
use crate::prompt_files::{Binding, Program};
use crate::types::{Field, Type};

/// An entry and the folder its set is read from, as messages call it.
pub(crate) struct Entry<'a> {
    pub(crate) program: &'a Program,
    pub(crate) root: &'a str,
}

impl Entry<'_> {
    /// The entry as an agent whose inputs are the used names, which is how the other emitters know it.
    pub(crate) fn agent(&self) -> Agent {
        let Program { entry, title, bindings, .. } = self.program;
        let inputs = bindings.iter().map(|binding| Parameter {
            field: Field { name: binding.name.clone(), ty: Type::String },
            optional: false,
            line: binding.line as usize,
        });
        Agent {
            name: entry.rsplit('/').next().unwrap_or(entry).to_owned(),
            model: String::new(),
            description: Some(title.clone().unwrap_or_else(|| format!("The prompt `{entry}`."))),
            inputs: inputs.collect(),
            outputs: None,
            tools: Vec::new(),
            uses: Vec::new(),
            settings: Settings::default(),
            prompt: self.program.template(),
            system: None,
            source: file_name(self.root, entry),
        }
    }
}

/// The module of an entry. With `embedded` it has the reached files, too.
pub(crate) fn module(entry: &Entry<'_>, options: &Options, embedded: bool) -> Module {
    let krate = options.krate();
    let agent = entry.agent();
    let context = Context { agent: &agent, krate, derived: None };
    let mut items = vec![values(entry, &agent)];
    let lifetime = lifetime(entry);
    let functions = functions(entry, &context);
    items.push(quote! {
        impl #krate::prompt_files::PromptFile for Values #lifetime { #functions }
    });
    items.push(from_values(entry, &agent, krate));
    if embedded {
        items.push(files(entry));
    }
    let command = format!("agentc expand {} --root {}", entry.program.entry, entry.root);
    Module::new(&agent, options, items.into_iter().map(Item::plain).collect()).with_command(command)
}

/// The struct has a lifetime if it has fields.
fn lifetime(entry: &Entry<'_>) -> Option<TokenStream> {
    (!entry.program.bindings.is_empty()).then(|| quote!(<'_>))
}

// #[derive(…)]
// pub struct Values<'a> {
//     /// `{{clinic}}` is `tenant.clinicName` (prompts/front-desk.md:2).
//     pub clinic: Cow<'a, str>,
// }
fn values(entry: &Entry<'_>, agent: &Agent) -> TokenStream {
    let siblings = agent.inputs.iter().map(|input| input.field.name.as_str());
    let fields = entry.program.bindings.iter().map(|binding| {
        let name = names::field(&binding.name, siblings.clone());
        let docs = field_docs(entry, binding);
        quote! {
            #(#[doc = #docs])*
            pub #name: ::std::borrow::Cow<'a, str>,
        }
    });
    let lifetime = lifetime(entry).map(|_| quote!(<'a>));
    let doc =
        format!(" The values of the prompt `{}`: one field for each name it uses.", entry.program.entry);
    quote! {
        #[doc = #doc]
        #[derive(
            ::core::clone::Clone,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
        )]
        pub struct Values #lifetime { #(#fields)* }
    }
}

fn field_docs(entry: &Entry<'_>, binding: &Binding) -> Vec<String> {
    let Binding { name, key, arguments, default, file, line } = binding;
    let arguments: Vec<String> = arguments.iter().map(|(name, text)| format!("{name}: {text}")).collect();
    let with = if arguments.is_empty() { String::new() } else { format!(" with `{}`", arguments.join(", ")) };
    let or = default.as_ref().map(|default| format!(", or else `{default}`")).unwrap_or_default();
    doc_lines(&format!("`{{{{{name}}}}}` is `{key}`{with}{or} ({}:{line}).", file_name(entry.root, file)))
}

// const SPEC: &'static ::agentc::prompt_files::FileSpec = …;
// fn render_into(&self, out: &mut String) { … }
pub(super) fn functions(entry: &Entry<'_>, context: &Context<'_>) -> TokenStream {
    let krate = context.krate;
    let spec = spec(entry, krate);
    let Plan { steps, .. } = plan(&context.agent.prompt, context);
    let (out, body) = match steps.as_slice() {
        [] => (quote!(_out), TokenStream::new()),
        [Step::Text(text)] => (quote!(out), quote!(out.push_str(#text);)),
        steps => {
            let (statements, size) = (write::statements(steps, krate), size::body(steps, krate));
            (
                quote!(out),
                quote! {
                    let mut out = #krate::__private::Buf::append(out, { #size });
                    #statements
                },
            )
        }
    };
    quote! {
        const SPEC: &'static #krate::prompt_files::FileSpec = #spec;
        fn render_into(&self, #out: &mut ::std::string::String) { #body }
    }
}

// &FileSpec::new("front-desk", "…", &[Binding::new("clinic", "tenant.clinicName", "front-desk", 2)], &["front-desk"])
pub(super) fn spec(entry: &Entry<'_>, krate: &TokenStream) -> TokenStream {
    let Program { entry, text, bindings, reached, .. } = entry.program;
    let bindings = bindings.iter().map(|binding| {
        let Binding { name, key, arguments, default, file, line } = binding;
        let line = Literal::u32_unsuffixed(*line);
        let arguments = (!arguments.is_empty()).then(|| {
            let pairs = arguments.iter().map(|(name, text)| quote!((#name, #text)));
            quote!(.with_arguments(&[#(#pairs),*]))
        });
        let default = default.as_ref().map(|default| quote!(.with_default(#default)));
        quote!(#krate::prompt_files::Binding::new(#name, #key, #file, #line) #arguments #default)
    });
    let text = text.as_str();
    quote!(&#krate::prompt_files::FileSpec::new(#entry, #text, &[#(#bindings),*], &[#(#reached),*]))
}

// impl<'a> Resolve<'a> for Values<'a> {
//     fn from_values(values: Vec<Cow<'a, str>>) -> Self {
//         let mut values = values.into_iter();
//         Self { clinic: ::agentc::__private::next_value(&mut values) }
//     }
// }
fn from_values(entry: &Entry<'_>, agent: &Agent, krate: &TokenStream) -> TokenStream {
    let siblings = agent.inputs.iter().map(|input| input.field.name.as_str());
    let fields = agent.inputs.iter().map(|input| {
        let name = names::field(&input.field.name, siblings.clone());
        quote!(#name: #krate::__private::next_value(&mut values))
    });
    let (values, body) = match lifetime(entry) {
        None => (quote!(_values), quote!(Self {})),
        Some(_) => (
            quote!(values),
            quote! {
                let mut values = ::std::iter::IntoIterator::into_iter(values);
                Self { #(#fields),* }
            },
        ),
    };
    let lifetime = lifetime(entry).map(|_| quote!(<'a>));
    quote! {
        impl<'a> #krate::prompt_files::Resolve<'a> for Values #lifetime {
            fn from_values(#values: ::std::vec::Vec<::std::borrow::Cow<'a, str>>) -> Self { #body }
        }
    }
}

// pub const FILES: &[(&str, &str)] = &[("front-desk", include_str!("…/prompts/front-desk.md"))];
fn files(entry: &Entry<'_>) -> TokenStream {
    let files = entry.program.reached.iter().map(|path| {
        let text = embedded(&file_name(entry.root, path));
        quote!((#path, #text))
    });
    quote! {
        /// The files the prompt was compiled from, for `agentc::prompt_files::PromptSet`: paths and texts.
        pub const FILES: &[(&str, &str)] = &[#(#files),*];
    }
}

/// The text of a file that the manifest's folder has.
pub(crate) fn embedded(file: &str) -> TokenStream {
    if std::path::Path::new(file).is_absolute() {
        return quote!(::core::include_str!(#file));
    }
    let file = format!("/{file}");
    quote!(::core::include_str!(::core::concat!(::core::env!("CARGO_MANIFEST_DIR"), #file)))
}
