//! Declared types from the text of values.
//!
//! In: JSON or TOON. Out: what generated code declares, or every problem with its path and its place.

use agentc_text::Value;
use agentc_text::decode::{Decoder, Problem};

use crate::__private::Decode;
use crate::error::ValueError;

/// Reads input values or the arguments of a tool from JSON.
///
/// # Errors
/// The text is not JSON, or the values do not fit.
#[cfg(feature = "json")]
pub fn from_json<T: Decode>(text: &str) -> Result<T, ValueError> {
    read_json(text, Decoder::new())
}

/// Reads the output of a model from JSON: keys that are not declared are passed over.
///
/// # Errors
/// The text is not JSON, or the values do not fit.
#[cfg(feature = "json")]
pub fn output_from_json<T: Decode>(text: &str) -> Result<T, ValueError> {
    read_json(text, Decoder::ignoring_surplus())
}

/// Reads input values or the arguments of a tool from TOON.
///
/// # Errors
/// The text is not TOON, or the values do not fit.
#[cfg(feature = "toon")]
pub fn from_toon<T: Decode>(text: &str) -> Result<T, ValueError> {
    read_toon(text, Decoder::new())
}

/// Reads the output of a model from TOON: keys that are not declared are passed over.
///
/// # Errors
/// The text is not TOON, or the values do not fit.
#[cfg(feature = "toon")]
pub fn output_from_toon<T: Decode>(text: &str) -> Result<T, ValueError> {
    read_toon(text, Decoder::ignoring_surplus())
}

#[cfg(feature = "json")]
fn read_json<T: Decode>(text: &str, decoder: Decoder<'static>) -> Result<T, ValueError> {
    let value = serde_json::from_str(text).map_err(|error| json_error(text, &error))?;
    decode(value, decoder, |problems| agentc_text::decode::locate_json(problems, text))
}

#[cfg(feature = "toon")]
fn read_toon<T: Decode>(text: &str, decoder: Decoder<'static>) -> Result<T, ValueError> {
    use agentc_text::toon::{ReadOptions, read};

    let document = read(text, &ReadOptions::default());
    if let Some(error) = document.errors.first() {
        let place = error.place_in(text);
        return Err(ValueError::Syntax { message: error.to_string(), line: place.line, col: place.col });
    }
    decode(document.root.into_value(), decoder, |problems| {
        // Only a failure needs the places.
        agentc_text::decode::locate_toon(problems, text, &read(text, &ReadOptions::default()).root);
    })
}

fn decode<T: Decode>(
    value: Value,
    mut decoder: Decoder<'static>,
    locate: impl FnOnce(&mut [Problem]),
) -> Result<T, ValueError> {
    let decoded = T::decode(&mut decoder, value);
    decoder.finish(decoded).map_err(|mut problems| {
        locate(&mut problems);
        ValueError::Values(problems)
    })
}

#[cfg(feature = "json")]
fn json_error(text: &str, error: &serde_json::Error) -> ValueError {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let written = error.to_string();
    let message = written.strip_suffix(&place).unwrap_or(&written).to_owned();
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    // serde_json counts the bytes up to and with the one at fault.
    let before = error.column().saturating_sub(1).min(line.len());
    let col = 1 + line.bytes().take(before).filter(|byte| byte & 0xC0 != 0x80).count();
    ValueError::Syntax { message, line: error.line().max(1), col }
}
