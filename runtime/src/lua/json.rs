//! JSON text into Lua data (sections 2.3 and 4 of the dynamic prompt specification).

use std::fmt;

use mlua::{Lua, Table, Value};
use serde_core::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};

use super::kernel::Kernel;

/// A text that is no JSON.
pub(super) enum NoJson {
    /// What is wrong with it, and where.
    Text(serde_json::Error),
    /// Lua's memory is used up.
    Lua(mlua::Error),
}

/// The value of a JSON text: nulls are `json.null`, arrays carry the list marker, a repeated key keeps its last value.
pub(super) fn decode(lua: &Lua, kernel: &Kernel, text: &str) -> Result<Value, NoJson> {
    let (mut failure, mut zeros) = (None, NegativeZeros { text, read: 0 });
    let mut reader = serde_json::Deserializer::from_str(text);
    let node = Node { lua, kernel, zeros: &mut zeros, failure: &mut failure };
    let value = node.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    match (value, failure) {
        (_, Some(failure)) => Err(NoJson::Lua(failure)),
        (Ok(value), None) => Ok(value),
        (Err(error), None) => Err(NoJson::Text(error)),
    }
}

struct Node<'a, 't> {
    lua: &'a Lua,
    kernel: &'a Kernel,
    zeros: &'a mut NegativeZeros<'t>,
    /// serde's errors carry text alone.
    failure: &'a mut Option<mlua::Error>,
}

impl<'t> Node<'_, 't> {
    fn kept<T, E: serde_core::de::Error>(&mut self, result: mlua::Result<T>) -> Result<T, E> {
        result.map_err(|error| {
            *self.failure = Some(error);
            E::custom("Lua")
        })
    }

    fn child(&mut self) -> Node<'_, 't> {
        Node { lua: self.lua, kernel: self.kernel, zeros: self.zeros, failure: self.failure }
    }

    fn table<E: serde_core::de::Error>(&mut self) -> Result<Table, E> {
        let table = self.lua.create_table();
        self.kept(table)
    }
}

impl<'de> DeserializeSeed<'de> for Node<'_, '_> {
    type Value = Value;

    fn deserialize<D: serde_core::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_, '_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Boolean(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Integer(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        #[expect(clippy::cast_precision_loss, reason = "an integer beyond 64 bits is a float (section 2.3)")]
        Ok(i64::try_from(value).map_or(Value::Number(value as f64), Value::Integer))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        if value == 0.0 && value.is_sign_negative() && self.zeros.is_next_an_integer() {
            return Ok(Value::Integer(0));
        }
        Ok(Value::Number(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::NULL)
    }

    fn visit_str<E: serde_core::de::Error>(mut self, value: &str) -> Result<Value, E> {
        let text = self.lua.create_string(value);
        self.kept(text).map(Value::String)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Value, A::Error> {
        let list = self.table()?;
        let mut length = 0;
        while let Some(item) = items.next_element_seed(self.child())? {
            length += 1;
            let set = list.raw_set(length, item);
            self.kept(set)?;
        }
        let marked = self.kernel.mark(&list);
        self.kept(marked)?;
        Ok(Value::Table(list))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<Value, A::Error> {
        let object = self.table()?;
        while let Some(key) = fields.next_key_seed(self.child())? {
            let value = fields.next_value_seed(self.child())?;
            let set = object.raw_set(key, value);
            self.kept(set)?;
        }
        Ok(Value::Table(object))
    }
}

/// The negative zeros of a JSON text, in order: serde gives `-0` as a float, and it is an integer (section 2.3).
struct NegativeZeros<'t> {
    text: &'t str,
    read: usize,
}

impl NegativeZeros<'_> {
    fn is_next_an_integer(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let mut is_string = false;
        while let Some(&byte) = bytes.get(self.read) {
            let at = self.read;
            self.read += 1;
            match byte {
                b'\\' if is_string => self.read += 1,
                b'"' => is_string = !is_string,
                b'-' if !is_string => {
                    let rest = self.text.get(at..).unwrap_or_default();
                    let end = rest.find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E'));
                    let number = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
                    self.read = at + number.len();
                    if number.parse() == Ok(0.0) {
                        return number == "-0";
                    }
                }
                _ => {}
            }
        }
        false
    }
}

/// The digits of a returned float: no exponent, no fraction when whole (section 2.4). None unless it is finite.
pub(super) fn plain_digits(value: f64) -> Option<String> {
    value.is_finite().then(|| if value == 0.0 { "0".to_owned() } else { value.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_zeros() {
        let text = r#"[-1, "-0 \" -0", -0, {"-0": -0.0}, -1e-999, -0]"#;
        let mut zeros = NegativeZeros { text, read: 0 };
        let found: Vec<bool> = (0..4).map(|_| zeros.is_next_an_integer()).collect();
        assert_eq!(found, [true, false, false, true]);
    }

    #[test]
    fn digits() {
        assert_eq!(plain_digits(3.0).as_deref(), Some("3"));
        assert_eq!(plain_digits(-0.0).as_deref(), Some("0"));
        assert_eq!(plain_digits(1e21).as_deref(), Some("1000000000000000000000"));
        assert_eq!(plain_digits(1.5e-7).as_deref(), Some("0.00000015"));
        assert_eq!(plain_digits(f64::NAN), None);
    }
}
