//! Declarations of arguments (section 1.2 of the dynamic prompt specification).
//!
//! In: the value of `args`. Out: the arguments it declares, and what is malformed about it.

use super::data::{Argument, ArgumentKind, Scalar};
use super::frontmatter::{key, string};
use super::yaml::{Member, Node, Value};
use crate::diagnostic::{Code, Sink, did_you_mean};
use crate::suggest;

/// The types an argument can have.
const KINDS: [ArgumentKind; 4] =
    [ArgumentKind::String, ArgumentKind::Boolean, ArgumentKind::Integer, ArgumentKind::Number];

/// Reads the value of `args`. None if it is not a map; a declaration with a mistake is left out.
pub(super) fn read(args: &Node, sink: &mut Sink) -> Option<Vec<Argument>> {
    let Value::Map(members) = &args.value else {
        let message = format!("`args` is {}, not a map of declarations", args.value.describe());
        let help = "write a map such as `args: { topic: { type: string } }`, or `args: {}` for no arguments";
        sink.push(sink.at(Code::A605, args.span, message).with_help(help));
        return None;
    };
    Some(members.iter().filter_map(|member| argument(member, sink)).collect())
}

fn argument(member: &Member, sink: &mut Sink) -> Option<Argument> {
    const HELP: &str = "write a declaration such as `topic: { type: string }`";
    let Some(name) = &member.name else {
        sink.push(sink.at(Code::A606, member.key, "the name of an argument is not a text").with_help(HELP));
        return None;
    };
    let of = key(member);
    let Value::Map(fields) = &member.node.value else {
        let what = member.node.value.describe();
        let message = format!("the declaration of the argument {of} is {what}, not a map");
        sink.push(sink.at(Code::A606, member.node.span, message).with_help(HELP));
        return None;
    };
    let field =
        |name: &str| fields.iter().find(|field| field.name.as_deref() == Some(name)).map(|field| &field.node);
    let Some(kind) = field("type") else {
        let message = format!("the argument {of} has no `type`");
        sink.push(sink.at(Code::A606, member.key, message).with_help(HELP));
        return None;
    };
    // Every field is looked at, whatever is wrong with those before it.
    let kind = self::kind(kind, &of, sink);
    let optional = field("optional").map(|node| optional(node, &of, sink));
    let description = field("description")
        .map(|node| string(node, &format!("`description` of the argument {of}"), Code::A606, sink));
    let default = field("default").zip(kind).map(|(node, kind)| default(node, kind, &of, sink));
    Some(Argument {
        name: name.clone(),
        kind: kind?,
        optional: optional.unwrap_or(Some(false))?,
        default: default.map_or(Some(None), |default| default.map(Some))?,
        description: description.map_or(Some(None), |description| description.map(Some))?,
        place: member.key,
    })
}

fn kind(node: &Node, of: &str, sink: &mut Sink) -> Option<ArgumentKind> {
    let written = string(node, &format!("`type` of the argument {of}"), Code::A606, sink)?;
    let found = KINDS.into_iter().find(|kind| kind.as_str() == written);
    if found.is_none() {
        let message = format!("there is no type {} for the argument {of}", super::message::quoted(&written));
        let diagnostic = sink.at(Code::A606, node.span, message);
        sink.push(match suggest::nearest(&written, KINDS.map(ArgumentKind::as_str)) {
            Some(near) => did_you_mean(diagnostic, Some(near), Some(node.span)),
            None => diagnostic.with_help("the types are `string`, `boolean`, `integer` and `number`"),
        });
    }
    found
}

fn optional(node: &Node, of: &str, sink: &mut Sink) -> Option<bool> {
    if let Value::Boolean(optional) = node.value {
        return Some(optional);
    }
    let what = node.value.describe();
    let message = format!("`optional` of the argument {of} is {what}, not a boolean");
    sink.push(sink.at(Code::A606, node.span, message).with_help("write `true` or `false`"));
    None
}

fn default(node: &Node, kind: ArgumentKind, of: &str, sink: &mut Sink) -> Option<Scalar> {
    match (kind, &node.value) {
        (ArgumentKind::String, Value::String(text)) => return Some(Scalar::String(text.clone())),
        (ArgumentKind::Boolean, &Value::Boolean(boolean)) => return Some(Scalar::Boolean(boolean)),
        (ArgumentKind::Integer | ArgumentKind::Number, &Value::Integer(Some(integer))) => {
            return Some(Scalar::Integer(integer));
        }
        (ArgumentKind::Number, &Value::Float(float)) if float.is_finite() => {
            return Some(Scalar::Number(float));
        }
        _ => {}
    }
    let kind = kind.as_str();
    let message = match node.value {
        Value::Integer(None) => format!("`default` of the argument {of} does not fit 64 bits"),
        Value::Float(_) if kind == "number" => format!("`default` of the argument {of} is not finite"),
        _ => format!("`default` of the argument {of} is {}, not of its type `{kind}`", node.value.describe()),
    };
    let help = format!("write a value of type `{kind}`, or leave `default` out");
    sink.push(sink.at(Code::A606, node.span, message).with_help(help));
    None
}

#[cfg(test)]
mod tests {
    use super::super::testing::{flow, said, with_front};
    use super::*;

    #[test]
    fn right_declarations() {
        let args = "args:\n  a: { type: string, default: '1', x: y }\n  1:\n    type: number\n    default: 2\n    \
                    optional: true\n  b c: { type: boolean, description: d, default: false }\n  n: { type: integer, \
                    default: -3 }\n  f: { type: number, default: .5 }";
        let flow = flow(&with_front(args));
        let arguments = flow.arguments.as_deref().unwrap();
        let shown: Vec<String> = arguments
            .iter()
            .map(|argument| {
                let Argument { name, kind, optional, default, description, place } = argument;
                let place = flow.file.position(place.start as usize);
                let (line, col) = (place.line, place.col);
                format!("{line}:{col} {name} {} {optional} {default:?} {description:?}", kind.as_str())
            })
            .collect();
        assert_eq!(
            shown,
            [
                "6:3 a string false Some(String(\"1\")) None",
                "7:3 1 number true Some(Integer(2)) None",
                "11:3 b c boolean false Some(Boolean(false)) Some(\"d\")",
                "12:3 n integer false Some(Integer(-3)) None",
                "13:3 f number false Some(Number(0.5)) None",
            ]
        );
    }

    #[test]
    fn malformed_declarations() {
        for (written, place, message) in [
            ("a: string", 9, "the declaration of the argument `a` is a string, not a map"),
            ("a:", 6, "the declaration of the argument `a` is nothing, not a map"),
            ("[a]: {}", 6, "the name of an argument is not a text"),
            ("a: {}", 6, "the argument `a` has no `type`"),
            ("a: { type: text }", 17, "there is no type `text` for the argument `a`"),
            ("a: { type: 1 }", 17, "`type` of the argument `a` is a whole number, not a string"),
            (
                "é: { type: string, optional: 1 }",
                35,
                "`optional` of the argument `é` is a whole number, not a boolean",
            ),
            (
                "a: { type: string, default: 1 }",
                34,
                "`default` of the argument `a` is a whole number, not of its type `string`",
            ),
            (
                "a: { type: integer, default: 1.5 }",
                35,
                "`default` of the argument `a` is a number, not of its type `integer`",
            ),
            (
                "a: { type: integer, default: 9999999999999999999 }",
                35,
                "`default` of the argument `a` does not fit 64 bits",
            ),
            ("a: { type: number, default: .inf }", 34, "`default` of the argument `a` is not finite"),
            (
                "a: { type: string, description: [x] }",
                38,
                "`description` of the argument `a` is a list, not a string",
            ),
        ] {
            let text = with_front(&format!("args:\n     {written}"));
            assert_eq!(said(&text), [format!("6:{place} A606 {message}")]);
        }
        // What is right is no comfort for what is wrong.
        assert_eq!(said(&with_front("args: { a: { type: string }, b: 1, c: 2 }")).len(), 2);
    }
}
