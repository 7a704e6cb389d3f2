//! What a prompt's libraries give is what Lua's own give, messages included: the same code in a prompt and in a plain
//! Lua state.

use agentc::lua::{Engine, Limits};
use mlua::{Lua, LuaOptions, StdLib};

use super::random::Random;
use super::{all_right, prompt};

/// Shows any values; the same code on both sides.
const SHOW: &str = r#"
local function text(s) return (s:gsub('[^\32-\126]', function(c) return ('\\%03d'):format(c:byte()) end)) end
local function show(v, depth)
  local kind = type(v)
  if kind == 'string' then return "'" .. text(v) .. "'"
  elseif kind == 'number' then return math.type(v) == 'float' and ('%.17g'):format(v) .. 'f' or tostring(v)
  elseif kind == 'table' and depth < 4 and not getmetatable(v) then
    local parts, keys = {}, {}
    for k in pairs(v) do keys[#keys + 1] = k end
    table.sort(keys, function(a, b) if type(a) ~= type(b) then return type(a) < type(b) end if type(a) == 'boolean' or type(a) == 'table' then return false end return a < b end)
    for i, k in ipairs(keys) do parts[i] = show(k, 4) .. '=' .. show(v[k], depth + 1) end
    return '{' .. table.concat(parts, ',') .. '}'
  elseif kind == 'nil' or kind == 'boolean' then return tostring(v) end
  return kind
end
local function all(...)
  local parts = {}
  for i = 1, select('#', ...) do parts[i] = show((select(i, ...)), 0) end
  return table.concat(parts, ' ')
end
local function case(f) return all(pcall(f)) end
local function keep(...) return ... end
local out = {}
local probe = setmetatable({}, { __index = function(_, k) return type(k) == 'number' and k <= 3 and k * 2 or nil end, __len = function() return 3 end, __tostring = function() return 'probe' end })
local function mirror(t)
  local log = {}
  return setmetatable({}, { __index = function(_, k) return t[k] end, __newindex = function(_, k, v) log[#log + 1] = tostring(k) .. tostring(v) t[k] = v end, __len = function() return #t end }), log, t
end
"#;

/// Runs snippets on both sides. Gives what differs.
fn compare(snippets: &[String]) -> Vec<(String, String)> {
    let mut failures = Vec::new();
    let engine = Engine::with_limits(Limits::default());
    let plain = Lua::new_with(
        StdLib::STRING | StdLib::TABLE | StdLib::MATH | StdLib::UTF8 | StdLib::COROUTINE,
        LuaOptions::default(),
    )
    .unwrap();
    for batch in snippets.chunks(100) {
        let mut code = SHOW.to_owned();
        for snippet in batch {
            code += &format!("out[#out + 1] = case(function() {snippet} end)\n");
        }
        code += "return table.concat(out, '\\n')";
        let ours = engine.run(&prompt(&code), "").block().unwrap_or_else(|error| format!("{error:?}"));
        // The lines of the file, so that messages name the same ones.
        let lines = "\n".repeat(11);
        let theirs: String = plain.load(format!("{lines}{code}")).set_name("@p.md").eval().unwrap();
        let (ours, theirs): (Vec<&str>, Vec<&str>) = (ours.lines().collect(), theirs.lines().collect());
        if ours.len() != batch.len() || theirs.len() != batch.len() {
            failures.push((batch.join("\n"), format!("{ours:?}\n{theirs:?}")));
            continue;
        }
        for ((snippet, ours), theirs) in batch.iter().zip(ours).zip(theirs) {
            // The libraries of prompts are Lua functions: a tail call leaves no caller whose line a message could name.
            let is_same = ours == theirs
                || !snippet.contains("return keep(") && without_lines(ours) == without_lines(theirs);
            if !(is_same || ours.starts_with("false") && plainer(ours) == plainer(theirs)) {
                failures.push((snippet.clone(), format!("ours   {ours:.300}\n    theirs {theirs:.300}")));
            }
        }
    }
    failures
}

/// A text without the places in messages.
fn without_lines(text: &str) -> String {
    let mut parts = text.split("p.md:");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += part.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(": ");
    }
    out
}

const VALUES: &[&str] = &[
    "nil",
    "true",
    "0",
    "1",
    "-1",
    "3",
    "7",
    "-7",
    "1.5",
    "-0.0",
    "3.0",
    "1e15",
    "1e100",
    "1/0",
    "0/0",
    "math.maxinteger",
    "math.mininteger",
    "2^53",
    "2^63",
    "''",
    "'x'",
    "'10'",
    "'0x10'",
    "' 5 '",
    "'1e2'",
    "'abc'",
    "'a,b,c'",
    "'\\0z'",
    "'\\xff\\xfe'",
    "'äö'",
    "{}",
    "{1,2,3}",
    "{'b','a','c'}",
    "{a=1}",
    "type",
    "probe",
    "('ab'):rep(50)",
    "'%d'",
    "'%s'",
    "'i4'",
    "false",
    "256",
    "65",
    "100",
];

const FUNCTIONS: &[&str] = &[
    "string.format",
    "string.rep",
    "string.sub",
    "string.byte",
    "string.char",
    "string.upper",
    "string.lower",
    "string.reverse",
    "string.len",
    "string.pack",
    "string.unpack",
    "string.packsize",
    "string.find",
    "string.match",
    "string.gsub",
    "table.insert",
    "table.remove",
    "table.concat",
    "table.unpack",
    "table.pack",
    "table.move",
    "table.sort",
    "math.abs",
    "math.ceil",
    "math.floor",
    "math.fmod",
    "math.max",
    "math.min",
    "math.modf",
    "math.tointeger",
    "math.type",
    "math.ult",
    "math.sqrt",
    "math.exp",
    "math.log",
    "utf8.char",
    "utf8.codepoint",
    "utf8.len",
    "utf8.offset",
    "tostring",
    "tonumber",
    "select",
    "type",
    "assert",
    "error",
    "pcall",
    "next",
    "ipairs",
    "pairs",
    "coroutine.create",
    "coroutine.wrap",
    "coroutine.status",
    "coroutine.resume",
    "coroutine.isyieldable",
    "coroutine.close",
    "setmetatable",
    "getmetatable",
];

/// Calls that would only take long.
fn is_big(call: &str) -> bool {
    call.contains("rep(") && (call.contains("maxinteger") || call.contains("2^5") || call.contains("1e15"))
}

/// Calls that are not compared, with their reasons.
fn is_left_out(call: &str) -> bool {
    // A prompt sees no metatable that is the engine's, strings' among them.
    call.contains("getmetatable('") || call.contains("getmetatable(('")
        // Ranges that are paid for before anything is done.
        || call.contains("move(") && (call.contains("integer") || call.contains("2^") || call.contains("1e15"))
        // Addresses are not shown.
        || call.contains("tostring({") || call.contains("tostring(type")
        // `pairs` looks at its table at once, not at the first step.
        || call.contains("keep(pairs(")
        // A given nil is no coroutine to Lua.
        || call.contains("isyieldable(nil")
        // Text of a table is asked for whatever the conversion is.
        || call.contains("format(") && (call.contains("probe") || call.contains('{') || call.contains("type"))
}

/// Messages that differ: the libraries are Lua functions, to which a missing argument is nil, which do not know whether
/// they were called as methods, and whose failures have a place also where Lua's own have none.
fn plainer(message: &str) -> String {
    let mut text = without_lines(message)
        .replace("got no value", "got nil")
        .replace("coroutine expected", "thread expected");
    for name in ["getmetatable", "pairs", "pcall", "tostring", "isyieldable", "xpcall"] {
        text = text.replace(&format!("to '{name}'"), "to '?'");
    }
    while let Some(place) = text.find("argument #") {
        text.replace_range(place..place + "argument #".len() + 1, "argument");
    }
    match text.find("thread expected").or_else(|| text.find("function expected")) {
        // What was given instead is not told.
        Some(place) => text[..place].to_owned() + "expected)'",
        None => text,
    }
}

#[test]
fn every_function_with_any_arguments() {
    let mut random = Random::new(1);
    let mut calls = Vec::new();
    for function in FUNCTIONS {
        for count in 0..70 {
            let arguments: Vec<&str> =
                (0..if count == 0 { 0 } else { 1 + random.below(4) }).map(|_| random.pick(VALUES)).collect();
            let call = format!("return keep({function}({}))", arguments.join(", "));
            if !is_big(&call) && !is_left_out(&call) {
                calls.push(call);
            }
        }
    }
    all_right(&compare(&calls));
}

#[test]
fn formats() {
    let mut random = Random::new(2);
    let flags = ["", "-", "+", " ", "#", "0", "-+", "0+"];
    let widths = ["", "1", "5", "12", "99"];
    let precisions = ["", ".", ".0", ".3", ".20", ".99"];
    let kinds = ["d", "i", "u", "c", "x", "X", "o", "e", "E", "f", "F", "g", "G", "a", "A", "s", "q", "%"];
    let calls: Vec<String> = (0..1200)
        .map(|_| {
            let spec =
                [random.pick(&flags), random.pick(&widths), random.pick(&precisions), random.pick(&kinds)]
                    .concat();
            let call = format!("return keep(string.format('<%{spec}>', {}))", random.pick(VALUES));
            call
        })
        .filter(|call| !is_left_out(call))
        .collect();
    all_right(&compare(&calls));
}

/// Arrays with many equal members, some with comparators that are no order.
#[test]
fn sorting() {
    let mut random = Random::new(3);
    let comparators = [
        "",
        ", function(a, b) return a > b end",
        ", function(a, b) return a % 3 < b % 3 end",
        ", function(a, b) return a // 10 < b // 10 end",
        ", function(a, b) return (a * 7) % 5 > (b * 7) % 5 end",
    ];
    let wild = [
        ", function(a, b) return a <= b end",
        ", function() return true end",
        ", function(a, b) error('cmp') end",
        ", function(a, b) error({}) end",
        ", function(a, b) return a < b.x end",
    ];
    let calls: Vec<String> = (0..400)
        .map(|index| {
            let length = random.below(100);
            let spread = 1 + random.below(40);
            let list: Vec<String> = (0..length).map(|_| random.below(spread).to_string()).collect();
            let compare = if index % 10 == 0 { random.pick(&wild) } else { random.pick(&comparators) };
            let list = list.join(",");
            if index % 3 == 0 {
                format!("local m, _, t = mirror({{{list}}}) table.sort(m{compare}) return t")
            } else {
                format!("local t = {{{list}}} table.sort(t{compare}) return t")
            }
        })
        .collect();
    all_right(&compare(&calls));
}

#[test]
fn written_by_hand() {
    let calls: Vec<String> = HAND
        .iter()
        .map(|call| match call.strip_prefix("return ") {
            Some(values) => format!("return keep({values})"),
            None => (*call).to_owned(),
        })
        .collect();
    all_right(&compare(&calls));
}

const HAND: &[&str] = &[
    "local m, log, t = mirror({1,2,3}) table.insert(m, 4) table.insert(m, 1, 0) return t, log",
    "local m, log, t = mirror({1,2,3}) return table.remove(m), table.remove(m, 1), t, log",
    "local m, log, t = mirror({1,2,3}) return table.remove(m, 4), table.remove(m, 5), t, log",
    "local m = mirror({}) return table.remove(m), table.remove(m, 0), #m",
    "local m = mirror({1,2,3}) return table.concat(m, '-'), table.concat(m, '-', 2), table.concat(m, '-', 2, 3)",
    "return table.concat({1,{},3})",
    "return table.concat({}, 'x'), table.concat({1}, 'x'), table.concat({1, 2.5, 'z'}, 1)",
    "local m = mirror({1,2,3}) return table.unpack(m)",
    "local m, log, t = mirror({1,2,3}) table.move(m, 1, 3, 2) return t, log",
    "local m, log, t = mirror({1,2,3}) table.move({9,8}, 1, 2, 3, m) return t, log",
    "return table.insert(probe, 5, 1)",
    "return table.insert({1,2}, 5, 1)",
    "return table.insert({1,2})",
    "return table.insert({1,2}, 1, 2, 3)",
    "return table.insert(nil, 1)",
    "return ('x'):rep({})",
    "return ('x'):rep()",
    "return ('x'):format('y')",
    "return ('%d'):format('x')",
    "return ('%d'):format(1.5)",
    "return ('%5'):format(1)",
    "return ('%y'):format(1)",
    "return ('%s %s'):format(1)",
    "return ('x'):bad()",
    "return #nil",
    "return nil .. 'x'",
    "return {} + 1",
    "return 'a' + 1",
    "return '10' + 5, '3' * '4', 10 .. 20, -'2', '7' // 2, '7' % 4, '2' ^ 2",
    "return '10' + {}",
    "return 'a' | 1",
    "return '3' | 1",
    "return 1.5 | 1",
    "return 1 < 'x'",
    "return {} < {}",
    "return nil > 1",
    "return 1 // 0",
    "return 1 % 0",
    "return 1 // 0.0, 1 % 0.0, 0/0 ~= 0/0",
    "for i = 1, 10, 0 do end",
    "for i = 'x', 10 do end",
    "local t = setmetatable({}, { __index = function(t, k) error('idx ' .. k) end }) return t.foo",
    "local t = setmetatable({}, { __index = function(t, k) error('idx ' .. k, 2) end }) return t.foo",
    "error('x', 0)",
    "error('x', 1)",
    "error('x', 2)",
    "error()",
    "error(nil)",
    "error({ 1 })",
    "error(1.5)",
    "assert(false)",
    "assert(nil, 'msg')",
    "assert(false, {})",
    "assert()",
    "return assert(1, 2, 3)",
    "return pcall(error)",
    "return pcall(error, 'x')",
    "return pcall(nil)",
    "return pcall()",
    "return xpcall(error, function(e) return e .. '!' end, 'x')",
    "return xpcall(error, function(e) return e, 2 end, 'x')",
    "return xpcall(function(...) return ... end, tostring, 1, nil, 3)",
    "return xpcall(nil, function(e) return e end)",
    "return select(-1, 1, 2, 3)",
    "return select(-4, 1)",
    "return select(0)",
    "return select('#', nil, nil)",
    "return select('x')",
    "return next({})",
    "return next({ 10 })",
    "return next({ 10 }, 1)",
    "return next({}, 1)",
    "return next()",
    "return next({ a = 1 }, 'b')",
    "local r = {} for k, v in pairs(setmetatable({}, { __pairs = function(t) return function(_, k) if not k then return 1, 2 end end, t, nil end })) do r[k] = v end return r",
    "return ipairs()",
    "return ipairs(nil)",
    "local r = {} for i, v in ipairs(probe) do r[i] = v end return r",
    "local r = {} for i, v in ipairs('abc') do r[i] = v end return r",
    "return tostring(probe), tostring(nil), tostring(1e15), tostring(-0.0), tostring(2^63), tostring(1e100), tostring()",
    "return tostring(setmetatable({}, { __tostring = function() return 1 end }))",
    "return tostring(setmetatable({}, { __tostring = function() return {} end }))",
    "return tonumber('10', 2), tonumber('zz', 36), tonumber('8', 8), tonumber('0x1p4'), tonumber('1e'), tonumber(' 1 ')",
    "return tonumber('1', 1)",
    "return tonumber('1', 37)",
    "return tonumber(1, 10)",
    "return tonumber()",
    "return tonumber({})",
    "return setmetatable({}, 1)",
    "return setmetatable(1, {})",
    "return setmetatable({})",
    "return pcall(setmetatable, setmetatable({}, { __metatable = 1 }), {})",
    "return getmetatable(setmetatable({}, { __metatable = 'm' }))",
    "return getmetatable()",
    "local co = coroutine.create(function(a, b) local c = coroutine.yield(a + b) error('in ' .. c) end) return { coroutine.resume(co, 1, 2) }, { coroutine.resume(co, 'x') }, { coroutine.resume(co) }, coroutine.status(co)",
    "local co = coroutine.wrap(function() error('boom') end) return co()",
    "local co = coroutine.wrap(function() error({}) end) return co()",
    "local co = coroutine.wrap(function() return 1 end) co() return co()",
    "local co = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() error('in close') end }) coroutine.yield() end) coroutine.resume(co) return coroutine.close(co)",
    "local co = coroutine.create(function() error('x') end) coroutine.resume(co) return coroutine.close(co)",
    "local co co = coroutine.create(function() return coroutine.close(co) end) return coroutine.resume(co)",
    "local co co = coroutine.create(function() return coroutine.resume(co) end) return coroutine.resume(co)",
    "local co co = coroutine.create(function() return coroutine.status(co) end) return coroutine.resume(co)",
    "local co co = coroutine.wrap(function() return co() end) return co()",
    "return coroutine.create(1)",
    "return coroutine.wrap()",
    "return coroutine.resume(1)",
    "return coroutine.status(1)",
    "return coroutine.close(1)",
    "return coroutine.yield()",
    "return select(2, coroutine.running())",
    "local co = coroutine.wrap(function() return pcall(function() coroutine.yield(1) error('after') end) end) return co(), co()",
    "local co = coroutine.wrap(function() local t = setmetatable({}, { __index = function(_, k) return coroutine.yield(k) end }) return t.a, t.b end) return co(), co(1), co(2)",
    "local r = {} for w in coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) do r[#r + 1] = w end return r",
    "local x <close> = 1",
    "local x <close> = nil return 1",
    "do local x <close> = setmetatable({}, { __close = function(_, e) out.e = e end }) end return out.e",
    "return pcall(function() local x <close> = setmetatable({}, { __close = function(_, e) error('second', 0) end }) error('first', 0) end)",
    "return utf8.char(72, 228, 8364, 0x10FFFF), utf8.len('äö'), utf8.len('\\xff'), utf8.codepoint('äö', 1, -1)",
    "local r = {} for p, c in utf8.codes('aä€') do r[#r + 1] = p .. ':' .. c end return r",
    "for p, c in utf8.codes('a\\xff') do end",
    "return utf8.codepoint('abc', 4)",
    "return utf8.offset('aä€', 3), utf8.offset('aä€', -1)",
    "return utf8.offset('ä', 1, 2)",
    "return utf8.char(-1)",
    "return string.pack('i4', 2^31)",
    "return string.pack('>I2 s1 z', 258, 'ab', 'c')",
    "return string.unpack('>I2', '\\1\\2')",
    "return string.unpack('i4', 'abc')",
    "return string.pack('i17', 1)",
    "return string.pack('z', 'a\\0b')",
    "return string.packsize('i4 i8 !8 d')",
    "return string.packsize('s')",
    "return string.char(256)",
    "return string.char()",
    "return string.byte('abc', -1), string.byte('abc', 1, -1)",
    "return math.random(0) ~= nil, math.random(2, 1)",
    "return math.random(1, 2, 3)",
    "return math.floor('x')",
    "return math.floor(1e300), math.ceil(-1.5), math.tointeger('8'), math.tointeger(3.0)",
    "return math.fmod(1, 0)",
    "return math.fmod(-6, 4), math.fmod(6.5, -4)",
    "return math.max()",
    "return math.ult(1, -1), math.abs(math.mininteger), math.type('1')",
    "return ('abc'):find('b', 1, true), ('abc'):find(''), ('abc'):find('', 10), ('abc'):match('(b)(c)'), ('abc'):gsub('', '-')",
    "return ('x'):gsub('x', '%2')",
    "return ('x'):gsub('x', '%')",
    "return ('x'):gsub('x', {})",
    "return ('x'):gsub('x', function() return {} end)",
    "return ('x'):gsub('x')",
    "return ('x'):find('[')",
    "return ('x'):find('%')",
    "return ('x'):match('(')",
    "return ('x'):gmatch('(')()",
    "return ('x'):gsub('x', true)",
    "local t = {} t[nil] = 1",
    "local t = {} t[0/0] = 1",
    "return (nil).x",
    "local a = 1 return a.b.c",
    "local t = {} t.x.y = 1",
    "undefined()",
    "local t = {} t:m()",
    "return (1)()",
    "out.nofn()",
    "return #5",
    "return -{}",
    "return 2^53 == 2^53 + 1, 1 == 1.0, '1' == 1, math.maxinteger + 1 == math.mininteger",
    "goto done do return 1 end ::done:: return 2",
    "return string.rep('x', -1), string.rep('ab', 3, ','), string.rep('', 1000000), ('x'):rep(0)",
    "return table.unpack({ 1, 2, 3 }, 2), table.unpack({ 1, 2 }, 1, 3), table.unpack({}, 1, 1e7)",
    "return table.pack(1, nil, 3), table.pack()",
    "return ('%q'):format('a\\n\\0b\\r\"\\\\'), ('%q'):format(1/3), ('%q'):format(math.mininteger)",
    "return ('%s|%10s|%-10s|%.2s'):format('abc', 'abc', 'abc', 'abc'), ('%s'):format(probe), ('%s %s'):format(nil, true)",
    "return ('%c%c'):format(65, 0), ('%i'):format(3.0), ('%5.1f|%e|%g'):format(1.25, 1e10, 1e20), ('%a'):format(1)",
];
