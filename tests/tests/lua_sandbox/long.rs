//! Library functions that work long outside of Lua: called in loops with large arguments, they end with a limit, soon
//! behind it, and what they do counts.

use std::time::Duration;

use agentc::lua::{Limit, Limits};

use super::{each, must_end, small};

/// Calls; `s` is a long text, `t` a long list, `m` a list with a metatable.
const CALLS: &[&str] = &[
    "s:find('y', 1, true)",
    "s:find('xxxy', 1, true)",
    "s:find('.-y')",
    "s:find('x*y')",
    "s:find('[^y]*y')",
    "s:find('%f[y]')",
    "s:find('(x)(x*)y')",
    "s:find('%bxy')",
    "s:match('.-.-.-y')",
    "s:match('x-y')",
    "s:match('^(x*)%1y')",
    "s:gmatch('y')()",
    "for _ in s:gmatch('x') do end",
    "s:gsub('x', 'y')",
    "s:gsub('x', '%0%0')",
    "s:gsub('.', {})",
    "s:gsub('.', function() end)",
    "s:gsub('', 'y')",
    "s:gsub('x-y', '')",
    "('x'):rep(200000)",
    "s:rep(2, s)",
    "s:upper()",
    "s:lower()",
    "s:reverse()",
    "s:sub(2)",
    "s:len()",
    "s:byte(1, 50000)",
    "('%s'):format(s)",
    "('%q'):format(s)",
    "('%99.99f'):rep(20):format(table.unpack(t, 1, 20))",
    "table.concat(t)",
    "table.concat(t, s:sub(1, 10))",
    "table.concat({ s, s })",
    "table.unpack(t, 1, 10000)",
    "table.pack(table.unpack(t, 1, 10000))",
    "table.insert(t, 1, 1) table.remove(t, 1)",
    "table.move(t, 1, #t, 2)",
    "table.move(t, 1, #t, 1, {})",
    "table.sort(t)",
    "table.sort(t, function(a, b) return a > b end)",
    "table.concat(m)",
    "table.unpack(m, 1, 10000)",
    "table.remove(m, 1)",
    "table.move(m, 1, #m, 1, {})",
    "string.pack('s', s)",
    "string.unpack('s', string.pack('s', s))",
    "string.unpack('z', z)",
    "string.packsize(('i4'):rep(1000))",
    "string.char(s:byte(1, 1000))",
    "utf8.len(s)",
    "utf8.codepoint(s, 1, 10000)",
    "for _ in utf8.codes(s) do end",
    "utf8.char(s:byte(1, 1000))",
    "tonumber(s)",
    "tonumber(d)",
    "local _ = d + 1",
    "pcall(function() return s + 1 end)",
    "local _ = s .. s",
    "local _ = s < s2",
    "local _ = s == s2",
    "next(t)",
    "next(h)",
    "for _ in pairs(t) do end",
    "for _ in pairs(h) do end",
    "for _ in ipairs(t) do end",
    "select('#', table.unpack(t, 1, 10000))",
    "select(-1, table.unpack(t, 1, 10000))",
    "math.max(table.unpack(t, 1, 10000))",
    "var.x = t",
    "var.x = s",
    "var[s:sub(1, 1000)] = 1",
    "json.decode(j)",
    "json.decode('\"' .. s .. '\"')",
    "pcall(json.decode, s)",
    "json.array(t)",
    "tostring(s)",
    "local _ = #s + #t",
    "pcall(error, s)",
    "string.format(('%s'):rep(1000), table.unpack(t, 1, 1000))",
    "local c = setmetatable({}, {}) getmetatable(c).__index = c pcall(function() return c.x end)",
    "(function(...) for i = 1, select('#', ...) do select(i, ...) end end)(table.unpack(t, 1, 5000))",
    "pcall(call, s)",
    "pcall(require, s)",
    "pcall(function() return sys[s] end)",
    "pcall(tools.call, s)",
    "pcall(tasks.join, t)",
    "pcall(table.concat, t, s, 1, 10)",
    "s:find(('x-'):rep(50) .. 'y')",
    "('x'):find(('%f[x]'):rep(30000))",
];

const SETUP: &str = "local s, s2 = ('x'):rep(200000), ('x'):rep(199999) .. 'y' local d, z = ('1'):rep(200000), ('x'):rep(200000) .. '\\0' \
    local t, h = {}, {} for i = 1, 20000 do t[i] = (i * 7919) % 1000 end for i = 1, 2000 do h['k' .. i] = i end \
    local m = setmetatable({}, { __index = function(_, i) return i <= 10000 and i or nil end, __len = function() return 10000 end, __newindex = function() end }) \
    local j = '[' .. ('[1],'):rep(5000) .. '2]'\n";

fn check(calls: &[&str], limits: Limits, by: &[Limit]) {
    each(calls, |engine, call| {
        let assigned = if call.starts_with("for ") || call.contains('=') || call.starts_with("table.insert") {
            (*call).to_owned()
        } else {
            format!("local _ = {call}")
        };
        let code = format!("{SETUP} while true do {assigned} end");
        must_end(engine, limits, &code, by).map_err(|problem| ((*call).to_owned(), problem))
    });
}

/// Whether a call matches a pattern.
fn is_matching(call: &str) -> bool {
    ["find(", "match(", "gsub("].iter().any(|name| call.contains(name))
}

/// Matching takes its steps from the instructions.
#[test]
fn matching_counts_as_instructions() {
    let calls: Vec<&str> = CALLS.iter().copied().filter(|call| is_matching(call)).collect();
    let limits = Limits { instructions: 2_000_000, memory: 32 << 20, text: 8 << 20, ..small() };
    check(&calls, limits, &[Limit::Instructions, Limit::Text, Limit::Memory]);
}

/// Nothing ends these but the time, which is looked at often enough.
#[test]
fn time_counts_inside_functions() {
    let calls: Vec<&str> = CALLS.iter().copied().filter(|call| !is_matching(call)).collect();
    let limits = Limits {
        time: Duration::from_millis(150),
        instructions: 4_000_000_000,
        memory: 32 << 20,
        text: 8 << 20,
        ..small()
    };
    check(&calls, limits, &[Limit::Time, Limit::Text, Limit::Memory, Limit::Instructions]);
}
