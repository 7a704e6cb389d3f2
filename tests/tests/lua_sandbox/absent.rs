//! What is not there, and what does not stay.

use agentc::lua::{Engine, Limits};

use super::{all_right, lua, prompt, sections};

/// Every global and library function of Lua 5.4 (and of older versions) that a prompt must not have.
const ABSENT: &[&str] = &[
    "collectgarbage",
    "dofile",
    "load",
    "loadfile",
    "loadstring",
    "print",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "warn",
    "io",
    "os",
    "package",
    "debug",
    "module",
    "setfenv",
    "getfenv",
    "unpack",
    "bit32",
    "newproxy",
    "_ENV_",
    "arg",
    "jit",
    "ffi",
    "string.dump",
    "string._VERSION",
    "string.__index",
    "string.__gc",
    "table.getn",
    "table.setn",
    "table.foreach",
    "math.pow",
    "coroutine.running_",
    "utf8.dump",
    "package.loaded",
    "io.open",
    "os.execute",
    "os.exit",
    "os.getenv",
    "os.time",
    "os.clock",
    "debug.sethook",
    "debug.getregistry",
    "debug.getupvalue",
    "K",
    "judge",
    "charge",
    "boxed",
    "render",
    "raise",
    "error_traceback",
];

#[test]
fn names_that_must_be_missing() {
    let code: String = ABSENT
        .iter()
        .map(|name| {
            let mut place = String::from("_G");
            for part in name.split('.') {
                place = format!("(({place}) or {{}})['{part}']");
            }
            format!("if {place} ~= nil then found = found .. ' {name}' end\n")
        })
        .collect();
    let text =
        Engine::new().run(&prompt(&format!("local found = ''\n{code} return found")), "").block().unwrap();
    assert_eq!(text, "");
}

/// Everything that is there, so that nothing is added unseen.
#[test]
fn names_that_are_there() {
    let code = "local names = {} for name, value in pairs(_G) do names[#names + 1] = name \
                if type(value) == 'table' and value ~= _G and name ~= 'var' and name ~= 'sys' then \
                for inner in pairs(value) do names[#names + 1] = name .. '.' .. inner end end end \
                return table.concat(names, ' ')";
    let text = Engine::new().run(&prompt(code), "").block().unwrap();
    let there: Vec<&str> = text.split(' ').collect();
    let expected = "_G _VERSION args assert call coroutine coroutine.close coroutine.create coroutine.isyieldable \
        coroutine.resume coroutine.running coroutine.status coroutine.wrap coroutine.yield error getmetatable ipairs json \
        json.array json.decode json.null math math.abs math.acos math.asin math.atan math.ceil math.cos math.deg math.exp \
        math.floor math.fmod math.huge math.log math.max math.maxinteger math.min math.mininteger math.modf math.pi \
        math.rad math.random math.randomseed math.sin math.sqrt math.tan math.tointeger math.type math.ult messages models \
        models.infer next pairs pcall require select setmetatable string string.byte string.char string.find \
        string.format string.gmatch string.gsub string.len string.lower string.match string.pack string.packsize \
        string.rep string.reverse string.sub string.unpack string.upper sys table table.concat table.insert table.move \
        table.pack table.remove table.sort table.unpack tasks tasks.fanout tasks.join tasks.join_any tasks.spawn tonumber \
        tools tools.add_local tools.call tostring type utf8 utf8.char utf8.charpattern utf8.codepoint utf8.codes utf8.len \
        utf8.offset var xpcall";
    let expected: Vec<&str> = expected.split_whitespace().collect();
    assert_eq!(there, expected);
}

/// No value that a prompt can take leads to something behind it: what each expression gives.
const GUARDED: &[(&str, &str)] = &[
    // Metatables that are not the prompt's own.
    ("tostring(getmetatable(''))", "false"),
    ("tostring(getmetatable(_G))", "nil"),
    ("tostring(getmetatable(var))", "false"),
    ("tostring(getmetatable(sys))", "false"),
    ("tostring(getmetatable(argv))", "false"),
    ("tostring(getmetatable(messages))", "false"),
    ("tostring(getmetatable(json.null))", "nil"),
    ("tostring(getmetatable(print))", "nil"),
    ("tostring(getmetatable(coroutine.running()))", "nil"),
    ("tostring(getmetatable(select(2, pcall(call, 1))))", "false"),
    ("tostring(pcall(setmetatable, var, {}))", "false"),
    ("tostring(pcall(setmetatable, sys, {}))", "false"),
    ("tostring(pcall(setmetatable, argv, {}))", "false"),
    ("tostring(pcall(setmetatable, messages, {}))", "false"),
    ("tostring(pcall(setmetatable, '', {}))", "false"),
    ("tostring(pcall(setmetatable, select(2, pcall(call, 1)), {}))", "false"),
    // Finalizers.
    ("tostring(pcall(setmetatable, {}, { __gc = function() end }))", "false"),
    ("tostring(pcall(setmetatable, {}, { __gc = false }))", "false"),
    // Views show data and nothing else.
    ("(function() local n = 0 for k in pairs(var) do n = n + 1 end return n end)()", "0"),
    ("tostring(next(var))", "nil"),
    ("tostring(next(argv))", "prose"),
    ("tostring(pcall(next, sys))", "false"),
    ("tostring(pcall(next, select(2, pcall(call, 1))))", "false"),
    // The frozen table around its guard.
    ("tostring(pcall(function() argv.prose = 1 end))", "false"),
    ("tostring(pcall(table.insert, argv, 1))", "false"),
    ("tostring(pcall(table.insert, argv, 1, 1))", "false"),
    ("tostring(pcall(table.move, { 1 }, 1, 1, 1, argv))", "false"),
    ("tostring(pcall(json.array, argv))", "false"),
    ("tostring(pcall(function() argv = {} end))", "false"),
    ("tostring(pcall(function() _G.argv = {} end))", "false"),
    ("tostring(pcall(function() prose = 1 end))", "false"),
    ("tostring(pcall(function() sys.id = 1 end))", "false"),
    // Bytecode.
    ("tostring(string.dump)", "nil"),
    ("tostring((''):rep(0).dump)", "nil"),
    // Addresses, which differ from run to run.
    ("tostring({}):gsub('%d+$', '')", "table: 0x"),
    ("tostring(tostring({}) == tostring({}))", "false"),
    ("tostring(pcall(string.format, '%p', {}))", "false"),
];

#[test]
fn nothing_leads_behind() {
    let engine = Engine::new();
    let mut failures = Vec::new();
    for (expression, expected) in GUARDED {
        let code = format!("local found = {expression} return found");
        match engine.run(&prompt(&code), "x").block() {
            Ok(text) if text == *expected => {}
            other => failures.push(((*expression).to_owned(), format!("{other:?}"))),
        }
    }
    all_right(&failures);
}

/// What one block changes, and an expression that another entry or run reads: its value must be the second's.
const CHANGES: &[(&str, &str, &str)] = &[
    ("mark = 1", "tostring(mark)", "nil"),
    ("_G.mark = 1", "tostring(_G.mark)", "nil"),
    ("string.mark = 1", "tostring(string.mark)", "nil"),
    ("string.mark = 1", "tostring((''):rep(1).mark)", "nil"),
    ("string.upper = function() return 'bad' end", "('x'):upper()", "X"),
    ("string.upper = nil", "('x'):upper()", "X"),
    ("setmetatable(string, { __index = function() return 'bad' end })", "tostring(('x').bad)", "nil"),
    ("table.mark = 1", "tostring(table.mark)", "nil"),
    ("table.concat = nil", "table.concat({ 1, 2 })", "12"),
    ("math.mark = 1", "tostring(math.mark)", "nil"),
    ("math.pi = 3", "tostring(math.pi > 3.1)", "true"),
    ("math.floor = nil", "math.floor(1.5)", "1"),
    ("utf8.mark = 1", "tostring(utf8.mark)", "nil"),
    ("coroutine.mark = 1", "tostring(coroutine.mark)", "nil"),
    ("coroutine.wrap = nil", "tostring(coroutine.wrap ~= nil)", "true"),
    ("json.mark = 1", "tostring(json.mark)", "nil"),
    ("json.null = nil", "type(json.null)", "userdata"),
    ("models.infer = nil", "type(models.infer)", "function"),
    ("tasks.fanout = nil", "type(tasks.fanout)", "function"),
    (
        "tools.add_local('t', '', {}, function() return 'bad' end)",
        "tostring(pcall(tools.call, 't'))",
        "false",
    ),
    ("pcall = nil error = nil type = nil", "type(pcall) .. type(error)", "functionfunction"),
    ("setmetatable(_G, { __index = function() return 'bad' end })", "tostring(missing)", "nil"),
    ("setmetatable(_G, { __newindex = function() end })", "(function() fresh = 1 return fresh end)()", "1"),
    ("setmetatable(_G, { __metatable = 'locked' })", "tostring(pcall(setmetatable, _G, {}))", "true"),
    ("messages:user('mark')", "#messages", "0"),
    ("args = 'mark'", "args", "x"),
    ("_G._G = nil", "tostring(_G == _G._G)", "true"),
    ("kept = coroutine.wrap(function() coroutine.yield() end) kept()", "tostring(kept)", "nil"),
    ("local t = json.array({}) kept = t", "tostring(kept)", "nil"),
    (
        "for i = 1, 100 do json.array({}) end",
        "(function() x = {} local t = { a = {} } var.v = t.a return tostring(#var.v) end)()",
        "0",
    ),
    ("item = 1", "tostring(item)", "nil"),
    ("pcall(xpcall, error, function() error('again') end)", "tostring(coroutine.isyieldable())", "false"),
];

/// Changes that `require` brings are of one entry too.
#[test]
fn nothing_goes_from_one_entry_to_the_next() {
    let engine = Engine::new();
    let mut failures = Vec::new();
    for (change, expression, expected) in CHANGES {
        let read = lua(&format!("local found = {expression} return found"));
        let ways = [
            ("the next section", sections(&format!("## One{}## Two{read}", lua(change)))),
            (
                "a called section",
                sections(&format!(
                    "## One{}## Two{read}",
                    lua(&format!("local call = call {change} return call('## Two')"))
                )),
            ),
            (
                "a called section changes",
                sections(&format!(
                    "## One\n{}### Inner{}",
                    lua(&format!("call('### Inner') local found = {expression} return found")),
                    lua(change),
                )),
            ),
            (
                "an arm",
                sections(&format!(
                    "## One{}## Two{read}",
                    lua(&format!(
                        "local fanout = tasks.fanout {change} return fanout('## Two', {{ 1 }})[1].text"
                    ))
                )),
            ),
        ];
        for (way, prompt) in ways {
            if way == "an arm" && expression.contains("item") {
                continue;
            }
            match engine.run(&prompt, "x").block() {
                Ok(text) if text == *expected => {}
                other => failures.push((format!("{change} / {expression} / {way}"), format!("{other:?}"))),
            }
        }
    }
    all_right(&failures);
}

/// One engine, so one state: a run that ended leaves nothing to the next, whether it ended well or failed.
#[test]
fn nothing_goes_from_one_run_to_the_next() {
    let engine = Engine::new();
    let mut failures = Vec::new();
    for (change, expression, expected) in CHANGES {
        for end in ["return 1", "local error = error error('failed')", "local x = nil + 1"] {
            let end = if change.contains("error = nil") { "return 1" } else { end };
            let _ = engine.run(&prompt(&format!("{change} {end}")), "x").block();
            match engine.run(&prompt(&format!("local found = {expression} return found")), "x").block() {
                Ok(text) if text == *expected => {}
                other => failures.push((format!("{change} / {expression} / {end}"), format!("{other:?}"))),
            }
        }
    }
    all_right(&failures);
}

#[test]
fn randomness_begins_where_the_run_says() {
    let engine = Engine::new();
    let draw =
        prompt("local t = {} for i = 1, 5 do t[i] = math.random(1000000) end return table.concat(t, ' ')");
    let disturb = prompt("math.randomseed(42) for i = 1, 7 do math.random() end return 'x'");
    let first = engine.run(&draw, "").block().unwrap();
    engine.run(&disturb, "").block().unwrap();
    assert_eq!(engine.run(&draw, "").block().unwrap(), first);
    assert_eq!(Engine::new().run(&draw, "").block().unwrap(), first);
    let other = engine.run(&draw, "").seed(1).block().unwrap();
    assert_ne!(other, first);
    assert_eq!(engine.run(&draw, "").seed(1).block().unwrap(), other);
    assert_eq!(engine.run(&draw, "").block().unwrap(), first);
    // A seed that the prompt takes back is the run's.
    let reseed = prompt(
        "math.randomseed(7) math.random() math.randomseed() \
         local t = {} for i = 1, 5 do t[i] = math.random(1000000) end return table.concat(t, ' ')",
    );
    assert_eq!(engine.run(&reseed, "").block().unwrap(), first);
}

/// `pairs` and `next`: the array part, then booleans, numbers and strings by bytes, however the table was built.
#[test]
fn tables_are_walked_in_a_fixed_order() {
    let engine = Engine::new();
    let expected = "1 2 3 false true -5 0.5 10 1000 \u{20}A b ba z é";
    for seed in 0..30 {
        let mut random = super::random::Random::new(seed);
        let mut keys: Vec<&str> = vec![
            "[1]", "[2]", "[3]", "[false]", "[true]", "[-5]", "[0.5]", "[10]", "[1000]", "[' A']", "b", "ba",
            "z", "['é']",
        ];
        let mut code = String::from("local t = {}\n");
        // Members that come and go move the others about.
        for index in 0..random.below(40) {
            code += &format!("t.gone{index} = 1 t[{}] = 2\n", 100 + index * 7);
        }
        while !keys.is_empty() {
            let key = keys.swap_remove(random.below(keys.len()));
            let key = if key.starts_with('[') { key.to_owned() } else { format!("['{key}']") };
            code += &format!("t{key} = 1\n");
        }
        code += "for i = 0, 40 do t['gone' .. i] = nil t[100 + i * 7] = nil end\n\
                 local a, b = {}, {} for k in pairs(t) do a[#a + 1] = tostring(k) end\n\
                 local k = next(t) while k ~= nil do b[#b + 1] = tostring(k) k = next(t, k) end\n\
                 a, b = table.concat(a, ' '), table.concat(b, ' ') return a == b and a or a .. '/' .. b";
        let text = engine.run(&prompt(&code), "").limits(Limits::default()).block().unwrap();
        assert_eq!(text, expected, "{code}");
    }
}
