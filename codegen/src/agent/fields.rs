//! `inputs` and `outputs`: tables of names and types (agent format, section 4).

use std::collections::BTreeSet;

use agentc_text::toon::{Array, Entry, Form, Kind};

use super::names::Names;
use super::row::{Columns, Row};
use crate::diagnostic::{Code, Sink, quoted};
use crate::ir::Parameter;
use crate::types::{self, Field, Type};

/// The declared inputs or outputs.
#[derive(Default)]
pub(crate) struct Parameters {
    pub(crate) list: Vec<Parameter>,
    /// The names whose type is only a guess at what was meant.
    pub(crate) guessed: BTreeSet<String>,
    /// Whether no row was dropped: only then is a name that is not here surely not declared.
    pub(crate) complete: bool,
}

impl Parameters {
    /// What is surely declared: a guess at a type is no reason to find fault with a template.
    pub(crate) fn known(&self) -> Vec<Parameter> {
        let mut known = self.list.clone();
        for parameter in known.iter_mut().filter(|parameter| self.guessed.contains(&parameter.field.name)) {
            parameter.field.ty = Type::Unknown;
        }
        known
    }
}

/// Reads the table; `what` is "input" or "output".
pub(super) fn check(entry: &Entry, what: &'static str, sink: &mut Sink) -> Parameters {
    let mut parameters = Parameters::default();
    let Some(array) = table(entry, sink) else {
        return parameters;
    };
    let header = sink.file().line_content(entry.line);
    let Some(columns) = Columns::of(array, &["name", "type"], &[], header, sink) else {
        return parameters;
    };
    parameters.complete = array.complete;
    let mut names = Names::default();
    for item in &array.items {
        let row = Row::new(item, &columns, sink);
        match row.and_then(|row| parameter(&row, what, &mut names, sink)) {
            // A name that is given twice is known all the same.
            Some(Declared { parameter, is_new, is_guess }) => {
                parameters.guessed.extend(is_guess.then(|| parameter.field.name.clone()));
                parameters.list.extend(is_new.then_some(parameter));
            }
            None => parameters.complete = false,
        }
    }
    parameters
}

/// What a row declares.
struct Declared {
    parameter: Parameter,
    /// Whether it is the first of its name.
    is_new: bool,
    /// Whether its type is only a guess at what was meant.
    is_guess: bool,
}

/// What a row declares; none if it has no name that could be used.
fn parameter(row: &Row<'_>, what: &str, names: &mut Names, sink: &mut Sink) -> Option<Declared> {
    let name = row.text("name", sink);
    let written = row.text("type", sink);
    let name = name?;
    let (name, optional) = name.strip_suffix('?').map_or((name, false), |name| (name, true));
    let admitted = names.admit(what, name, row.span, sink);
    // The type is read even if the name is wrong: it may have a mistake of its own.
    let (ty, is_guess) = match written.map(|written| ty(written, row, sink)) {
        Some(Ok(ty)) => (ty, false),
        Some(Err(meant)) => (meant.unwrap_or(Type::Unknown), true),
        None => (Type::Unknown, true),
    };
    let field = Field { name: name.to_owned(), ty };
    let is_usable = types::is_identifier(&field.name);
    let parameter = Parameter { field, optional, line: row.line };
    is_usable.then_some(Declared { parameter, is_new: admitted, is_guess })
}

/// The type of a row; where it is wrong, the one that was probably meant.
fn ty(written: &str, row: &Row<'_>, sink: &mut Sink) -> Result<Type, Option<Type>> {
    let error = match types::parse(written) {
        Ok(ty) => return Ok(ty),
        Err(error) => error,
    };
    let message = match written {
        "" => "the type is empty".to_owned(),
        _ if error.reason.contains(&format!("`{written}`")) => error.reason,
        _ => format!("{} is not a type: {}", quoted(written), error.reason),
    };
    let help = match written.strip_suffix('?') {
        Some(ty) => Some(format!("an optional input has its `?` behind the name: `name?,{ty}`")),
        None => match written.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Some(element) if !element.is_empty() => Some(format!("an array is written `{element}[]`")),
            _ => error.help,
        },
    };
    let mut diagnostic = sink.at(Code::A307, row.span, message);
    diagnostic.help = help;
    sink.push(diagnostic);
    Err(error.meant)
}

/// The table of an entry; says so where it is none.
fn table<'a>(entry: &'a Entry, sink: &mut Sink) -> Option<&'a Array> {
    if matches!(entry.value.kind, Kind::Invalid) {
        return None;
    }
    if let Kind::Array(array) = &entry.value.kind {
        let objects = |kind: &Kind| matches!(kind, Kind::Object(_) | Kind::Invalid);
        let is_table = matches!(array.form, Form::Empty | Form::Table);
        if is_table || (array.form == Form::List && array.items.iter().all(|item| objects(&item.kind))) {
            return Some(array);
        }
    }
    let span = sink.file().line_content(entry.line);
    let diagnostic = sink.at(Code::A305, span, format!("`{}` is not a table of names and types", entry.key));
    sink.push(diagnostic.with_help(format!(
        "write `{}[1]{{name,type}}:` and below it, indented by two spaces, one row for each, such as `topic,string`",
        entry.key
    )));
    None
}
