//! What the kernel's Lua calls in Rust. No error leaves a primitive but one that stops the run; what a prompt did wrong
//! is returned, because only Lua can raise it with the prompt's line.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use mlua::{AnyUserData, IntoLua, Lua, LuaString, Table, Value};

use super::json::{self, NoJson};
use super::kernel::{Kernel, SourceRef, number_of, section_of};
use super::limits::Limit;
use super::messages::Messages;
use super::meter::{Meter, Stop};
use super::render::{self, ProseOf};
use super::vm::Facts;

mod matching;

type Cell = Arc<OnceLock<Kernel>>;

/// Puts the primitives into the kernel's table.
pub(super) fn install(
    lua: &Lua,
    kernel: &Table,
    meter: &Arc<Meter>,
    facts: &Arc<Mutex<Facts>>,
    cell: &Cell,
) -> mlua::Result<()> {
    stopping(lua, kernel, meter)?;
    data(lua, kernel, meter, cell)?;
    matching::install(lua, kernel, meter)?;
    facts_of_run(lua, kernel, facts)?;
    libraries(lua, kernel)
}

/// Limits and failures.
fn stopping(lua: &Lua, kernel: &Table, meter: &Arc<Meter>) -> mlua::Result<()> {
    let shared = Arc::clone(meter);
    // A failure that was caught: whether the run must stop, else the message of an error that Rust raised.
    let judge = lua.create_function(move |_, failure: Value| {
        if shared.acknowledge() {
            return Ok((true, None));
        }
        match &failure {
            Value::String(text) if text.as_bytes().as_ref() == b"not enough memory" => {
                shared.stop(Stop::Limit(Limit::Memory));
                Ok((true, None))
            }
            Value::Error(error) if is_memory(error) => {
                shared.stop(Stop::Limit(Limit::Memory));
                Ok((true, None))
            }
            Value::Error(error) => Ok((false, Some(message_of(error)))),
            _ => Ok((false, None)),
        }
    })?;
    kernel.raw_set("judge", judge)?;
    kernel.raw_set("metatable", lua.create_function(|_, table: Table| Ok(table.metatable()))?)?;
    let shared = Arc::clone(meter);
    let charge = lua.create_function(move |_, count: f64| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast saturates")]
        Ok(shared.charge(count as u64)?)
    })?;
    kernel.raw_set("charge", charge)?;
    let shared = Arc::clone(meter);
    kernel.raw_set("check_text", lua.create_function(move |_, length: usize| Ok(shared.text(length)?))?)?;
    let shared = Arc::clone(meter);
    kernel
        .raw_set("check_nesting", lua.create_function(move |_, depth: usize| Ok(shared.nesting(depth)?))?)?;
    let shared = Arc::clone(meter);
    kernel.raw_set("count_task", lua.create_function(move |_, count: usize| Ok(shared.tasks(count)?))?)
}

/// Whether an error says that there is no memory left; Lua's stack grows in it too.
pub(super) fn is_memory(error: &mlua::Error) -> bool {
    match error {
        mlua::Error::CallbackError { cause, .. } => is_memory(cause),
        mlua::Error::MemoryError(_) | mlua::Error::StackError => true,
        _ => false,
    }
}

/// The message of an error that came out of a primitive or a userdata's method.
fn message_of(error: &mlua::Error) -> String {
    match error {
        mlua::Error::CallbackError { cause, .. } => message_of(cause),
        mlua::Error::RuntimeError(message) => message.clone(),
        error => error.to_string(),
    }
}

/// Prose, JSON, headings.
fn data(lua: &Lua, table: &Table, meter: &Arc<Meter>, cell: &Cell) -> mlua::Result<()> {
    let (shared, kernel) = (Arc::clone(meter), Arc::clone(cell));
    let render = lua.create_function(move |lua, (prose, entry): (AnyUserData, Table)| {
        let prose = prose.borrow::<ProseOf>()?;
        match render::render(loaded(&kernel)?, &shared, &prose, &entry)? {
            Ok(text) => Ok((Some(lua.create_string(text)?), None)),
            Err(failure) => Ok((None, Some(failure))),
        }
    })?;
    table.raw_set("render", render)?;
    let (shared, kernel) = (Arc::clone(meter), Arc::clone(cell));
    let decode = lua.create_function(move |lua, text: LuaString| {
        shared.charge(text.as_bytes().len() as u64)?;
        let Ok(text) = text.to_str() else { return Ok((false, "the text is not UTF-8".into_lua(lua)?)) };
        match json::decode(lua, loaded(&kernel)?, &text) {
            Ok(value) => Ok((true, value)),
            Err(NoJson::Text(error)) => Ok((false, error.to_string().into_lua(lua)?)),
            Err(NoJson::Lua(error)) => Err(error),
        }
    })?;
    table.raw_set("decode", decode)?;
    let (shared, kernel) = (Arc::clone(meter), Arc::clone(cell));
    let argv = lua.create_function(move |lua, (source, text): (AnyUserData, LuaString)| {
        let is_structured = source.borrow::<SourceRef>()?.0.flow.arguments.is_some();
        if !is_structured {
            let wrapped = lua.create_table()?;
            wrapped.raw_set("prose", text)?;
            return Ok(Value::Table(wrapped));
        }
        shared.charge(text.as_bytes().len() as u64)?;
        let Ok(text) = text.to_str() else { return Ok(Value::Nil) };
        match json::decode(lua, loaded(&kernel)?, &text) {
            Ok(value) if value.is_null() => Ok(Value::Nil),
            Ok(value) => Ok(value),
            Err(NoJson::Text(_)) => Ok(Value::Nil),
            Err(NoJson::Lua(error)) => Err(error),
        }
    })?;
    table.raw_set("argv", argv)?;
    let resolve = lua.create_function(
        |lua, (source, from, target, library): (AnyUserData, usize, LuaString, bool)| {
            let source = source.borrow::<SourceRef>()?;
            let found = source.0.resolve(section_of(from), &target.to_string_lossy(), library);
            match found {
                Ok(section) => Ok((number_of(Some(section)).into_lua(lua)?, None)),
                Err(problem) => Ok((Value::Nil, Some(problem))),
            }
        },
    )?;
    table.raw_set("resolve", resolve)?;
    let shared = Arc::clone(meter);
    let messages =
        lua.create_function(move |lua, ()| lua.create_userdata(Messages::new(Arc::clone(&shared))))?;
    table.raw_set("messages", messages)?;
    table.raw_set("digits", lua.create_function(|_, value: f64| Ok(json::plain_digits(value)))?)?;
    table.raw_set("sort_keys", lua.create_function(|_, keys: Table| sort_keys(&keys))?)?;
    let letters = |lua: &Lua, text: LuaString| lua.create_string(conversions(&text.as_bytes()));
    table.raw_set("conversions", lua.create_function(letters)?)
}

/// What `sys` shows of the run.
fn facts_of_run(lua: &Lua, table: &Table, facts: &Arc<Mutex<Facts>>) -> mlua::Result<()> {
    type Fact = fn(&Facts) -> Option<String>;
    let shown: [(&str, Fact); 3] = [
        ("when", |facts| Some(humantime::format_rfc3339(facts.now).to_string())),
        ("execution", |facts| Some(facts.execution.clone())),
        ("model", |facts| facts.model.clone()),
    ];
    for (name, fact) in shown {
        let facts = Arc::clone(facts);
        let read = move |_: &Lua, ()| Ok(fact(&facts.lock().unwrap_or_else(PoisonError::into_inner)));
        table.raw_set(name, lua.create_function(read)?)?;
    }
    Ok(())
}

fn loaded(cell: &OnceLock<Kernel>) -> mlua::Result<&Kernel> {
    cell.get().ok_or_else(|| mlua::Error::runtime("the engine is not loaded"))
}

/// Tables that several of the kernel's files fill.
fn libraries(lua: &Lua, kernel: &Table) -> mlua::Result<()> {
    for name in ["models", "tasks", "tools"] {
        kernel.raw_set(name, lua.create_table()?)?;
    }
    Ok(())
}

/// Booleans, then numbers, then strings by their bytes; other keys have no order and come last.
fn sort_keys(keys: &Table) -> mlua::Result<()> {
    let mut list: Vec<Value> = keys.sequence_values().collect::<mlua::Result<_>>()?;
    list.sort_by(compare);
    for (index, key) in list.into_iter().enumerate() {
        keys.raw_set(index + 1, key)?;
    }
    Ok(())
}

fn compare(left: &Value, right: &Value) -> std::cmp::Ordering {
    let rank = |value: &Value| match value {
        Value::Boolean(_) => 0,
        Value::Integer(_) | Value::Number(_) => 1,
        Value::String(_) => 2,
        _ => 3,
    };
    match (left, right) {
        (Value::Boolean(left), Value::Boolean(right)) => left.cmp(right),
        (Value::Integer(left), Value::Integer(right)) => left.cmp(right),
        (Value::Number(left), Value::Number(right)) => left.total_cmp(right),
        // A float that is a key has a fraction or lies beyond every integer: no two of them are equal.
        #[expect(clippy::cast_precision_loss, reason = "only the order counts")]
        (Value::Integer(left), Value::Number(right)) => (*left as f64).total_cmp(right),
        #[expect(clippy::cast_precision_loss, reason = "only the order counts")]
        (Value::Number(left), Value::Integer(right)) => left.total_cmp(&(*right as f64)),
        (Value::String(left), Value::String(right)) => {
            left.as_bytes().as_ref().cmp(right.as_bytes().as_ref())
        }
        _ => rank(left).cmp(&rank(right)),
    }
}

/// The letter of each conversion of a format, in order.
fn conversions(format: &[u8]) -> Vec<u8> {
    let mut bytes = format.iter();
    let mut letters = Vec::new();
    while let Some(&byte) = bytes.next() {
        if byte == b'%' {
            let letter = bytes.find(|byte| !matches!(byte, b'-' | b'+' | b' ' | b'#' | b'.' | b'0'..=b'9'));
            letters.extend(letter.filter(|&&letter| letter != b'%'));
        }
    }
    letters
}
