//! Values from JSON text.

use agentc_text::Value;
use agentc_text::decode::Decoder;

use crate::__private::Decode;
use crate::error::ValueError;

/// Reads input values or the arguments of a tool.
///
/// # Errors
/// The text is not JSON, or the values do not fit.
pub fn from_json<T: Decode>(text: &str) -> Result<T, ValueError> {
    decode(text, Decoder::new())
}

/// Reads the output of a model: keys that are not declared are passed over.
///
/// # Errors
/// The text is not JSON, or the values do not fit.
pub fn output_from_json<T: Decode>(text: &str) -> Result<T, ValueError> {
    decode(text, Decoder::ignoring_surplus())
}

fn decode<T: Decode>(text: &str, mut decoder: Decoder<'static>) -> Result<T, ValueError> {
    let value = parse(text)?;
    let decoded = T::decode(&mut decoder, value);
    decoder.finish(decoded).map_err(ValueError::Values)
}

/// Parses JSON, keeping every entry of every object.
pub(crate) fn parse(text: &str) -> Result<Value, ValueError> {
    serde_json::from_str(text).map_err(|error| {
        let place = format!(" at line {} column {}", error.line(), error.column());
        let written = error.to_string();
        let message = written.strip_suffix(&place).unwrap_or(&written).to_owned();
        let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
        // serde_json counts the bytes up to and with the one at fault.
        let before = error.column().saturating_sub(1).min(line.len());
        let col = 1 + line.bytes().take(before).filter(|byte| byte & 0xC0 != 0x80).count();
        ValueError::Syntax { message, line: error.line().max(1), col }
    })
}
