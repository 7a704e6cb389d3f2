//! In: declared fields. Out: their JSON Schema (draft 2020-12) as compact JSON text (agent format,
//! section 5), keys in declared order.

use crate::ir::Parameter;
use crate::types::{Field, Type};

/// The schema of inputs or outputs; the optional ones are not required.
#[must_use]
pub fn of_parameters(parameters: &[Parameter]) -> String {
    let mut out = String::new();
    object(parameters.iter().map(|parameter| (&parameter.field, !parameter.optional)), &mut out);
    out
}

/// The schema of a tool's arguments, all of them required.
#[must_use]
pub fn of_fields(fields: &[Field]) -> String {
    let mut out = String::new();
    object(fields.iter().map(|field| (field, true)), &mut out);
    out
}

fn object<'a>(fields: impl Iterator<Item = (&'a Field, bool)> + Clone, out: &mut String) {
    out.push_str(r#"{"type":"object","properties":{"#);
    for (index, (field, _)) in fields.clone().enumerate() {
        // Names are identifiers: nothing in them needs an escape.
        out.push_str(if index == 0 { "\"" } else { ",\"" });
        out.push_str(&field.name);
        out.push_str("\":");
        schema(&field.ty, out);
    }
    out.push_str(r#"},"required":["#);
    list(fields.filter(|(_, required)| *required).map(|(field, _)| field.name.as_str()), out);
    out.push_str(r#"],"additionalProperties":false}"#);
}

fn schema(ty: &Type, out: &mut String) {
    match ty {
        Type::String => out.push_str(r#"{"type":"string"}"#),
        Type::Number => out.push_str(r#"{"type":"number"}"#),
        Type::Boolean => out.push_str(r#"{"type":"boolean"}"#),
        Type::Enum(values) => {
            out.push_str(r#"{"type":"string","enum":["#);
            list(values.iter().map(String::as_str), out);
            out.push_str("]}");
        }
        Type::Object(fields) => object(fields.iter().map(|field| (field, true)), out),
        Type::Array(element) => {
            out.push_str(r#"{"type":"array","items":"#);
            schema(element, out);
            out.push('}');
        }
        Type::Unknown => out.push_str("true"),
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>, out: &mut String) {
    for (index, name) in names.enumerate() {
        out.push_str(if index == 0 { "\"" } else { ",\"" });
        out.push_str(name);
        out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_schema() {
        let parameter = |name: &str, optional, ty: &str| Parameter {
            field: Field { name: name.to_owned(), ty: crate::types::parse(ty).unwrap() },
            optional,
            line: 1,
        };
        assert_eq!(
            of_parameters(&[parameter("a", false, "{n:number;k:x|y}[]"), parameter("b", true, "boolean")]),
            r#"{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","properties":{"#
                .to_owned()
                + r#""n":{"type":"number"},"k":{"type":"string","enum":["x","y"]}},"required":["n","k"],"#
                + r#""additionalProperties":false}},"b":{"type":"boolean"}},"required":["a"],"additionalProperties":false}"#
        );
        assert_eq!(
            of_parameters(&[]),
            r#"{"type":"object","properties":{},"required":[],"additionalProperties":false}"#
        );
    }
}
