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
        _ => format!("`default` of the argument {of} is {}, not a {kind}", node.value.describe()),
    };
    let help = format!("write a {kind}, or leave `default` out");
    sink.push(sink.at(Code::A606, node.span, message).with_help(help));
    None
}
