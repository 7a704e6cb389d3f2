//! In: the inputs, outputs and typed tools of an agent. Out: a struct or enum for each object and enum
//! type in them, named as section 3 of the Rust surface says.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::declare::{Enum, Serde, Struct, StructField, StructKind};
use super::module::Item;
use super::names::{Taken, field, pascal};
use super::tools::TypedTool;
use super::{decode, json};
use crate::ir::{Agent, Parameter};
use crate::types::{Field, Type};

/// The declared types of one module.
pub(super) struct Types {
    krate: TokenStream,
    serde: Option<Serde>,
    pub(super) structs: Vec<Struct>,
    pub(super) enums: Vec<Enum>,
    pub(super) tools: Vec<TypedTool>,
    /// The names of objects and enums by the path of the value that has the type.
    names: BTreeMap<String, Ident>,
    /// Where declarations stand, for their documentation.
    source: String,
}

impl Types {
    pub(super) fn of(agent: &Agent, krate: &TokenStream, serde: Option<String>) -> Self {
        let types = Self {
            krate: krate.clone(),
            serde: serde.map(|path| Serde { path, krate: krate.clone() }),
            structs: Vec::new(),
            enums: Vec::new(),
            tools: Vec::new(),
            names: BTreeMap::new(),
            source: agent.source.clone(),
        };
        let mut builder = Builder { types, taken: Taken::default() };
        builder.taken.reserve("Inputs");
        builder.taken.reserve("Outputs");
        if agent.tools.iter().any(|tool| tool.typed.is_some()) {
            builder.taken.reserve("Tools");
            builder.taken.reserve("BlockingTools");
        }
        let tools: Vec<_> = agent
            .tools
            .iter()
            .filter_map(|tool| Some((tool, tool.typed.as_ref()?)))
            .map(|(tool, typed)| (tool, typed, builder.taken.take(&(pascal(&tool.name) + "Args"))))
            .collect();

        builder.root(
            format_ident!("Inputs"),
            "inputs",
            "",
            StructKind::Given,
            &agent.inputs,
            &inputs_doc(agent),
        );
        if let Some(outputs) = &agent.outputs {
            let doc = format!("The result of `{}`: one field per row of `outputs`.", agent.name);
            builder.root(format_ident!("Outputs"), "outputs", "Output", StructKind::Output, outputs, &doc);
        }
        for (tool, typed, name) in tools {
            let arguments: Vec<Parameter> = typed
                .input
                .iter()
                .map(|field| Parameter { field: field.clone(), optional: false, line: tool.line })
                .collect();
            let prefix = name.to_string();
            let doc = format!("The arguments of the tool `{}`.", tool.name);
            let (path, arguments_name) = (format!("tools.{}", tool.name), name.clone());
            builder.root(name, &path, &prefix, StructKind::Given, &arguments, &doc);
            let (name, description) = (tool.name.clone(), typed.description.clone());
            builder.types.tools.push(TypedTool { name, description, arguments: arguments_name });
        }
        builder.types
    }

    /// The structs and enums themselves.
    pub(super) fn declarations(&self) -> Vec<Item> {
        let structs = self.structs.iter().map(|declared| declared.declaration(self.serde.as_ref()));
        let enums = self.enums.iter().flat_map(|declared| {
            [
                declared.declaration(self.serde.as_ref()),
                declared.methods(),
                declared.display(),
                declared.parser(&self.krate),
            ]
        });
        structs.chain(enums).map(Item::plain).collect()
    }

    /// How each of them is read from a value.
    pub(super) fn decoders(&self) -> Vec<TokenStream> {
        let structs = self.structs.iter().map(|declared| decode::structure(declared, &self.krate));
        let enums = self.enums.iter().map(|declared| decode::enumeration(declared, &self.krate));
        structs.chain(enums).collect()
    }

    /// `from_json` and `to_json` for the types that are sent as JSON.
    pub(super) fn json(&self) -> Vec<TokenStream> {
        let roots = self.structs.iter().filter(|declared| declared.kind != StructKind::Nested);
        roots
            .flat_map(|declared| {
                [decode::from_json(declared, &self.krate), json::writer(declared, &self.krate)]
            })
            .collect()
    }

    /// `from_toon` for the types that are sent as TOON.
    pub(super) fn toon(&self) -> Vec<TokenStream> {
        let roots = self.structs.iter().filter(|declared| declared.kind != StructKind::Nested);
        roots.map(|declared| decode::from_toon(declared, &self.krate)).collect()
    }

    fn rust_type(&self, ty: &Type, path: &str) -> TokenStream {
        match ty {
            Type::String | Type::Unknown => quote!(::std::string::String),
            Type::Number => quote!(f64),
            Type::Boolean => quote!(bool),
            Type::Array(element) => {
                let element = self.rust_type(element, &format!("{path}[]"));
                quote!(::std::vec::Vec<#element>)
            }
            Type::Enum(_) | Type::Object(_) => match self.names.get(path) {
                Some(name) => quote!(#name),
                None => quote!(()),
            },
        }
    }
}

fn inputs_doc(agent: &Agent) -> String {
    if agent.inputs.is_empty() {
        return format!("What the prompt of `{}` is filled in with: nothing.", agent.name);
    }
    format!("What the prompt of `{}` is filled in with: one field per row of `inputs`.", agent.name)
}

struct Builder {
    types: Types,
    taken: Taken,
}

impl Builder {
    /// A struct and, behind it, those of the objects and enums in it.
    fn root(
        &mut self,
        name: Ident,
        path: &str,
        prefix: &str,
        kind: StructKind,
        rows: &[Parameter],
        doc: &str,
    ) {
        for row in rows {
            let field = &row.field;
            self.name(
                &format!("{path}.{}", field.name),
                &(prefix.to_owned() + &pascal(&field.name)),
                &field.ty,
            );
        }
        let siblings = rows.iter().map(|row| row.field.name.as_str());
        let fields = rows.iter().map(|row| {
            let path = format!("{path}.{}", row.field.name);
            let mark = if row.optional { ", may be left out" } else { "" };
            let doc = format!("`{}`{mark} ({}:{}).", row.field.ty, self.types.source, row.line);
            self.field(&row.field, &path, row.optional, siblings.clone(), doc)
        });
        let fields = fields.collect();
        self.types.structs.push(Struct {
            name,
            fields,
            kind,
            strict: kind != StructKind::Output,
            doc: doc.to_owned(),
        });
        for row in rows {
            self.nested(&row.field.ty, &format!("{path}.{}", row.field.name), row.line);
        }
    }

    /// Gives names to a type and those inside it, in source order.
    fn name(&mut self, path: &str, pascal_path: &str, ty: &Type) {
        match ty {
            Type::Array(element) => self.name(&format!("{path}[]"), &format!("{pascal_path}Item"), element),
            Type::Enum(_) => {
                let name = self.taken.take(pascal_path);
                self.types.names.insert(path.to_owned(), name);
            }
            Type::Object(fields) => {
                let name = self.taken.take(pascal_path);
                self.types.names.insert(path.to_owned(), name);
                for field in &**fields {
                    let pascal_path = pascal_path.to_owned() + &pascal(&field.name);
                    self.name(&format!("{path}.{}", field.name), &pascal_path, &field.ty);
                }
            }
            Type::String | Type::Number | Type::Boolean | Type::Unknown => {}
        }
    }

    fn nested(&mut self, ty: &Type, path: &str, line: usize) {
        let source = &self.types.source;
        let doc = match path.strip_suffix("[]") {
            Some(list) => format!("One element of `{list}` ({source}:{line})."),
            None => format!("`{path}` ({source}:{line})."),
        };
        match (ty, self.types.names.get(path).cloned()) {
            (Type::Array(element), _) => self.nested(element, &format!("{path}[]"), line),
            (Type::Enum(values), Some(name)) => {
                let mut taken = Taken::default();
                // The list of all variants has this name.
                taken.reserve("ALL");
                let variants =
                    values.iter().map(|value| (taken.take(&pascal(value)), value.clone())).collect();
                self.types.enums.push(Enum { name, variants, doc });
            }
            (Type::Object(declared), Some(name)) => {
                let siblings = declared.iter().map(|field| field.name.as_str());
                let fields = declared.iter().map(|field| {
                    let path = format!("{path}.{}", field.name);
                    self.field(field, &path, false, siblings.clone(), format!("`{}`.", field.ty))
                });
                let fields = fields.collect();
                self.types.structs.push(Struct {
                    name,
                    fields,
                    kind: StructKind::Nested,
                    strict: !path.starts_with("outputs"),
                    doc,
                });
                for field in &**declared {
                    self.nested(&field.ty, &format!("{path}.{}", field.name), line);
                }
            }
            _ => {}
        }
    }

    fn field<'a>(
        &self,
        declared: &Field,
        path: &str,
        optional: bool,
        siblings: impl Iterator<Item = &'a str> + Clone,
        doc: String,
    ) -> StructField {
        let mut rust = self.types.rust_type(&declared.ty, path);
        if optional {
            rust = quote!(::core::option::Option<#rust>);
        }
        StructField {
            ident: field(&declared.name, siblings),
            name: declared.name.clone(),
            ty: declared.ty.clone(),
            rust,
            optional,
            doc,
        }
    }
}
