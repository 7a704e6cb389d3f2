//! Each limit, reached in each way. Nothing in a prompt catches it or outlives it.

use agentc::lua::{Engine, Event, Limit, Limits, RunErrorKind, ScriptedModel};

use super::{each, is_usable, lua, must_end, prompt, small};

const INSTRUCTIONS: &[Limit] = &[Limit::Instructions];
const MEMORY: &[Limit] = &[Limit::Memory];

/// A handler of a `<close>` variable that loops: what a hook that raises an error would run with hooks off.
const CLOSING: &str = "local function looping() while true do end end\n\
    local closing = setmetatable({}, { __close = looping })\n\
    local function trap() local guard <close> = closing while true do end end\n";

/// Never-ending Lua. `looping` loops; `trap` loops with a variable whose handler loops; `closing` is its value.
const ENDLESS: &[&str] = &[
    // Plain.
    "while true do end",
    "for i = 1, math.huge do end",
    "for i = 1, math.maxinteger do end",
    "repeat until false",
    "::again:: goto again",
    "trap()",
    "local function f() return f() end f()",
    "local function f(n) if n > 0 then f(n - 1) end return f(n) end f(100)",
    // Caught in a loop.
    "while true do pcall(looping) end",
    "while true do pcall(trap) end",
    "while true do pcall(pcall, looping) end",
    "while true do pcall(error, 'x') end",
    "while true do pcall(function() local x = nil + 1 end) end",
    "while true do xpcall(looping, looping) end",
    "while true do xpcall(trap, trap, trap) end",
    "while true do xpcall(error, trap, 'x') end",
    "while true do xpcall(error, function(e) error(e) end, 'x') end",
    "while true do pcall(xpcall, looping, function() return 'caught' end) end",
    "while true do xpcall(xpcall, looping, error, trap, looping) end",
    "local function f() pcall(f) end while true do f() end",
    "local function f() return xpcall(f, f) end while true do f() end",
    // Coroutines.
    "while true do coroutine.wrap(looping)() end",
    "while true do coroutine.wrap(trap)() end",
    "while true do coroutine.resume(coroutine.create(trap)) end",
    "while true do coroutine.wrap(function() end)() end",
    "while true do coroutine.create(function() end) end",
    "while true do coroutine.resume(coroutine.create(error), 'x') end",
    "local function f(d) if d < 150 then for i = 1, 40 do pcall(coroutine.wrap(f), d + 1) end end end f(1)",
    "local function f() coroutine.wrap(f)() end while true do pcall(f) end",
    "local co = coroutine.wrap(function() while true do coroutine.yield() end end) while true do co() end",
    "for x in coroutine.wrap(function() while true do coroutine.yield(1) end end) do end",
    "for x in coroutine.wrap(function() coroutine.yield(1) trap() end) do end",
    "local co = coroutine.create(function() while true do pcall(coroutine.yield) end end) \
     while true do coroutine.resume(co) end",
    "while true do pcall(coroutine.wrap(function() pcall(trap) end)) end",
    "local co = coroutine.create(function() pcall(trap) while true do coroutine.yield() end end) \
     coroutine.resume(co) while true do coroutine.resume(co) end",
    "while true do coroutine.yield = coroutine.yield pcall(coroutine.yield) end",
    "while true do pcall(coroutine.resume, coroutine.running()) end",
    "while true do pcall(coroutine.close, coroutine.running()) end",
    // Closing.
    "local x <close> = closing",
    "do local x <close> = closing end",
    "local x <close> = closing error('x')",
    "local x <close> = closing return 1",
    "local x <close>, y = closing, 1 trap()",
    "while true do local x <close> = closing end",
    "while true do local x <close> = closing break end",
    "local x <close> = closing local y <close> = closing trap()",
    "for k in function() return 1 end, nil, nil, closing do trap() end",
    "for k in function() return 1 end, nil, nil, closing do break end",
    "for k in function() end, nil, nil, closing do end",
    "for k in function() return 1 end, nil, nil, closing do error('x') end",
    "for k in trap, nil, nil, closing do end",
    "pcall(function() local x <close> = closing error('x') end)",
    "while true do pcall(function() local x <close> = setmetatable({}, { __close = error }) trap() end) end",
    "local co = coroutine.create(function() local x <close> = closing coroutine.yield() end) \
     coroutine.resume(co) coroutine.close(co)",
    "local co = coroutine.create(function() local x <close> = closing coroutine.yield() end) \
     coroutine.resume(co) while true do pcall(coroutine.close, co) end",
    "local co = coroutine.create(function() \
       local x <close> = setmetatable({}, { __close = function() coroutine.yield() trap() end }) coroutine.yield() end) \
     coroutine.resume(co) coroutine.close(co) while true do coroutine.resume(co) end",
    "local co co = coroutine.wrap(function() local x <close> = closing coroutine.yield() error('x') end) co() pcall(co)",
    "local function f() local x <close> = setmetatable({}, { __close = f }) end while true do pcall(f) end",
    "local function new() return setmetatable({}, { __close = function() local x <close> = new() end }) end \
     while true do pcall(function() local x <close> = new() end) end",
    // Metamethods of every kind.
    "return setmetatable({}, { __index = trap }).x",
    "setmetatable({}, { __newindex = trap }).x = 1",
    "return setmetatable({}, { __call = trap })()",
    "return tostring(#setmetatable({}, { __len = trap }))",
    "return setmetatable({}, { __add = trap }) + 1",
    "return 1 - setmetatable({}, { __sub = trap })",
    "return 2 * setmetatable({}, { __mul = trap })",
    "return 1 / setmetatable({}, { __div = trap })",
    "return 1 // setmetatable({}, { __idiv = trap })",
    "return 1 % setmetatable({}, { __mod = trap })",
    "return 2 ^ setmetatable({}, { __pow = trap })",
    "return -setmetatable({}, { __unm = trap })",
    "return 1 & setmetatable({}, { __band = trap })",
    "return 1 | setmetatable({}, { __bor = trap })",
    "return 1 ~ setmetatable({}, { __bxor = trap })",
    "return ~setmetatable({}, { __bnot = trap })",
    "return 1 << setmetatable({}, { __shl = trap })",
    "return 1 >> setmetatable({}, { __shr = trap })",
    "return 'a' .. setmetatable({}, { __concat = trap })",
    "return setmetatable({}, { __concat = trap }) .. 'a' .. 'b'",
    "local m = { __eq = trap } return setmetatable({}, m) == setmetatable({}, m)",
    "local m = { __lt = trap } return setmetatable({}, m) < setmetatable({}, m)",
    "local m = { __le = trap } return setmetatable({}, m) <= 1",
    "return pairs(setmetatable({}, { __pairs = trap }))",
    "for k in pairs(setmetatable({}, { __pairs = function() return trap end })) do end",
    "for i in setmetatable({}, { __call = trap }) do end",
    "while true do pcall(function() return setmetatable({}, { __index = trap }).x end) end",
    // What a library asks of a table.
    "for i in ipairs(setmetatable({}, { __index = trap })) do end",
    "for i in ipairs(setmetatable({}, { __index = function() return 1 end })) do end",
    "return table.concat(setmetatable({}, { __len = trap }))",
    "return table.concat(setmetatable({}, { __len = function() return 3 end, __index = trap }))",
    "return table.unpack(setmetatable({}, { __index = trap }), 1, 3)",
    "return table.unpack(setmetatable({}, { __len = trap }))",
    "table.insert(setmetatable({}, { __len = trap }), 1)",
    "table.insert(setmetatable({}, { __newindex = trap }), 1)",
    "table.insert(setmetatable({}, { __len = function() return 1 << 40 end, __index = error, __newindex = trap }), 1)",
    "table.remove(setmetatable({}, { __len = trap }))",
    "table.remove(setmetatable({}, { __len = function() return 3 end, __index = trap }))",
    "table.remove(setmetatable({}, { __len = function() return 1 << 40 end, __index = function() return 1 end }), 1)",
    "table.move(setmetatable({}, { __index = trap }), 1, 3, 1, {})",
    "table.move({ 1, 2 }, 1, 2, 1, setmetatable({}, { __newindex = trap }))",
    "table.move(setmetatable({}, { __index = function() return nil end }), 1, math.maxinteger - 1, 2)",
    "table.sort(setmetatable({}, { __len = trap }))",
    "table.sort(setmetatable({}, { __len = function() return 3 end, __index = trap }))",
    "table.sort({ 3, 2, 1 }, trap)",
    "while true do pcall(table.sort, { 3, 2, 1 }, trap) end",
    "table.sort({ 3, 2, 1 }, setmetatable({}, { __call = trap }).x or trap)",
    "local m = { __lt = trap } table.sort({ setmetatable({}, m), setmetatable({}, m) })",
    "while true do pcall(table.sort, { 3, 2, 1, 5, 4 }, function() return true end) end",
    // Texts of values.
    "return tostring(setmetatable({}, { __tostring = trap }))",
    "return string.format('%s', setmetatable({}, { __tostring = trap }))",
    "return ('%s'):format(setmetatable({}, { __tostring = looping }))",
    "error(setmetatable({}, { __tostring = trap }))",
    "while true do pcall(error, setmetatable({}, { __tostring = trap })) end",
    "tools.add_local('t', '', {}, trap) tools.call('t')",
    "tools.add_local('t', '', {}, trap) while true do pcall(tools.call, 't') end",
    "tools.call(setmetatable({}, { __tostring = trap }))",
    "return sys[setmetatable({}, { __tostring = trap })]",
    "argv[setmetatable({}, { __tostring = trap })] = 1",
    "var[setmetatable({}, { __tostring = trap })] = 1",
    "return 1 .. setmetatable({}, { __tostring = trap, __concat = trap })",
    // Arithmetic on strings.
    "return '1' + setmetatable({}, { __add = trap })",
    "return 'x' - setmetatable({}, { __sub = trap })",
    "return '1' * setmetatable({}, { __mul = trap })",
    "return '1' / setmetatable({}, { __div = trap })",
    "return '1' // setmetatable({}, { __idiv = trap })",
    "return '1' % setmetatable({}, { __mod = trap })",
    "return '1' ^ setmetatable({}, { __pow = trap })",
    "while true do pcall(function() return '1' + {} end) end",
    "while true do local x = '10' + '5' end",
    // The string metatable's library.
    "setmetatable(string, { __index = trap }) return ('x').missing",
    "setmetatable(string, { __index = trap }) while true do pcall(function() return ('x').missing end) end",
    "string.upper = trap return ('x'):upper()",
    // Callbacks of patterns.
    "return ('x'):gsub('.', trap)",
    "while true do pcall(string.gsub, 'x', '.', trap) end",
    "return ('x'):gsub('.', setmetatable({}, { __index = trap }))",
    "while true do ('x'):gsub('.', {}) end",
    "while true do for word in ('a b c'):gmatch('%a+') do end end",
    "for word in ('x'):rep(100000):gmatch('') do end",
    "for word in ('x'):rep(1000):gmatch('.-') do for inner in ('x'):rep(1000):gmatch('x') do end end",
    "while true do ('x'):find('y') end",
    // `_G`.
    "setmetatable(_G, { __index = trap }) return missing",
    "setmetatable(_G, { __newindex = trap }) missing = 1",
    "setmetatable(_G, { __index = setmetatable({}, { __index = trap }) }) return missing",
    "setmetatable(_G, { __newindex = setmetatable({}, { __newindex = trap }) }) missing = 1",
    "setmetatable(_G, { __index = function(t, k) return _G[k] end }) while true do pcall(function() return missing end) end",
    "setmetatable(_G, { __index = _G }) while true do pcall(function() return missing end) end",
    "setmetatable(_G, { __newindex = function(t, k, v) t[k] = v end }) while true do pcall(function() missing = 1 end) end",
    "_ENV = setmetatable({}, { __index = trap }) return missing",
    "pcall = nil error = nil while true do end",
    // Everything else that loops.
    "while true do setmetatable({}, {}) end",
    "while true do local t = {} end",
    "while true do tostring(1) end",
    "while true do select('#') end",
    "while true do pcall(require, '## Missing') end",
    "while true do pcall(call, '## Missing') end",
    "while true do pcall(tasks.fanout, '## Missing', {}) end",
    "while true do pcall(models.infer, 1) end",
    "while true do var.x = 1 end",
    "while true do var.x = { 1, 2, { 3 } } end",
    "while true do local x = var.x end",
    "while true do json.decode('[1,2]') end",
    "while true do pcall(json.decode, '[1,2') end",
    "while true do json.array() end",
    "while true do for k in pairs(sys) do end end",
    "while true do next({ 1 }) end",
    "while true do local id = sys.id end",
    "while true do math.random() end",
    "while true do local m = #messages end",
];

#[test]
fn instructions() {
    each(ENDLESS, |engine, body| {
        let code = format!("{CLOSING}{body}");
        must_end(engine, small(), &code, INSTRUCTIONS).map_err(|problem| ((*body).to_owned(), problem))
    });
}

/// The same, where the time is what ends it: nothing but the meter differs.
#[test]
fn time() {
    let limits = Limits { instructions: u64::MAX, time: std::time::Duration::from_millis(30), ..small() };
    let some: Vec<&str> =
        ENDLESS.iter().copied().step_by(5).filter(|body| !body.contains("maxinteger")).collect();
    each(&some, |engine, body| {
        let code = format!("{CLOSING}{body}");
        must_end(engine, limits, &code, &[Limit::Time]).map_err(|problem| ((*body).to_owned(), problem))
    });
}

/// In the H1 body, a called section, a library, an arm, a task and a coroutine it is the same.
#[test]
fn instructions_in_every_place() {
    let code = format!("{CLOSING} while true do pcall(trap) end");
    let places = [
        format!("## Main{}## Other{}", lua("while true do pcall(call, '## Other') end"), lua(&code)),
        format!("## Main{}## Other{}", lua("while true do pcall(require, '## Other') end"), lua(&code)),
        format!(
            "## Main{}## Other{}",
            lua("while true do pcall(tasks.fanout, '## Other', { 1, 2 }) end"),
            lua(&code)
        ),
        format!(
            "## Main{}## Other{}",
            lua("return tasks.join({ tasks.spawn('## Other') })[1].result"),
            lua(&code)
        ),
        format!(
            "## Main{}## Other{}",
            lua("return tasks.join_any({ tasks.spawn('## Other') }).task"),
            lua(&code)
        ),
        format!("## Main{}## Other{}", lua("tasks.spawn('## Other') models.infer('q')"), lua(&code)),
        format!("## Main{}## Other{}", lua("return coroutine.wrap(call)('## Other')"), lua(&code)),
        format!(
            "## Main{}## Other{}",
            lua("return xpcall(call, function(e) return e end, '## Other')"),
            lua(&code)
        ),
        format!(
            "## Main{}",
            lua("return coroutine.wrap(function() models.infer('q') while true do end end)()")
        ),
        format!(
            "## Main\n\n{{{{ x }}}}{}",
            lua("setmetatable(_G, { __index = function() while true do end end }) return prose")
        ),
        format!(
            "## Main\n\n{{{{ x }}}}{}",
            lua(
                "setmetatable(_G, { __index = function() while true do end end }) while true do pcall(function() return prose end) end"
            )
        ),
        format!(
            "## Main\n\n{{{{ x }}}}{}",
            lua(&format!("{CLOSING} setmetatable(_G, {{ __index = trap }}) return prose"))
        ),
        format!(
            "## Main\n\n{{{{ x }}}}{}",
            lua(
                "setmetatable(_G, { __index = function() return prose end }) while true do pcall(function() return prose end) end"
            )
        ),
        format!("## Main\n\n{{{{ x }}}}{}", lua("while true do pcall(function() return prose end) end")),
        format!(
            "## Main{}## Other{}",
            lua("while true do pcall(require, '## Other') end"),
            lua("error('not loaded')")
        ),
        format!("## Main{}## Other{}", lua("while true do require('## Other') end"), lua("x = 1")),
        format!(
            "## Main{}## Other{}",
            lua("while true do pcall(call, '## Other') end"),
            lua("require('## Other')")
        ),
        format!("## Main{}## Other{}", lua("while true do call('## Other') end"), lua("return 1")),
        format!("## Main{}## Other{}", lua("while true do pcall(call, '## Other') end"), lua("error({})")),
    ];
    each(&places, |engine, body| {
        must_end(engine, small(), body, INSTRUCTIONS).map_err(|problem| (body.clone(), problem))
    });
    let engine = Engine::with_limits(small());
    let error = engine.run(&super::sections(&lua(&code)), "").block().unwrap_err();
    assert_eq!((error.kind, error.limit), (RunErrorKind::Limit, Some(Limit::Instructions)), "in the H1 body");
    is_usable(&engine).unwrap();
}

/// Lua that needs ever more memory.
const HUNGRY: &[&str] = &[
    "local s = 'x' while true do s = s .. s end",
    "local s = 'x' while true do s = s .. s .. s end",
    "local s = ('x'):rep(1000000) local t = {} while true do t[#t + 1] = s .. #t end",
    "return ('x'):rep(100000000)",
    "return pcall(string.rep, 'x', 100000000)",
    "return xpcall(string.rep, function() return 'caught' end, 'x', 100000000)",
    "while true do pcall(string.rep, 'x', 100000000) end",
    "local t = {} while true do t = { t, t } end",
    "local t = {} for i = 1, math.huge do t[i] = {} end",
    "local t = {} for i = 1, math.huge do t[i] = 'text ' .. i end",
    "local t = {} for i = 1, math.huge do t['k' .. i] = i end",
    "local t = {} while true do pcall(function() for i = #t + 1, math.huge do t[i] = { i } end end) end",
    "local t = {} for i = 1, math.huge do t[i] = function() return i end end",
    "local t = {} for i = 1, math.huge do t[i] = coroutine.create(function() end) end",
    "local function f() return f() + 1 end f()",
    "local function f(x) local t = { f } return f({ x, t }) end f()",
    "local co = coroutine.wrap(function() local s = 'x' while true do s = s .. s end end) co()",
    "pcall(coroutine.wrap(function() local s = 'x' while true do s = s .. s end end)) return 'caught'",
    "coroutine.resume(coroutine.create(function() local s = 'x' while true do s = s .. s end end)) return 'caught'",
    "return ('x'):rep(3000000):gsub('x', 'yyyy')",
    "return ('x'):rep(1000):gsub('x', function() return ('y'):rep(10000) end)",
    "return ('x'):rep(2000000):upper():lower():reverse()",
    "local s = ('x'):rep(1500000) return string.format('%s%s%s', s, s, s)",
    "local s = ('x'):rep(1500000) return table.concat({ s, s, s })",
    "local s = ('x'):rep(1500000) return string.pack('s4s4s4', s, s, s)",
    "local t = {} for i = 1, 100 do t[i] = i end while true do t = table.pack(table.unpack(t), table.unpack(t)) t = table.move(t, 1, #t, #t + 1) end",
    "local x <close> = setmetatable({}, { __close = function() local s = 'x' while true do s = s .. s end end })",
    "return tostring(setmetatable({}, { __tostring = function() local s = 'x' while true do s = s .. s end end }))",
    "table.sort({ 2, 1 }, function() local s = 'x' while true do s = s .. s end end)",
    "return setmetatable({}, { __index = function() local s = 'x' while true do s = s .. s end end }).x",
    "local t = {} for i = 1, 60 do t = { t, t } end var.x = t",
    "var.a = { 1 } while true do var.a = { var.a, var.a } end",
    "local i = 0 while true do i = i + 1 var['k' .. i] = ('x'):rep(1000) .. i end",
    "tools.add_local('t', '', {}, function() return ('x'):rep(100000000) end) return tools.call('t')",
    "local t = {} for i = 1, math.huge do t[i] = tostring({}) end",
];

#[test]
fn memory() {
    let limits = Limits { instructions: u64::MAX, text: 64 << 20, ..small() };
    each(HUNGRY, |engine, body| {
        must_end(engine, limits, body, MEMORY).map_err(|problem| ((*body).to_owned(), problem))
    });
}

/// Bodies of prompts that reach other limits.
fn others() -> Vec<(Limit, String)> {
    let main = |code: &str| format!("## Main{}", lua(code));
    let two = |code: &str, other: &str| format!("## Main{}## Other{}", lua(code), lua(other));
    let prose = |prose: &str, code: &str| format!("## Main\n\n{prose}{}", lua(code));
    vec![
        // Rounds.
        (Limit::Rounds, main("while true do models.infer('q') end")),
        (Limit::Rounds, main("while true do pcall(models.infer, 'q') end")),
        (
            Limit::Rounds,
            main("local ask = coroutine.wrap(function() while true do models.infer('q') end end) ask()"),
        ),
        (
            Limit::Rounds,
            two("tasks.fanout('## Other', { 1, 2, 3 })", "while true do pcall(models.infer, 'q') end"),
        ),
        (Limit::Rounds, two("while true do pcall(call, '## Other') end", "return models.infer('q')")),
        (Limit::Rounds, main("for i = 1, 21 do models.infer('q') end return 'x'")),
        (Limit::Round, main("return models.infer(('x'):rep((64 << 10) + 1))")),
        (Limit::Round, main("return pcall(models.infer, ('x'):rep(100000))")),
        (
            Limit::Round,
            main("return xpcall(models.infer, function() return 'caught' end, ('x'):rep(100000))"),
        ),
        (
            Limit::Round,
            two("return tasks.fanout('## Other', { 1 })[1].text", "return models.infer(('é'):rep(50000))"),
        ),
        // Nesting.
        (Limit::Nesting, two("return call('## Other')", "return call('## Main')")),
        (Limit::Nesting, two("return pcall(call, '## Other')", "return pcall(call, '## Main')")),
        (
            Limit::Nesting,
            two(
                "return tasks.fanout('## Other', { 1 })[1].text",
                "return tasks.fanout('## Main', { 1 })[1].text",
            ),
        ),
        (
            Limit::Nesting,
            two(
                "return tasks.join({ tasks.spawn('## Other') })[1].ok",
                "return tasks.join({ tasks.spawn('## Main') })[1].ok",
            ),
        ),
        (
            Limit::Nesting,
            two("return xpcall(call, call, '## Other')", "return xpcall(call, call, '## Main')"),
        ),
        (
            Limit::Nesting,
            format!(
                "## Main\n\n{{{{ x }}}}{0}## Other\n\n{{{{ x }}}}{1}",
                lua("setmetatable(_G, { __index = function() return call('## Other') end }) return prose"),
                lua("setmetatable(_G, { __index = function() return call('## Main') end }) return prose")
            ),
        ),
        // Tasks.
        (
            Limit::Tasks,
            two(
                "local t = {} for i = 1, 100 do t[i] = i end return pcall(tasks.fanout, '## Other', t)",
                "return 1",
            ),
        ),
        (Limit::Tasks, two("while true do pcall(tasks.fanout, '## Other', { 1, 2, 3 }) end", "return 1")),
        (Limit::Tasks, two("while true do pcall(tasks.spawn, '## Other') end", "return 1")),
        (Limit::Tasks, two("while true do tasks.join({ tasks.spawn('## Other') }) end", "return 1")),
        (Limit::Tasks, two("while true do tasks.join_any({ tasks.spawn('## Other') }) end", "return 1")),
        (
            Limit::Tasks,
            two(
                "while true do call('## Other') end",
                "tasks.join({ tasks.spawn('### Inner') })\n```\n\n### Inner\n\n```lua\nreturn 1",
            ),
        ),
        // Texts.
        (Limit::Text, prose("{{ x }}{{ x }}", "x = ('x'):rep(600000) return prose")),
        (
            Limit::Text,
            prose("{{ x }}{{ x }}", "x = ('x'):rep(600000) return pcall(function() return prose end)"),
        ),
        (Limit::Text, prose("{{ x }}", "local t = {} for i = 1, 60 do t = { t, t } end x = t return prose")),
        (
            Limit::Text,
            prose("{{ x }}", "local t = { '' } for i = 1, 60 do t = { a = t, b = t } end x = t return prose"),
        ),
        (
            Limit::Text,
            prose(
                "{{ x }}",
                "local t = ('x'):rep(1000) for i = 1, 60 do t = { t, t } end x = t return prose",
            ),
        ),
        (
            Limit::Text,
            prose(
                "{{ x }}",
                "local t = {} for i = 1, 300000 do t[i] = false end x = { t, t, t, t } return prose",
            ),
        ),
        (Limit::Text, prose("{{ var.x }}{{ var.x }}", "var.x = ('x'):rep(600000) return prose")),
        (
            Limit::Text,
            prose(
                "{{ x }}{{ x }}",
                "setmetatable(_G, { __index = function() return ('x'):rep(600000) end }) return prose",
            ),
        ),
        (Limit::Text, prose("{{ x }}", "x = { ('\\1'):rep(300000) } return prose")),
        (Limit::Text, main("while true do messages:user('x') end")),
        (Limit::Text, main("while true do messages:user('') end")),
        (Limit::Text, main("while true do messages:user(('x'):rep(10000)) end")),
        (Limit::Text, main("while true do pcall(messages.system, messages, ('x'):rep(10000)) end")),
        (Limit::Text, two("return tasks.fanout('## Other', { 1 })[1].ok", "return ('x'):rep(2 << 20)")),
        (
            Limit::Text,
            two("return tasks.join({ tasks.spawn('## Other') })[1].ok", "error(('x'):rep(2 << 20))"),
        ),
        (Limit::Text, main("return ('x'):rep(1000000):gsub('x', 'yy')")),
    ]
}

#[test]
fn rounds_nesting_tasks_texts() {
    let limits = Limits { instructions: 10_000_000, memory: 64 << 20, text: 256 << 10, ..small() };
    each(&others(), |engine, (limit, body)| {
        must_end(engine, limits, body, &[*limit]).map_err(|problem| (format!("{limit}: {body}"), problem))
    });
}

/// Exactly what is allowed is allowed.
#[test]
fn at_the_limit() {
    let engine = Engine::with_limits(Limits { instructions: 10_000_000, ..small() });
    let other = lua("return #models.infer('q') .. #args");
    let right = [
        ("for i = 1, 20 do models.infer('q') end return 'right'".to_owned(), "right"),
        ("return #models.infer(('x'):rep(64 << 10))".to_owned(), "5"),
        (
            format!(
                "## Main{}## Other{}",
                lua("local t = {} for i = 1, 49 do t[i] = i end return #tasks.fanout('## Other', t)"),
                lua("return 1")
            ),
            "49",
        ),
        (
            format!(
                "## Main{}## Other{other}",
                lua("local t = {} for i = 1, 20 do t[i] = i end return #tasks.fanout('## Other', t)")
            ),
            "20",
        ),
        (format!("## Main\n\n{{{{ x }}}}{}", lua("x = ('x'):rep(1 << 20) return #prose")), "1048576"),
    ];
    for (body, expected) in &right {
        let model = ScriptedModel::new(vec!["reply"; 100]);
        let text = engine
            .run(&prompt(body), "args")
            .model(model)
            .block()
            .unwrap_or_else(|e| panic!("{body}: {e:?}"));
        assert_eq!(text, *expected, "{body}");
    }
}

/// What the host hands in is a text too.
#[test]
fn texts_of_the_host() {
    let engine = Engine::with_limits(Limits { text: 100, ..small() });
    let error = engine.run(&prompt("return 'x'"), "x".repeat(101)).block().unwrap_err();
    assert_eq!((error.kind, error.limit), (RunErrorKind::Limit, Some(Limit::Text)));
    engine.run(&prompt("return 'x'"), "x".repeat(100)).block().unwrap();
    for caught in ["return models.infer('q')", "return pcall(models.infer, 'q')"] {
        let model = ScriptedModel::new(["x".repeat(101)]);
        let error = engine.run(&prompt(caught), "").model(model).block().unwrap_err();
        assert_eq!((error.kind, error.limit), (RunErrorKind::Limit, Some(Limit::Text)));
    }
}

/// Ends that are not limits: they come at once, with their own kind.
#[test]
fn other_ends() {
    let engine = Engine::with_limits(small());
    let ends: &[(&str, RunErrorKind, &str)] = &[
        ("error('x')", RunErrorKind::Lua, "x"),
        ("error({})", RunErrorKind::Lua, "error object is a table"),
        ("error()", RunErrorKind::Lua, "nil"),
        (
            "error(setmetatable({}, { __tostring = function() error('again') end }))",
            RunErrorKind::Lua,
            "error object",
        ),
        (
            "error(setmetatable({}, { __tostring = function() return {} end }))",
            RunErrorKind::Lua,
            "error object",
        ),
        ("error('\\xff')", RunErrorKind::Lua, "\u{fffd}"),
        ("return {}", RunErrorKind::Lua, "returned a table"),
        ("return '\\xff'", RunErrorKind::Lua, "not UTF-8"),
        ("return 0 / 0", RunErrorKind::Lua, "not finite"),
        ("coroutine.yield(1)", RunErrorKind::Lua, "outside a coroutine"),
        ("coroutine.wrap(error)('x')", RunErrorKind::Lua, "x"),
        ("local t = {} t[1] = t t[2] = t var.x = t", RunErrorKind::Lua, "inside itself"),
        ("local t = 1 for i = 1, 200 do t = { t } end var.x = t", RunErrorKind::Lua, "too deep"),
        ("json.decode(('['):rep(10000))", RunErrorKind::Lua, "json.decode"),
        ("var = {}", RunErrorKind::Lua, "var was replaced"),
        ("local e = select(2, pcall(call, 1)) e.message = {} error(e)", RunErrorKind::Lua, "error object"),
        (
            "local e = select(2, pcall(call, 1)) e.kind = {} error(e)",
            RunErrorKind::Lua,
            "call takes a heading",
        ),
    ];
    for (body, kind, part) in ends {
        let error = engine.run(&prompt(body), "").block().unwrap_err();
        assert!(error.kind == *kind && error.message.contains(part), "{body}: {error:?}");
        is_usable(&engine).unwrap();
    }
}

/// The listener is told of rounds and tasks up to the limit, not behind it.
#[test]
fn nothing_is_sent_behind_a_limit() {
    let engine = Engine::with_limits(Limits { rounds: 3, ..small() });
    let (sender, told) = std::sync::mpsc::channel();
    let error = engine
        .run(&prompt("while true do pcall(models.infer, 'q') end"), "")
        .model(ScriptedModel::new(vec!["r"; 10]))
        .on_event(move |event| {
            if let Event::RoundSent { round, .. } = event {
                sender.send(round).unwrap();
            }
        })
        .block()
        .unwrap_err();
    assert_eq!(error.limit, Some(Limit::Rounds));
    assert_eq!(told.iter().collect::<Vec<_>>(), [0, 1, 2]);
}

/// No value of a limit makes the engine panic; none at all is little, and as much as there is is enough.
#[test]
fn limits_at_their_ends() {
    let most = Limits {
        memory: usize::MAX,
        instructions: u64::MAX,
        time: std::time::Duration::MAX,
        text: usize::MAX,
        rounds: usize::MAX,
        round: usize::MAX,
        nesting: usize::MAX,
        tasks: usize::MAX,
        ..Limits::default()
    };
    let least = Limits {
        memory: 0,
        instructions: 0,
        time: std::time::Duration::ZERO,
        text: 0,
        rounds: 0,
        round: 0,
        nesting: 0,
        tasks: 0,
        ..Limits::default()
    };
    let engine = Engine::new();
    let body = format!(
        "## Main{}## Other{}",
        lua("for i = 1, 1000 do end local t = {} return tasks.fanout('## Other', { 1, 2 })[2].text"),
        lua("return models.infer('q')")
    );
    // A state of its own: what earlier runs left behind may be used up first.
    let run = |limits: Limits| {
        Engine::new().run(&prompt(&body), "").limits(limits).model(ScriptedModel::new(["a", "b"])).block()
    };
    assert_eq!(run(most).unwrap(), "b");
    let kinds = [
        Limits { memory: 0, ..most },
        Limits { instructions: 0, ..most },
        Limits { time: std::time::Duration::ZERO, ..most },
        Limits { rounds: 0, ..most },
        Limits { round: 0, ..most },
        Limits { nesting: 0, ..most },
        Limits { tasks: 0, ..most },
        least,
    ];
    let reached: Vec<Option<Limit>> = kinds.map(|limits| run(limits).unwrap_err().limit).to_vec();
    let expected = [
        Limit::Memory,
        Limit::Instructions,
        Limit::Time,
        Limit::Rounds,
        Limit::Round,
        Limit::Nesting,
        Limit::Tasks,
    ];
    assert_eq!(reached[..7], expected.map(Some));
    assert!(reached[7].is_some());
    is_usable(&engine).unwrap();
}
