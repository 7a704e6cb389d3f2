//! The calls of a script, made by Lua 5.4.

use mlua::{Function as LuaFunction, Lua as State, MultiValue, Value};

use super::generate::{Case, Function};

/// A Lua state with a function that makes a call and returns its values.
pub struct Lua {
    state: State,
    call: LuaFunction,
}

const SCRIPT: &str = r#"
local find, match, gmatch, gsub = string.find, string.match, string.gmatch, string.gsub
local function replace()
  local count = 0
  return function(...)
    count = count + 1
    if count % 2 == 1 then return table.concat({...}, "|") end
  end
end
local calls = {
  Find = function(s, p, r, init) return find(s, p, init) end,
  FindPlain = function(s, p, r, init) return find(s, p, init, true) end,
  Match = function(s, p, r, init) return match(s, p, init) end,
  Gmatch = function(s, p, r, init)
    local values, step = {}, gmatch(s, p, init)
    while true do
      local found = table.pack(step())
      if found[1] == nil then return table.unpack(values) end
      for i = 1, found.n do values[#values + 1] = found[i] end
    end
  end,
  Gsub = function(s, p, r, init, max) return gsub(s, p, r, max) end,
  Replace = function(s, p, r, init, max) return gsub(s, p, replace(), max) end,
}
return function(name, ...)
  return pcall(calls[name], ...)
end
"#;

impl Lua {
    pub fn new() -> Self {
        let state = State::new();
        let call = state.load(SCRIPT).set_name("=call").eval().expect("script");
        Self { state, call }
    }

    /// What the call returns, or the message of its error.
    pub fn run(&self, case: &Case) -> Result<Vec<Vec<u8>>, String> {
        let name = match case.function {
            Function::Find => "Find",
            Function::FindPlain => "FindPlain",
            Function::Match => "Match",
            Function::Gmatch => "Gmatch",
            Function::Gsub => "Gsub",
            Function::Replace => "Replace",
        };
        let string = |bytes: &[u8]| self.state.create_string(bytes).expect("string");
        let arguments = (
            name,
            string(&case.subject),
            string(&case.pattern),
            string(&case.replacement),
            case.init,
            case.max,
        );
        let mut values = self.call.call::<MultiValue>(arguments).expect("pcall");
        let fine = values.pop_front() == Some(Value::Boolean(true));
        let texts: Vec<Vec<u8>> = values.iter().map(text).collect();
        if fine {
            return Ok(texts);
        }
        let message = String::from_utf8(texts.concat()).expect("message");
        Err(without_position(&message).to_owned())
    }
}

fn text(value: &Value) -> Vec<u8> {
    match value {
        Value::Nil => b"nil".to_vec(),
        Value::String(string) => string.as_bytes().to_vec(),
        Value::Integer(number) => number.to_string().into_bytes(),
        other => panic!("unexpected {other:?}"),
    }
}

/// Lua puts the place of the call in front: `call:21: `.
fn without_position(message: &str) -> &str {
    match message.strip_prefix("call:").and_then(|rest| rest.split_once(": ")) {
        Some((_, message)) => message,
        None => message,
    }
}
