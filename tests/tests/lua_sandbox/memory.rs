//! The memory limit, hit in as many places as there are.

use agentc::lua::{Engine, Limit, Limits, RunErrorKind, ScriptedModel};

use super::{all_right, is_usable, lua, prompt, small};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Uses everything that allocates.
fn everything() -> String {
    format!(
        "## Main\n\nA {{{{ args }}}} {{{{ var.list }}}} {{{{ data }}}} {{{{ sys.id }}}} {{{{ late }}}}{}{}## Other{}",
        lua("local t = {} for i = 1, 800 do t['k' .. i] = { i, tostring(i) } end \
             data = { list = {}, name = 'x' } for i = 1, 300 do data.list[i] = ('y'):rep(i % 20) end \
             var.list = data.list var.deep = { { { data.list } } } \
             setmetatable(_G, { __index = function(_, k) return k:rep(50) end }) \
             local n = 0 for k in pairs(t) do n = n + #k end \
             local s = ('word '):rep(500) local c = select(2, s:gsub('%a+', function(w) return w:upper() end)) \
             for w in s:gmatch('%a+') do n = n + #w end \
             local sorted = {} for i = 1, 300 do sorted[i] = (i * 7919) % 1000 end table.sort(sorted) \
             local kept = {} for i = 1, 50 do kept[i] = coroutine.wrap(function(...) coroutine.yield(...) end) kept[i](i) end \
             local decoded = json.decode('[' .. ('{\"a\":[1,2]},'):rep(200) .. 'null]') \
             for i = 1, 50 do messages:user(('m'):rep(i)) end \
             local arms = tasks.fanout('## Other', { 1, 2, { a = 'b' } }) \
             local task = tasks.spawn('## Other', { item = 'x' }) local joined = tasks.join({ task }) \
             local ok, e = pcall(call, '## Missing') local ok2, e2 = xpcall(error, function(e) return e .. s end, 'x') \
             local found = {} for k, v in next, decoded[1] do found[#found + 1] = k end \
             var.n = n .. ' ' .. c .. ' ' .. #sorted .. ' ' .. #decoded .. ' ' .. #messages .. ' ' .. arms[3].text .. ' ' \
               .. joined[1].result .. ' ' .. tostring(ok) .. #e2"),
        lua("return models.infer(prose:sub(1, 10)) .. #prose .. var.n"),
        lua("local t = {} for i = 1, 100 do t[i] = { i } end return models.infer('q') .. #t"),
    )
}

/// The same with what would catch.
fn catching() -> String {
    let inner = "local t = {} for i = 1, 400 do t[i] = { tostring(i), ('x'):rep(i) } end \
        local s = json.decode('[' .. ('[],'):rep(300) .. '1]') var.x = { #s, t[400][1] } return #table.concat(var.x, ' ')";
    format!(
        "## Main{}",
        lua(&format!(
            "local function work() {inner} end \
             for i = 1, 3 do \
               local ok, n = pcall(work) if not ok then return 'caught ' .. tostring(n) end \
               ok, n = xpcall(work, function(e) return e end) if not ok then return 'caught ' .. tostring(n) end \
               ok, n = coroutine.resume(coroutine.create(work)) if not ok then return 'caught ' .. tostring(n) end \
               ok, n = pcall(coroutine.wrap(work)) if not ok then return 'caught ' .. tostring(n) end \
             end return 'right'"
        ))
    )
}

fn sweep(body: &str, limits: impl Iterator<Item = usize>) {
    let parsed = prompt(body);
    let run = |engine: &Engine, memory: usize| {
        let limits = Limits { memory, instructions: 10_000_000, ..small() };
        let model = ScriptedModel::new(vec!["reply"; 20]);
        catch_unwind(AssertUnwindSafe(|| engine.run(&parsed, "args").limits(limits).model(model).block()))
    };
    let right = run(&Engine::new(), 64 << 20).unwrap().unwrap();
    let (mut failures, mut reached, mut ended) = (Vec::new(), 0, 0);
    for memory in limits {
        // A state of its own: what earlier runs left behind may be used up first.
        let engine = Engine::with_limits(small());
        match run(&engine, memory) {
            Ok(Ok(text)) if text == right => ended += 1,
            Ok(Err(error)) if error.kind == RunErrorKind::Limit && error.limit == Some(Limit::Memory) => {
                reached += 1
            }
            Ok(other) => failures.push((memory.to_string(), format!("{other:.200?}"))),
            Err(_) => failures.push((memory.to_string(), "panicked".to_owned())),
        }
        if ended % 16 == 0
            && let Err(problem) = is_usable(&engine)
        {
            failures.push((memory.to_string(), problem));
        }
    }
    assert!(reached > 0 && ended > 0, "{reached} reached the limit, {ended} did not");
    all_right(&failures);
}

#[test]
fn under_two_hundred_limits() {
    sweep(&everything(), (0..200).map(|step| 100_000 + step * 9_001).chain([4 << 20]));
}

#[test]
fn under_small_limits() {
    sweep(&everything(), (0..100).map(|step| step * 1_511).chain([4 << 20]));
}

#[test]
fn caught_under_a_hundred_limits() {
    sweep(&catching(), (0..100).map(|step| 10_000 + step * 3_301).chain([4 << 20]));
}
