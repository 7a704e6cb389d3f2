//! The values of the fields `args` and `default` (section 3 of the prompt file specification).
//!
//! In: what stands behind the colon, without the blanks around it. Out: the map or text, or why it is none.

use super::key::{identifier_length, trim};
use super::message::quoted;

/// The arguments in a map such as `{ timezone: Europe/Oslo, format: long }`, sorted by name.
pub(super) fn map(text: &str) -> Result<Vec<(String, String)>, String> {
    let inside = text.strip_prefix('{').ok_or("arguments are a map, such as `{ format: long }`")?;
    let mut rest = trim_start(inside);
    let mut arguments = Vec::new();
    if !rest.starts_with('}') {
        loop {
            rest = pair(rest, &mut arguments)?;
            match rest.strip_prefix(',') {
                Some(next) => rest = trim_start(next),
                None => break,
            }
        }
    }
    match rest.strip_prefix('}') {
        Some("") => {}
        Some(surplus) => return Err(format!("{} stands behind the map", quoted(trim(surplus)))),
        None if rest.is_empty() => return Err("the map is not closed by a `}`".to_owned()),
        None => return Err(format!("a `,` or `}}` is wanted at {}", quoted(rest))),
    }
    arguments.sort();
    match arguments.iter().zip(arguments.iter().skip(1)).find(|((one, _), (other, _))| one == other) {
        Some(((name, _), _)) => Err(format!("the argument {} is given twice", quoted(name))),
        None => Ok(arguments),
    }
}

/// Reads one pair, and the blanks behind it; returns the rest.
fn pair<'a>(text: &'a str, arguments: &mut Vec<(String, String)>) -> Result<&'a str, String> {
    if text.is_empty() {
        return Err("the map is not closed by a `}`".to_owned());
    }
    let (name, rest) = text.split_at(identifier_length(text.as_bytes()));
    let rest = match (name, rest.strip_prefix(':')) {
        ("", _) => return Err(format!("the name of an argument is wanted at {}", quoted(text))),
        (_, None) => return Err(format!("a `:` is wanted right behind the argument {}", quoted(name))),
        (_, Some(rest)) => trim_start(rest),
    };
    let (value, rest) = match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let (value, rest) = quoted_text(rest, quote)?;
            (value, trim_start(rest))
        }
        _ => {
            let (value, rest) =
                rest.split_at(rest.find([',', '{', '}', '[', ']', '"', '\'']).unwrap_or(rest.len()));
            if rest.starts_with(['{', '[']) {
                return Err(format!("the argument {} is a text and cannot be a map or list", quoted(name)));
            }
            if rest.starts_with(['"', '\'']) {
                return Err(format!(
                    "quotes stand around all of the argument {}, or nowhere in it",
                    quoted(name)
                ));
            }
            if trim(value).is_empty() {
                return Err(format!("the argument {} has no value", quoted(name)));
            }
            (trim(value), rest)
        }
    };
    arguments.push((name.to_owned(), value.to_owned()));
    Ok(rest)
}

/// The text of a `default`.
pub(super) fn default(text: &str) -> Result<String, String> {
    match text.chars().next() {
        None => Err("a default is a text, and this one is empty; write `\"\"` for the empty text".to_owned()),
        Some(quote @ ('"' | '\'')) => match quoted_text(text, quote)? {
            (value, "") => Ok(value.to_owned()),
            (_, surplus) => Err(format!("{} stands behind the quoted text", quoted(trim(surplus)))),
        },
        Some(c @ ('[' | '{' | '|' | '>')) => {
            Err(format!("a default is a text on one line; put it in quotes if it begins with `{c}`"))
        }
        Some(_) => Ok(text.to_owned()),
    }
}

/// What is between two quotes, and the rest. There are no escapes.
fn quoted_text(text: &str, quote: char) -> Result<(&str, &str), String> {
    let inside = text.strip_prefix(quote).unwrap_or(text);
    inside
        .split_once(quote)
        .ok_or_else(|| format!("a {quote} is never closed; there are no escapes, use the other quote"))
}

fn trim_start(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        map(text).map_or_else(
            |_| "error".to_owned(),
            |map| map.iter().map(|(name, value)| format!("{name}={value};")).collect(),
        )
    }

    #[test]
    fn maps() {
        assert_eq!(read("{}"), "");
        assert_eq!(read("{ \t}"), "");
        assert_eq!(read("{ b: 2 , a:x y:z\t}"), "a=x y:z;b=2;");
        assert_eq!(read(r#"{ sep: ", " , wrap:'{}',e:""}"#), "e=;sep=, ;wrap={};");
        for wrong in [
            "",
            "long",
            "{",
            "{ a",
            "{ a: }",
            "{ a: ",
            "{ a: b",
            "{ a: b, }",
            "{ , a: b }",
            "{ a : b }",
            "{ a: [b] }",
            "{ a: {b} }",
            "{ a: x \"y\" }",
            "{ a: \"x\" y }",
            "{ a: b } c",
            "{ a: b, a: c }",
            "{ 2: b }",
            "{ a: \"b }",
            "{ a: , b: \"\" }",
        ] {
            assert_eq!(read(wrong), "error", "{wrong}");
        }
    }

    #[test]
    fn defaults() {
        assert_eq!(default("our shop").as_deref(), Ok("our shop"));
        assert_eq!(default("it's \"so\"").as_deref(), Ok("it's \"so\""));
        assert_eq!(default("'a \"b\"'").as_deref(), Ok("a \"b\""));
        assert_eq!(default("\"\"").as_deref(), Ok(""));
        for wrong in ["", "\"a", "\"a\" b", "[a]", "{a}", "|", "> a"] {
            assert!(default(wrong).is_err(), "{wrong}");
        }
    }
}
