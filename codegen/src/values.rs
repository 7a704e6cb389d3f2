//! In: JSON values and the declared inputs. Out: the values in declared order, or a diagnostic for each
//! that does not fit (agent format, section 12).

use agentc_text::Value;
use agentc_text::decode::{Decoder, Problem, ProblemKind};

use crate::diagnostic::{Code, Diagnostic, Place, did_you_mean};
use crate::ir::Parameter;
use crate::suggest;
use crate::types::{Field, Type};

/// Input values that fit the inputs of an agent.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The values that are given, objects with their fields in declared order.
    pub(crate) entries: Vec<(String, Value)>,
}

impl Inputs {
    /// Checks values against the declared inputs of an agent.
    ///
    /// # Errors
    /// Everything that does not fit, each with its path.
    pub fn new(values: Value, declared: &[Parameter]) -> Result<Self, Vec<Diagnostic>> {
        let mut decoder = Decoder::new();
        let inputs = inputs(&mut decoder, values, declared);
        decoder.finish(inputs).map_err(|problems| diagnostics(&problems))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.entries.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

fn inputs<'n>(decoder: &mut Decoder<'n>, values: Value, declared: &'n [Parameter]) -> Option<Inputs> {
    let names: Vec<&str> = declared.iter().map(|input| input.field.name.as_str()).collect();
    let mut given = decoder.object(values, &names)?;
    let mut entries = Some(Vec::new());
    for Parameter { field, optional, .. } in declared {
        let read = |decoder: &mut Decoder<'n>, value| read(decoder, value, &field.ty);
        let value = if *optional {
            decoder.optional(&mut given, &field.name, read)
        } else {
            decoder.field(&mut given, &field.name, read).map(Some)
        };
        match (&mut entries, value) {
            (Some(entries), Some(value)) => entries.extend(value.map(|value| (field.name.clone(), value))),
            _ => entries = None,
        }
    }
    entries.map(|entries| Inputs { entries })
}

fn read<'n>(decoder: &mut Decoder<'n>, value: Value, ty: &'n Type) -> Option<Value> {
    match ty {
        Type::String => decoder.string(value).map(Value::String),
        // Every number is a double, however it is written.
        Type::Number => {
            decoder.number(&value).map(|number| Value::Number(agentc_text::Number::Double(number)))
        }
        Type::Boolean => decoder.boolean(&value).map(Value::Bool),
        Type::Enum(allowed) => decoder.one_of(&value, allowed).map(|_| value),
        Type::Array(element) => {
            decoder.list(value, |decoder, item| read(decoder, item, element)).map(Value::Array)
        }
        Type::Object(fields) => object(decoder, value, fields),
        Type::Unknown => Some(value),
    }
}

fn object<'n>(decoder: &mut Decoder<'n>, value: Value, fields: &'n [Field]) -> Option<Value> {
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    let mut given = decoder.object(value, &names)?;
    let mut field = |field: &'n Field| {
        let value =
            decoder.field(&mut given, &field.name, |decoder, value| read(decoder, value, &field.ty))?;
        Some((field.name.clone(), value))
    };
    // All fields are looked at, also behind one that is wrong.
    let entries: Vec<Option<(String, Value)>> = fields.iter().map(&mut field).collect();
    entries.into_iter().collect::<Option<_>>().map(Value::Object)
}

/// A diagnostic for each problem; that a value is missing is not said if its name was misspelt.
fn diagnostics(problems: &[Problem]) -> Vec<Diagnostic> {
    let meant: std::collections::BTreeSet<String> = problems
        .iter()
        .filter_map(|problem| {
            let name = meant_name(problem)?;
            Some(match problem.path.rsplit_once('.') {
                Some((parent, _)) => format!("{parent}.{name}"),
                None => name.to_owned(),
            })
        })
        .collect();
    let is_explained =
        |problem: &&Problem| problem.kind == ProblemKind::Missing && meant.contains(&problem.path);
    problems.iter().filter(|problem| !is_explained(problem)).map(diagnostic).collect()
}

/// The declared name or allowed word that was probably meant.
fn meant_name(problem: &Problem) -> Option<&str> {
    match &problem.kind {
        ProblemKind::Surplus { declared } => {
            let key = problem.path.rsplit('.').next().unwrap_or_default();
            suggest::nearest(key, declared.iter().map(String::as_str))
        }
        ProblemKind::NotInEnum { found, allowed } => {
            let word = found.strip_prefix('`').and_then(|found| found.strip_suffix('`'))?;
            suggest::nearest(word, allowed.iter().map(String::as_str))
        }
        _ => None,
    }
}

fn diagnostic(problem: &Problem) -> Diagnostic {
    let code = match &problem.kind {
        ProblemKind::Missing => Code::A321,
        ProblemKind::NotInEnum { .. } => Code::A323,
        ProblemKind::Surplus { .. } => Code::A324,
        ProblemKind::Repeated => Code::A325,
        _ => Code::A322,
    };
    let diagnostic = Diagnostic::new(code, Place::Value(problem.path.clone()), problem.to_string());
    match &problem.kind {
        ProblemKind::Missing => {
            diagnostic.with_help("give it a value; only an input whose name has a `?` may be left out")
        }
        ProblemKind::Repeated => diagnostic.with_help("give each name once"),
        ProblemKind::WrongType { found: "null", .. } => {
            diagnostic.with_help("`null` fits no type; an optional input is left out")
        }
        _ => did_you_mean(diagnostic, meant_name(problem), None),
    }
}
