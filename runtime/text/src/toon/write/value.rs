//! Walks over a [`Value`] without recursion.

use super::layout::Layout;
use crate::value::Value;

/// What remains of an object or array that is open.
enum Open<'v> {
    Entries(std::slice::Iter<'v, (String, Value)>),
    Items(std::slice::Iter<'v, Value>),
}

pub(super) fn walk(value: &Value, layout: &mut Layout<'_>) {
    let mut open = Vec::new();
    enter(value, layout, &mut open);
    while let Some(last) = open.last_mut() {
        let next = match last {
            Open::Entries(entries) => entries.next().map(|(key, value)| {
                layout.key(key, None);
                value
            }),
            Open::Items(items) => items.next(),
        };
        match (next, last) {
            (Some(value), _) => enter(value, layout, &mut open),
            (None, Open::Entries(_)) => {
                layout.end_object();
                open.pop();
            }
            (None, Open::Items(_)) => {
                layout.end_array();
                open.pop();
            }
        }
    }
}

fn enter<'v>(value: &'v Value, layout: &mut Layout<'_>, open: &mut Vec<Open<'v>>) {
    match value {
        Value::Null => layout.text("null"),
        Value::Bool(value) => layout.text(if *value { "true" } else { "false" }),
        Value::Number(number) => {
            layout.lead().push_to(layout.out);
            number.push_to(layout.out);
        }
        Value::String(text) => layout.string(text),
        Value::Array(items) => {
            layout.begin_array(Some(items.len()));
            open.push(Open::Items(items.iter()));
        }
        Value::Object(entries) => {
            layout.begin_object(Some(entries.len()));
            open.push(Open::Entries(entries.iter()));
        }
    }
}
