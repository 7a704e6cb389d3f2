//! TEMPORARY
use super::*;
pub(super) fn install(lua: &Lua, kernel: &Table, _meter: &Arc<Meter>) -> mlua::Result<()> {
    lua.load(r#"local K = ...
local s = string
function K.find(...) return true, s.find(...) end
function K.match(...) return true, s.match(...) end
function K.next_match(t, p, i, last, anchored)
  local r = table.pack(s.find(t, p, i))
  if r[1] == nil then return true, nil end
  if r.n == 2 then return true, r[1], r[2], s.sub(t, r[1], r[2]) end
  return true, table.unpack(r, 1, r.n)
end
function K.replace(...) return true, s.gsub(...) end
"#).call::<()>(kernel)
}
