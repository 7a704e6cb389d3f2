//! The types of inputs, outputs and tool arguments (agent format, section 5).
//!
//! In: a type as written. Out: a [`Type`], or what is wrong with it.

use std::fmt;
use std::sync::Arc;

use crate::suggest;

/// How deep types nest at most.
pub const MAX_TYPE_DEPTH: usize = 64;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `string`
    String,
    /// `number`, a double
    Number,
    /// `boolean`
    Boolean,
    /// `a|b`: one of these strings
    Enum(Arc<[String]>),
    /// `{a:T;b:U}`
    Object(Arc<[Field]>),
    /// `T[]`
    Array(Arc<Type>),
    /// Stands for a type that could not be read, so that its name is known all the same.
    Unknown,
}

/// A named part of an object type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name as written.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

impl Type {
    /// Whether values of it are written plain and not as TOON.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        matches!(self, Self::String | Self::Number | Self::Boolean | Self::Enum(_) | Self::Unknown)
    }

    /// The fields, if it is an object.
    #[must_use]
    pub fn fields(&self) -> Option<&[Field]> {
        match self {
            Self::Object(fields) => Some(fields),
            _ => None,
        }
    }

    /// What a value of it is called in a message.
    #[must_use]
    pub fn describe(&self) -> &'static str {
        match self {
            Self::String => "a string",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            Self::Enum(_) => "an enum",
            Self::Object(_) => "an object",
            Self::Array(_) => "an array",
            Self::Unknown => "unknown",
        }
    }
}

/// The type as the format writes it, without spaces.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::String => f.write_str("string"),
            Self::Number => f.write_str("number"),
            Self::Boolean => f.write_str("boolean"),
            Self::Enum(values) => f.write_str(&values.join("|")),
            Self::Object(fields) => {
                for (index, field) in fields.iter().enumerate() {
                    f.write_str(if index == 0 { "{" } else { ";" })?;
                    write!(f, "{}:{}", field.name, field.ty)?;
                }
                f.write_str("}")
            }
            Self::Array(element) => write!(f, "{element}[]"),
            Self::Unknown => f.write_str("?"),
        }
    }
}

/// Whether a text is an identifier of the format: ASCII letters, digits and `_`, no digit first.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    rest.is_empty() && !text.starts_with(|c: char| c.is_ascii_digit()) && !text.is_empty()
}

/// Why a text is no type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeError {
    /// What is wrong.
    pub reason: String,
    /// What to write instead.
    pub help: Option<String>,
    /// The type that was probably meant, where the whole text is one word.
    pub meant: Option<Type>,
}

/// Reads a type.
///
/// # Errors
/// What is wrong with the first part that does not fit the grammar.
pub fn parse(text: &str) -> Result<Type, TypeError> {
    let mut parser = Parser { rest: text };
    let is_word = text.trim().chars().all(|c| c.is_ascii_alphanumeric());
    let ty = parser.ty(0).map_err(|error| match is_word {
        true => error,
        false => TypeError { meant: None, ..error },
    })?;
    if parser.rest.is_empty() {
        Ok(ty)
    } else {
        Err(error(format!("nothing may follow it, and `{}` does", shorten(parser.rest))))
    }
}

struct Parser<'a> {
    /// What is left, without spaces in front.
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn ty(&mut self, depth: usize) -> Result<Type, TypeError> {
        self.skip_spaces();
        let base = if self.rest.starts_with('{') { self.object(depth)? } else { self.scalar()? };
        if !self.eat("[]") {
            return match self.rest.strip_prefix('[') {
                Some(_) => Err(error("an array is written with `[]` behind the type of its elements")),
                None => Ok(base),
            };
        }
        if self.rest.starts_with('[') {
            return Err(error("there are no arrays of arrays")
                .or_help("wrap the inner array in an object, as in `{row:number[]}[]`"));
        }
        Ok(Type::Array(Arc::new(base)))
    }

    fn object(&mut self, depth: usize) -> Result<Type, TypeError> {
        if depth == MAX_TYPE_DEPTH {
            return Err(error(format!("it nests deeper than {MAX_TYPE_DEPTH} objects")));
        }
        self.eat("{");
        if self.rest.starts_with('}') {
            return Err(error("an object type has at least one field"));
        }
        let mut fields: Vec<Field> = Vec::new();
        let mut names = std::collections::BTreeSet::new();
        loop {
            let name = self.word();
            if !is_identifier(name) {
                return Err(self.bad_field_name(name));
            }
            if !self.eat(":") {
                let optional = self.rest.starts_with('?');
                let reason = if optional {
                    format!("the field `{name}` cannot be optional; only inputs and outputs can")
                } else {
                    format!("the field `{name}` needs a colon and a type, as in `{name}:string`")
                };
                return Err(error(reason));
            }
            if self.rest.starts_with([';', '}']) || self.rest.is_empty() {
                return Err(error(format!("the field `{name}` has no type")));
            }
            if !names.insert(name) {
                return Err(error(format!("the field `{name}` is given twice")));
            }
            fields.push(Field { name: name.to_owned(), ty: self.ty(depth + 1)? });
            if self.eat("}") {
                return Ok(Type::Object(fields.into()));
            }
            if !self.eat(";") {
                return Err(if self.rest.is_empty() {
                    error("a `}` is missing at its end")
                } else {
                    error(format!("`;` or `}}` is expected before `{}`", shorten(self.rest)))
                        .or_help("fields are separated by `;`, as in `{a:string;b:number}`")
                });
            }
        }
    }

    fn scalar(&mut self) -> Result<Type, TypeError> {
        let mut values: Vec<String> = Vec::new();
        loop {
            let value = self.word();
            if value.is_empty() {
                return Err(if values.is_empty() {
                    error(if self.rest.is_empty() {
                        "a type is missing".to_owned()
                    } else {
                        format!("a type cannot begin with `{}`", shorten(self.rest))
                    })
                } else {
                    error("a value is missing beside `|`")
                });
            }
            if values.iter().any(|known| known == value) {
                return Err(error(format!("the value `{value}` is given twice")));
            }
            values.push(value.to_owned());
            if !self.eat("|") {
                break;
            }
        }
        match values.as_slice() {
            [name] => match name.as_str() {
                "string" => Ok(Type::String),
                "number" => Ok(Type::Number),
                "boolean" => Ok(Type::Boolean),
                other if self.rest.is_empty() || self.rest.starts_with(['[', ';', '}', ',']) => {
                    Err(unknown_type(other))
                }
                other => Err(error(format!("`{}` cannot follow `{other}`", shorten(self.rest))).or_help(
                    "the values of an enum are letters, digits, `_` and `-`, with `|` between them",
                )),
            },
            _ => Ok(Type::Enum(values.into())),
        }
    }

    /// A run of the characters that identifiers and enum values have.
    fn word(&mut self) -> &'a str {
        let end = self.rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
        let word = &self.rest[..self.rest.len() - end.len()];
        self.rest = end;
        self.skip_spaces();
        word
    }

    fn eat(&mut self, token: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(token) else {
            return false;
        };
        self.rest = rest;
        self.skip_spaces();
        true
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start_matches(' ');
    }

    fn bad_field_name(&self, name: &str) -> TypeError {
        if !name.is_empty() {
            return error(format!("`{name}` is no name for a field"))
                .or_help("a name is letters, digits and `_`, and does not begin with a digit");
        }
        match self.rest.chars().next() {
            Some(';') => error("a field is missing before `;`"),
            Some('}') => error("nothing may stand between the last `;` and `}`"),
            Some(_) => error(format!("a field name is expected before `{}`", shorten(self.rest))),
            None => error("a `}` is missing at its end"),
        }
    }
}

fn unknown_type(name: &str) -> TypeError {
    let meant = match name {
        "integer" | "int" | "float" | "double" => Some("number"),
        "bool" => Some("boolean"),
        "text" | "str" => Some("string"),
        _ => suggest::nearest(name, ["string", "number", "boolean"]),
    };
    let help = match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => {
            "a type is `string`, `number`, `boolean`, an enum `a|b`, an object `{a:string}`, or an array \
                 of these, `string[]`"
                .to_owned()
        }
    };
    let meant = meant.and_then(|meant| parse(meant).ok());
    TypeError { meant, ..error(format!("there is no type `{name}`")).or_help(help) }
}

fn error(reason: impl Into<String>) -> TypeError {
    TypeError { reason: reason.into(), help: None, meant: None }
}

impl TypeError {
    fn or_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

fn shorten(rest: &str) -> String {
    let mut short: String = rest.chars().take(20).collect();
    if short.len() < rest.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_every_form() {
        for written in [
            "string",
            "number[]",
            "boolean",
            "draft|final",
            "string|number",
            "1|2-a|_[]",
            "{a:string;b:{c:number[];d:x|y}}[]",
        ] {
            assert_eq!(parse(written).unwrap().to_string(), written);
        }
        let spaced = parse(" { a : string ; b : x | y [] } [] ").unwrap();
        assert_eq!(spaced.to_string(), "{a:string;b:x|y[]}[]");
    }

    #[test]
    fn each_mistake_has_its_reason() {
        for (written, reason) in [
            ("", "missing"),
            ("[]", "begin"),
            ("string[][]", "arrays of arrays"),
            ("string[ ]", "`[]`"),
            ("draft|final|draft", "`draft` is given twice"),
            ("draft||final", "missing beside"),
            ("draft|", "missing beside"),
            ("not yet|done", "cannot follow `not`"),
            ("(a|b)[]", "begin with"),
            ("{}", "at least one"),
            ("{a:}", "has no type"),
            ("{a:string;when:date}", "`date`"),
            ("{a?:string}", "optional"),
            ("{a:string,b:number}", "before `,b"),
            ("{a:string;;b:string}", "before `;`"),
            ("{a:string;}", "last `;`"),
            ("{a:string}x", "nothing may follow"),
            ("{a:string}|b", "nothing may follow"),
            ("{a:string;a:number}", "`a` is given twice"),
            ("{2a:string}", "`2a`"),
            ("{a:string", "missing at its end"),
            ("{a", "needs a colon"),
        ] {
            let error = parse(written).unwrap_err();
            assert!(error.reason.contains(reason), "{written}: {}", error.reason);
        }
        assert_eq!(parse("integer").unwrap_err().help.as_deref(), Some("did you mean `number`?"));
    }

    #[test]
    fn deep_nesting_is_refused() {
        let nested = |depth: usize| "{a:".repeat(depth) + "string" + &"}".repeat(depth);
        assert!(parse(&nested(MAX_TYPE_DEPTH)).is_ok());
        assert!(parse(&nested(MAX_TYPE_DEPTH + 1)).unwrap_err().reason.contains("deeper"));
        assert!(parse(&nested(100_000)).unwrap_err().reason.contains("deeper"));
    }
}
