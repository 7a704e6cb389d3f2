//! Searching and matching for the string library, on our own matcher: it takes its steps from the run's instructions.

use std::sync::Arc;

use mlua::{IntoLua, Lua, LuaString, MultiValue, Table, Value};

use super::super::limits::Limit;
use super::super::meter::{Meter, Stop};
use super::super::pattern::{Capture, Cursor, Found, Fuel, Pattern, PatternError, find_plain};

pub(super) fn install(lua: &Lua, kernel: &Table, meter: &Arc<Meter>) -> mlua::Result<()> {
    let shared = Arc::clone(meter);
    let find = lua.create_function(
        move |lua, (text, pattern, init, exact): (LuaString, LuaString, usize, bool)| {
            let (text, pattern) = (text.as_bytes(), pattern.as_bytes());
            let init = init.saturating_sub(1);
            metered(lua, &shared, |fuel| {
                if exact {
                    let found = find_plain(&text, &pattern, init, fuel)?;
                    return Ok(
                        found.map_or_else(Answer::nothing, |range| Answer::place(range.start, range.end))
                    );
                }
                let Some(found) = Pattern::new(&pattern).find(&text, init, fuel)? else {
                    return Ok(Answer::nothing());
                };
                let mut answer = Answer::place(found.range.start, found.range.end);
                answer.captures(lua, &text, &found, found.captures())?;
                Ok(answer)
            })
        },
    )?;
    kernel.raw_set("find", find)?;
    let shared = Arc::clone(meter);
    let first = lua.create_function(move |lua, (text, pattern, init): (LuaString, LuaString, usize)| {
        let (text, pattern) = (text.as_bytes(), pattern.as_bytes());
        metered(lua, &shared, |fuel| {
            let found = Pattern::new(&pattern).first(&text, init.saturating_sub(1), fuel)?;
            let Some(found) = found else { return Ok(Answer::nothing()) };
            let mut answer = Answer(Vec::new());
            answer.captures(lua, &text, &found, found.values())?;
            Ok(answer)
        })
    })?;
    kernel.raw_set("match", first)?;
    kernel.raw_set("next_match", next_match(lua, meter)?)?;
    let shared = Arc::clone(meter);
    let replace = lua.create_function(
        move |lua, (text, pattern, by, most): (LuaString, LuaString, LuaString, i64)| {
            let (text, pattern, by) = (text.as_bytes(), pattern.as_bytes(), by.as_bytes());
            metered(lua, &shared, |fuel| {
                let most = usize::try_from(most).unwrap_or(0);
                let limit = shared.text_limit();
                let done = Pattern::new(&pattern).substitute(&text, &by, most, limit, fuel)?;
                Ok(Answer(vec![
                    Value::String(lua.create_string(&*done.text).map_err(Problem::Lua)?),
                    done.count.into_lua(lua).map_err(Problem::Lua)?,
                ]))
            })
        },
    )?;
    kernel.raw_set("replace", replace)
}

/// The next match from a place on which does not end where the last one ended: its place and its captures.
fn next_match(lua: &Lua, meter: &Arc<Meter>) -> mlua::Result<mlua::Function> {
    let shared = Arc::clone(meter);
    type Arguments = (LuaString, LuaString, usize, Option<usize>, bool);
    lua.create_function(move |lua, (text, pattern, next, last, anchors): Arguments| {
        let (text, pattern) = (text.as_bytes(), pattern.as_bytes());
        let pattern = if anchors { Pattern::new(&pattern) } else { Pattern::unanchored(&pattern) };
        metered(lua, &shared, |fuel| {
            let cursor = Cursor::behind(next.saturating_sub(1), last.map(|last| last.saturating_sub(1)));
            let mut matches = pattern.matches(&text, cursor);
            let Some(found) = matches.next(fuel)? else { return Ok(Answer::nothing()) };
            let mut answer = Answer::place(found.range.start, found.range.end);
            answer.captures(lua, &text, found, found.values())?;
            Ok(answer)
        })
    })
}

/// Why there is no answer.
enum Problem {
    Pattern(PatternError),
    Lua(mlua::Error),
}

impl<E: Into<PatternError>> From<E> for Problem {
    fn from(error: E) -> Self {
        Self::Pattern(error.into())
    }
}

/// Values for Lua.
struct Answer(Vec<Value>);

impl Answer {
    fn nothing() -> Self {
        Self(vec![Value::Nil])
    }

    /// A range as Lua counts: from 1, the last byte included.
    fn place(start: usize, end: usize) -> Self {
        let number = |number: usize| Value::Integer(i64::try_from(number).unwrap_or(i64::MAX));
        Self(vec![number(start + 1), number(end)])
    }

    fn captures(&mut self, lua: &Lua, text: &[u8], found: &Found, count: usize) -> Result<(), Problem> {
        for index in 0..count {
            let value = match found.value(index)? {
                Capture::Text(range) => {
                    let bytes = text.get(range).unwrap_or_default();
                    lua.create_string(bytes).map(Value::String)
                }
                Capture::Position(place) => place.into_lua(lua),
            };
            self.0.push(value.map_err(Problem::Lua)?);
        }
        Ok(())
    }
}

/// Runs a search on what is left of the run's instructions: `true` and the answer, or `false` and Lua's own message.
///
/// It gets some of them at a time and begins anew with more, so that a long search sees the other limits too.
fn metered(
    lua: &Lua,
    meter: &Meter,
    search: impl Fn(&mut Fuel) -> Result<Answer, Problem>,
) -> mlua::Result<MultiValue> {
    let mut allowed = FIRST_SEARCH;
    let result = loop {
        let given = allowed.min(meter.fuel());
        let mut fuel = Fuel::new(given);
        let result = search(&mut fuel);
        let spent = given.saturating_sub(fuel.left());
        if spent > WORTH_CHARGING {
            meter.charge(spent)?;
        }
        match result {
            Err(Problem::Pattern(PatternError::OutOfFuel)) if given == allowed => {
                allowed = allowed.saturating_mul(2);
            }
            result => break result,
        }
    };
    let message = match result {
        Ok(Answer(mut values)) => {
            values.insert(0, Value::Boolean(true));
            return Ok(MultiValue::from_vec(values));
        }
        Err(Problem::Lua(error)) => return Err(error),
        Err(Problem::Pattern(PatternError::OutOfFuel)) => {
            return Err(meter.stop(Stop::Limit(Limit::Instructions)).into());
        }
        Err(Problem::Pattern(PatternError::OutputTooLong)) => {
            return Err(meter.stop(Stop::Limit(Limit::Text)).into());
        }
        Err(Problem::Pattern(error)) => error.to_string(),
    };
    Ok(MultiValue::from_vec(vec![Value::Boolean(false), message.into_lua(lua)?]))
}

/// Steps that a search begins with: some milliseconds.
const FIRST_SEARCH: u64 = 1 << 20;

/// Fewer steps are less than the call that made them.
const WORTH_CHARGING: u64 = 64;
