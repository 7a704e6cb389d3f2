//! Values into types: what fits is taken, and everything that does not is listed with its path
//! (agent format, section 12).
//!
//! In: a [`Value`] and, from the caller, what is expected of it. Out: a typed value, or problems.
//! There is no conversion: `"1"` is not a number, and `null` fits nothing.

use std::fmt;

use crate::place::Place;
use crate::value::Value;

mod locate;

pub use locate::{locate_json, locate_toon};

/// One thing that is wrong with a value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Problem {
    /// The path of the value, such as `rows.1.id`; empty for the value as a whole.
    pub path: String,
    /// What is wrong with it.
    pub kind: ProblemKind,
    /// Where the value starts in the text it was read from; what is missing, where the object starts
    /// that should have it; what is not declared or given twice, where its key does. None before the
    /// text was looked at, and for values that come from no text.
    pub place: Option<Place>,
    route: locate::Route,
    is_key: bool,
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemKind {
    /// It is required and not there.
    Missing,
    /// It is of another type.
    WrongType {
        /// What was expected, such as "a string".
        expected: &'static str,
        /// What was found, such as "a number".
        found: &'static str,
    },
    /// It is a string that the enum does not list.
    NotInEnum {
        /// What was found: the string in backticks, or its type, such as "a number".
        found: String,
        /// The strings the enum lists.
        allowed: Vec<String>,
    },
    /// Nothing of that name is declared.
    Surplus {
        /// What is declared there.
        declared: Vec<String>,
    },
    /// Its key occurs twice in one object.
    Repeated,
}

/// The message alone, without the place.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str("the whole value")?;
        } else {
            write!(f, "`{}`", self.path)?;
        }
        match &self.kind {
            ProblemKind::Missing => f.write_str(" is missing"),
            ProblemKind::WrongType { expected, found } => {
                write!(f, " must be {expected}, and is {found}")
            }
            ProblemKind::NotInEnum { found, allowed } => {
                write!(f, " must be one of {}, and is {found}", list(allowed))
            }
            ProblemKind::Surplus { declared } if declared.is_empty() => {
                f.write_str(" is not declared: nothing is expected here")
            }
            ProblemKind::Surplus { declared } => {
                write!(f, " is not declared: there is {}", list(declared))
            }
            ProblemKind::Repeated => f.write_str(" is given twice"),
        }
    }
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Takes values apart and collects what does not fit.
#[derive(Debug, Default)]
pub struct Decoder<'n> {
    path: Vec<(Segment<'n>, usize)>,
    problems: Vec<Problem>,
    ignore_surplus: bool,
}

#[derive(Clone, Copy, Debug)]
enum Segment<'n> {
    Field(&'n str),
    Index(usize),
}

/// The entries of an object that were not taken yet.
#[derive(Debug)]
pub struct Entries(Vec<Option<(String, Value)>>);

impl<'n> Decoder<'n> {
    /// A decoder to which a key that is not declared is a problem.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A decoder that passes over keys that are not declared, as for the output of a model.
    #[must_use]
    pub fn ignoring_surplus() -> Self {
        Self { ignore_surplus: true, ..Self::default() }
    }

    /// The value, or all the problems if there is one.
    ///
    /// # Errors
    /// The problems, in the order of the declaration.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Vec<Problem>> {
        match value {
            Some(value) if self.problems.is_empty() => Ok(value),
            _ => Err(self.problems),
        }
    }

    /// A string.
    pub fn string(&mut self, value: Value) -> Option<String> {
        match value {
            Value::String(text) => Some(text),
            other => self.wrong_type("a string", &other),
        }
    }

    /// A number, as a double.
    pub fn number(&mut self, value: &Value) -> Option<f64> {
        match value {
            Value::Number(number) => Some(number.as_f64()),
            other => self.wrong_type("a number", other),
        }
    }

    /// A boolean.
    pub fn boolean(&mut self, value: &Value) -> Option<bool> {
        match value {
            Value::Bool(value) => Some(*value),
            other => self.wrong_type("a boolean", other),
        }
    }

    /// One of some strings, by its place among them.
    pub fn one_of(&mut self, value: &Value, allowed: &[impl AsRef<str>]) -> Option<usize> {
        let place = match value {
            Value::String(text) => allowed.iter().position(|allowed| allowed.as_ref() == text),
            _ => None,
        };
        if place.is_none() {
            let found = match value {
                Value::String(text) => format!("`{text}`"),
                other => describe(other).to_owned(),
            };
            let allowed = allowed.iter().map(|allowed| allowed.as_ref().to_owned()).collect();
            self.report(ProblemKind::NotInEnum { found, allowed });
        }
        place
    }

    /// A list, each element read by `element`; all of them are looked at, whatever comes of one.
    pub fn list<T>(
        &mut self,
        value: Value,
        mut element: impl FnMut(&mut Self, Value) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Value::Array(items) = value else {
            return self.wrong_type("an array", &value);
        };
        let mut list = Some(Vec::with_capacity(items.len()));
        for (index, item) in items.into_iter().enumerate() {
            self.path.push((Segment::Index(index), index));
            let element = element(self, item);
            self.path.pop();
            match (&mut list, element) {
                (Some(list), Some(element)) => list.push(element),
                _ => list = None,
            }
        }
        list
    }

    /// The entries of an object that has these fields and, unless surplus is ignored, no others.
    pub fn object(&mut self, value: Value, fields: &[impl AsRef<str>]) -> Option<Entries> {
        let Value::Object(entries) = value else {
            return self.wrong_type("an object", &value);
        };
        let mut seen = std::collections::BTreeSet::new();
        for (at, (key, _)) in entries.iter().enumerate() {
            let is_declared = fields.iter().any(|field| field.as_ref() == key);
            let kind = match (is_declared, seen.insert(key)) {
                (true, false) => ProblemKind::Repeated,
                (false, true) if !self.ignore_surplus => ProblemKind::Surplus {
                    declared: fields.iter().map(|field| field.as_ref().to_owned()).collect(),
                },
                _ => continue,
            };
            let (path, mut route) = (self.path_of(Some(key)), self.route());
            route.push(at);
            self.problems.push(Problem { path, kind, place: None, route, is_key: true });
        }
        drop(seen);
        Some(Entries(entries.into_iter().map(Some).collect()))
    }

    /// A field that must be there.
    pub fn field<T>(
        &mut self,
        entries: &mut Entries,
        name: &'n str,
        read: impl FnOnce(&mut Self, Value) -> Option<T>,
    ) -> Option<T> {
        let Some((at, value)) = entries.take(name) else {
            let (path, route) = (self.path_of(Some(name)), self.route());
            let kind = ProblemKind::Missing;
            self.problems.push(Problem { path, kind, place: None, route, is_key: false });
            return None;
        };
        self.read_field(name, at, value, read)
    }

    /// A field that may be left out: `Some(None)` if it is.
    pub fn optional<T>(
        &mut self,
        entries: &mut Entries,
        name: &'n str,
        read: impl FnOnce(&mut Self, Value) -> Option<T>,
    ) -> Option<Option<T>> {
        let Some((at, value)) = entries.take(name) else {
            return Some(None);
        };
        self.read_field(name, at, value, read).map(Some)
    }

    fn read_field<T>(
        &mut self,
        name: &'n str,
        at: usize,
        value: Value,
        read: impl FnOnce(&mut Self, Value) -> Option<T>,
    ) -> Option<T> {
        self.path.push((Segment::Field(name), at));
        let field = read(self, value);
        self.path.pop();
        field
    }

    fn wrong_type<T>(&mut self, expected: &'static str, found: &Value) -> Option<T> {
        self.report(ProblemKind::WrongType { expected, found: describe(found) });
        None
    }

    fn report(&mut self, kind: ProblemKind) {
        let (path, route) = (self.path_of(None), self.route());
        self.problems.push(Problem { path, kind, place: None, route, is_key: false });
    }

    fn route(&self) -> locate::Route {
        self.path.iter().map(|(_, at)| *at).collect()
    }

    fn path_of(&self, last: Option<&str>) -> String {
        let segments = self.path.iter().map(|(segment, _)| match segment {
            Segment::Field(name) => (*name).to_owned(),
            Segment::Index(index) => index.to_string(),
        });
        segments.chain(last.map(str::to_owned)).collect::<Vec<_>>().join(".")
    }
}

/// What a value is called in a message.
fn describe(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

impl Entries {
    /// The first entry of that name and its number.
    fn take(&mut self, name: &str) -> Option<(usize, Value)> {
        let is_it = |entry: &Option<(String, Value)>| entry.as_ref().is_some_and(|(key, _)| key == name);
        let at = self.0.iter().position(is_it)?;
        Some((at, self.0.get_mut(at)?.take()?.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Number;

    fn object(entries: &[(&str, Value)]) -> Value {
        Value::Object(entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
    }

    fn text(text: &str) -> Value {
        Value::String(text.to_owned())
    }

    /// `{title:string;kind:a|b;on?:boolean}[]`
    fn rows(decoder: &mut Decoder<'static>, value: Value) -> Option<Vec<(String, usize, Option<bool>)>> {
        decoder.list(value, |decoder, row| {
            let mut row = decoder.object(row, &["title", "kind", "on"])?;
            let title = decoder.field(&mut row, "title", Decoder::string);
            let kind = decoder.field(&mut row, "kind", |decoder, value| decoder.one_of(&value, &["a", "b"]));
            let on = decoder.optional(&mut row, "on", |decoder, value| decoder.boolean(&value));
            Some((title?, kind?, on?))
        })
    }

    fn problems(mut decoder: Decoder<'static>, value: Value) -> Vec<String> {
        let rows = rows(&mut decoder, value);
        decoder.finish(rows).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_fits_is_taken() {
        let row = object(&[("kind", text("b")), ("title", text("t")), ("more", Value::Null)]);
        let mut decoder = Decoder::ignoring_surplus();
        let taken = rows(&mut decoder, Value::Array(vec![row]));
        assert_eq!(decoder.finish(taken), Ok(vec![("t".to_owned(), 1, None)]));
    }

    #[test]
    fn every_problem_is_listed_with_its_path() {
        let bad = object(&[
            ("more", Value::Null),
            ("title", Value::Number(Number::Unsigned(5))),
            ("kind", text("c")),
            ("kind", text("a")),
            ("on", Value::Null),
        ]);
        let list =
            Value::Array(vec![object(&[("title", text("t")), ("kind", text("a"))]), bad, Value::Bool(true)]);
        assert_eq!(
            problems(Decoder::new(), list),
            [
                "`1.more` is not declared: there is `title`, `kind`, `on`",
                "`1.kind` is given twice",
                "`1.title` must be a string, and is a number",
                "`1.kind` must be one of `a`, `b`, and is `c`",
                "`1.on` must be a boolean, and is null",
                "`2` must be an object, and is a boolean",
            ]
        );
        assert_eq!(problems(Decoder::new(), Value::Null), ["the whole value must be an array, and is null"]);
        assert_eq!(
            problems(Decoder::new(), Value::Array(vec![object(&[])])),
            ["`0.title` is missing", "`0.kind` is missing"]
        );
    }
}
