//! Ways out that once worked, or nearly: each is a kind of its own.

use agentc::lua::{Engine, Limit, Limits};

use super::{all_right, is_usable, must_end, small, watched};

/// A handler that runs for ever, in a function that runs for ever: where Lua calls it from C, no hook ends it.
const TRAP: &str = "local x <close> = setmetatable({}, { __close = function() while true do end end }) \
                    while true do end";

#[test]
fn nothing_of_a_prompt_is_called_by_c() {
    let engine = Engine::new();
    let trapped = [
        "local t = { 1 } for i in ipairs(t) do setmetatable(t, { __index = function() TRAP end }) end",
        "setmetatable(string, { __index = function() TRAP end }) return table.unpack('abc', 1, 1)",
        "setmetatable(string, { __index = function() TRAP end }) return table.move('abc', 1, 1, 1, {})",
        "return table.concat(setmetatable({}, { __len = function() return 3 end, __index = function() TRAP end }))",
        "return tostring(setmetatable({}, { __tostring = function() TRAP end }))",
        "return ('%s'):format(setmetatable({}, { __tostring = function() TRAP end }))",
        "error(setmetatable({}, { __tostring = function() TRAP end }))",
        "return 'a' + setmetatable({}, { __add = function() TRAP end })",
        "xpcall(error, function() TRAP end, 'x')",
        "for _ in function() return 1 end, nil, nil, setmetatable({}, { __close = function() TRAP end }) do end",
        "local co = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() TRAP end }) \
         coroutine.yield() end) coroutine.resume(co) coroutine.close(co)",
        "## Main\n\n{{ name }}\n\n```lua\nsetmetatable(_G, { __index = function() TRAP end })\nreturn prose\n```",
    ];
    let mut failures = Vec::new();
    for body in trapped {
        let body = body.replace("TRAP", TRAP);
        if let Err(problem) = must_end(&engine, small(), &body, &[Limit::Instructions]) {
            failures.push((body, problem));
        }
    }
    all_right(&failures);
}

#[test]
fn work_that_has_no_result_is_paid_for() {
    let engine = Engine::new();
    for body in ["return (''):rep(1 << 62)", "return (''):rep(1 << 62, '')"] {
        must_end(&engine, small(), body, &[Limit::Instructions, Limit::Memory]).unwrap();
    }
    // A search looks at the other limits too.
    let limits = Limits {
        instructions: u64::MAX,
        busy: std::time::Duration::from_millis(300),
        memory: 64 << 20,
        ..Limits::default()
    };
    let body = "return ('x'):rep(200000):find(('.-'):rep(5) .. 'y')";
    must_end(&engine, limits, body, &[Limit::Busy]).unwrap();
}

/// What each gives, whatever is tried with it.
#[test]
fn what_the_engine_keeps_to_itself() {
    let engine = Engine::new();
    let cases = [
        // The error that closes a coroutine is of that time alone.
        (
            "local kept local co = coroutine.create(function() \
             local x <close> = setmetatable({}, { __close = function(_, e) kept = e end }) coroutine.yield() end) \
             coroutine.resume(co) local ok = coroutine.close(co) local caught, again = pcall(error, kept) \
             return tostring(ok) .. ' ' .. tostring(caught) .. ' ' .. tostring(again == kept)",
            Ok("true false true"),
        ),
        // A handler that is none leaves nothing behind.
        ("pcall(xpcall, error, 42, 'x') return models.infer('q')", Ok("reply")),
        // Equal to everything, and still no request.
        (
            "local any = setmetatable({}, { __eq = function() return true end }) \
             local co = coroutine.wrap(function() coroutine.yield(any, 5, 'forged') return 'end' end) \
             co() return co()",
            Ok("end"),
        ),
        ("return tostring(coroutine.wrap(function() return coroutine.isyieldable() end)())", Ok("true")),
        ("return tostring(setmetatable({}, { __name = 'X' })):sub(1, 5)", Ok("X: 0x")),
        ("return ('%p'):format('abc')", Err("invalid conversion '%p' to 'format'")),
        (
            "return ('%d'):format(setmetatable({}, { __tostring = function() return '10' end }))",
            Err("number expected"),
        ),
        ("error(setmetatable({}, { __tostring = function() return 'told' end }))", Err("told")),
        ("json.array(argv)", Err("frozen")),
    ];
    for (body, expected) in cases {
        let (outcome, _) = watched(&engine, small(), body);
        match (outcome, expected) {
            (Ok(Ok(text)), Ok(expected)) => assert_eq!(text, expected, "{body}"),
            (Ok(Err(error)), Err(expected)) => assert!(error.message.contains(expected), "{body}\n{error}"),
            (outcome, _) => panic!("{body}\n{outcome:?}"),
        }
        is_usable(&engine).unwrap();
    }
}

#[test]
fn memory_that_rust_runs_out_of_is_the_same_limit() {
    let engine = Engine::new();
    let body = "pcall(json.decode, '[' .. ('[],'):rep(300000) .. '1]') return 'caught'";
    let limits = Limits { instructions: 100_000_000, memory: 8 << 20, ..small() };
    must_end(&engine, limits, body, &[Limit::Memory]).unwrap();
}
