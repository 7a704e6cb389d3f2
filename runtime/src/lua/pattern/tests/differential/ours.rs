//! The calls of a script, made with this crate.

use crate::lua::pattern::{Capture, Cursor, Found, Fuel, Pattern, PatternError, find_plain};

use super::generate::{Case, Function};

/// Steps for a case; more would keep Lua busy for too long.
const STEPS: u64 = 100_000;

/// What the call returns, each value as text, or the message of its error;
/// `None` if it takes too many steps.
pub fn run(case: &Case) -> Option<Result<Vec<Vec<u8>>, String>> {
    match call(case, &mut Fuel::new(STEPS)) {
        Ok(values) => Some(Ok(values)),
        Err(PatternError::OutOfFuel) => None,
        Err(error) => Some(Err(error.to_string())),
    }
}

fn call(case: &Case, fuel: &mut Fuel) -> Result<Vec<Vec<u8>>, PatternError> {
    let subject = &case.subject[..];
    let pattern = Pattern::new(&case.pattern);
    let init = offset(case.init, subject.len());
    let max = case.max.map_or(usize::MAX, |max| usize::try_from(max).unwrap_or(0));
    let mut values = Vec::new();
    match case.function {
        Function::Find | Function::FindPlain => {
            let Some(init) = init else {
                return Ok(vec![b"nil".to_vec()]);
            };
            if case.function == Function::FindPlain {
                let found = find_plain(subject, &case.pattern, init, fuel)?;
                let Some(range) = found else {
                    return Ok(vec![b"nil".to_vec()]);
                };
                return Ok(vec![number(range.start + 1), number(range.end)]);
            }
            let Some(found) = pattern.find(subject, init, fuel)? else {
                return Ok(vec![b"nil".to_vec()]);
            };
            values.push(number(found.range.start + 1));
            values.push(number(found.range.end));
            push(&mut values, subject, &found, found.captures())?;
        }
        Function::Match => {
            let found = match init {
                Some(init) => pattern.first(subject, init, fuel)?,
                None => None,
            };
            let Some(found) = found else {
                return Ok(vec![b"nil".to_vec()]);
            };
            push(&mut values, subject, &found, found.values())?;
        }
        Function::Gmatch => {
            let Some(init) = init else {
                return Ok(values);
            };
            let pattern = Pattern::unanchored(&case.pattern);
            let mut cursor = Cursor::at(init);
            loop {
                // Resumed every time, as an iterator called by a script is.
                let mut matches = pattern.matches(subject, cursor);
                let Some(found) = matches.next(fuel)? else {
                    return Ok(values);
                };
                push(&mut values, subject, found, found.values())?;
                cursor = Cursor::behind(found.range.end, Some(found.range.end));
            }
        }
        Function::Gsub => {
            let done = pattern.substitute(subject, &case.replacement, max, usize::MAX, fuel)?;
            values.push(done.text.into_owned());
            values.push(number(done.count));
        }
        Function::Replace => {
            let mut matches = pattern.matches(subject, Cursor::at(0));
            let (mut text, mut copied) = (Vec::new(), 0);
            let mut count = 0;
            while count < max {
                let Some(found) = matches.next(fuel)? else {
                    break;
                };
                count += 1;
                let mut arguments = Vec::new();
                push(&mut arguments, subject, found, found.values())?;
                // Every other match is kept.
                if count % 2 == 1 {
                    text.extend_from_slice(&subject[copied..found.range.start]);
                    text.extend(arguments.join(&b'|'));
                    copied = found.range.end;
                }
            }
            text.extend_from_slice(&subject[copied..]);
            values.push(text);
            values.push(number(count));
        }
    }
    Ok(values)
}

fn number(number: usize) -> Vec<u8> {
    number.to_string().into_bytes()
}

fn push(values: &mut Vec<Vec<u8>>, subject: &[u8], found: &Found, count: usize) -> Result<(), PatternError> {
    for index in 0..count {
        values.push(match found.value(index)? {
            Capture::Text(range) => subject[range].to_vec(),
            Capture::Position(place) => number(place),
        });
    }
    Ok(())
}

/// The offset that the `init` argument of a Lua function stands for: counted
/// from 1, or from the end if negative, and never before the start. `None` if
/// it is past the end by more than one, where no function finds anything.
fn offset(init: i64, length: usize) -> Option<usize> {
    let distance = usize::try_from(init.unsigned_abs()).unwrap_or(usize::MAX);
    if init < 0 {
        return Some(length.saturating_sub(distance));
    }
    let offset = distance.saturating_sub(1);
    (offset <= length).then_some(offset)
}
