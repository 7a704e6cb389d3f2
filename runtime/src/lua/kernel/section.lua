-- A section entry (sections 2.4, 2.7 and 3): its environment, its blocks, its prose and its libraries.
local K = ...
local error, pcall, rawequal, rawget, rawset = error, pcall, rawequal, rawget, rawset
local setmetatable, type = setmetatable, type
local math_type, running = math.type, coroutine.running
local after, fail = K.after, K.fail

-- Facts of the run (3.1).
local FACTS = {
  id = function(entry) return entry.chain.id .. '.' .. entry.number end,
  when = function() return K.when() end,
  model = function(entry) return entry.called and K.model() or nil end,
  section_name = function(entry) return entry.name end,
  section_count = function(entry) return entry.chain.entered end,
  taskid = function(entry) return entry.chain.id end,
  execution = function() return K.execution() end,
  index = function(entry) return entry.index end,
}
function K.fact(entry, name)
  local fact = FACTS[name]
  return fact and fact(entry)
end

local ENTRY = {}
local SYS = K.hide({})
function SYS.__index(sys, key)
  local value = type(key) == 'string' and K.fact(rawget(sys, ENTRY), key) or nil
  if value == nil then
    fail("unknown sys field '" .. K.tostring(key) .. "'")
  end
  return value
end
function SYS.__newindex(_, key)
  fail('sys.' .. K.tostring(key) .. ' cannot be written')
end
function SYS.__pairs(sys)
  local facts = {}
  for name in K.each(FACTS) do
    facts[name] = K.fact(rawget(sys, ENTRY), name)
  end
  return K.base.pairs(facts)
end

-- `prose` is rendered at its first read and kept for the block (3.2).
local function prose(entry)
  local text = entry.text
  if text then
    return text
  end
  K.check_var(entry)
  local source = entry.program.prose[entry.block]
  if type(source) == 'string' then
    entry.text = source
    return source
  end
  if entry.rendering then
    fail('prose is being rendered and cannot be read by what it renders')
  end
  entry.rendering = true
  local rendered, message = K.render(source, entry)
  entry.rendering = false
  if not rendered then
    fail(message)
  end
  entry.text = rendered
  return rendered
end

-- The metatable of every environment; the prompt's own is asked behind it (3.4).
local ENV = K.hide({})
function ENV.__index(env, key)
  local entry = K.current
  if key == 'prose' then
    return prose(entry)
  elseif key == 'argv' then
    return entry.frozen
  elseif key == 'messages' then
    local list = K.messages()
    rawset(env, key, list)
    return list
  end
  local author = entry.author
  local handler = author and rawget(author, '__index')
  if handler == nil then
    return nil
  elseif type(handler) == 'function' then
    return (handler(env, key))
  end
  return handler[key]
end
function ENV.__newindex(env, key, value)
  local entry = K.current
  if key == 'prose' then
    fail('prose cannot be assigned')
  elseif key == 'argv' then
    if not entry.gate then
      fail('argv cannot be assigned: it is frozen outside the H1 body')
    end
  else
    local author = entry.author
    local handler = author and rawget(author, '__newindex')
    if type(handler) == 'function' then
      handler(env, key, value)
      return
    elseif handler ~= nil then
      handler[key] = value
      return
    end
  end
  rawset(env, key, value)
end

-- What a name stands for, read by Rust: the prompt's metatable may have a function for it.
local function read(env, name)
  return env[name]
end
function K.global(entry, name)
  return K.boxed(read, entry.env, name)
end

local base, text, tables, coroutines, utf, json = K.base, K.text, K.tables, K.coroutine, K.utf8, K.json
local maths, tasks, models, tools = K.math, K.tasks, K.models, K.tools

-- Everything a prompt can see is its own: what it changes, nobody else sees. Written out, because this is most of
-- what an entry costs.
local function environment(entry)
  local strings = {
    byte = text.byte, char = text.char, find = text.find, format = text.format, gmatch = text.gmatch,
    gsub = text.gsub, len = text.len, lower = text.lower, match = text.match, pack = text.pack,
    packsize = text.packsize, rep = text.rep, reverse = text.reverse, sub = text.sub, unpack = text.unpack,
    upper = text.upper,
  }
  entry.strings = strings
  local env = {
    _VERSION = 'Lua 5.4',
    args = entry.args,
    assert = base.assert,
    call = K.call,
    coroutine = {
      close = coroutines.close, create = coroutines.create, isyieldable = coroutines.isyieldable,
      resume = coroutines.resume, running = coroutines.running, status = coroutines.status,
      wrap = coroutines.wrap, yield = coroutines.yield,
    },
    error = base.error,
    getmetatable = base.getmetatable,
    ipairs = base.ipairs,
    json = { array = json.array, decode = json.decode, null = json.null },
    math = {
      abs = maths.abs, acos = maths.acos, asin = maths.asin, atan = maths.atan, ceil = maths.ceil, cos = maths.cos,
      deg = maths.deg, exp = maths.exp, floor = maths.floor, fmod = maths.fmod, huge = maths.huge, log = maths.log,
      max = maths.max, maxinteger = maths.maxinteger, min = maths.min, mininteger = maths.mininteger,
      modf = maths.modf, pi = maths.pi, rad = maths.rad, random = maths.random, randomseed = maths.randomseed,
      sin = maths.sin, sqrt = maths.sqrt, tan = maths.tan, tointeger = maths.tointeger, type = maths.type,
      ult = maths.ult,
    },
    models = { infer = models.infer },
    next = base.next,
    pairs = base.pairs,
    pcall = base.pcall,
    require = K.require,
    select = base.select,
    setmetatable = base.setmetatable,
    string = strings,
    sys = setmetatable({ [ENTRY] = entry }, SYS),
    table = {
      concat = tables.concat, insert = tables.insert, move = tables.move, pack = tables.pack,
      remove = tables.remove, sort = tables.sort, unpack = tables.unpack,
    },
    tasks = { fanout = tasks.fanout, join = tasks.join, join_any = tasks.join_any, spawn = tasks.spawn },
    tonumber = base.tonumber,
    tools = { add_local = tools.add_local, call = tools.call },
    tostring = base.tostring,
    type = base.type,
    utf8 = {
      char = utf.char, charpattern = utf.charpattern, codepoint = utf.codepoint, codes = utf.codes, len = utf.len,
      offset = utf.offset,
    },
    var = entry.view,
    xpcall = base.xpcall,
  }
  env._G = env
  return setmetatable(env, ENV)
end

-- `var` is read back at every point where another reader takes it over (3.3).
function K.check_var(entry)
  if rawget(entry.env, 'var') ~= entry.view then
    fail('var was replaced: write to its fields, as in var.name = value')
  end
end

-- A returned value as the text it stands for (2.4).
local function result_text(value)
  local kind = type(value)
  if kind == 'string' then
    if #value > K.BIG then
      K.charge(#value)
    end
    if not K.utf8_length(value) then
      fail('a block returned a string that is not UTF-8')
    end
    return value
  elseif math_type(value) == 'integer' then
    return K.format('%d', value)
  elseif kind == 'number' then
    local digits = K.digits(value)
    if not digits then
      fail('a block returned a number that is not finite')
    end
    return digits
  elseif kind == 'boolean' then
    return value and 'true' or 'false'
  end
  fail('a block returned a ' .. kind .. '; it may return a string, a number or a boolean')
end

local function run_blocks(entry, section)
  local program, env = entry.program, entry.env
  local blocks = program.blocks
  for block = program.first[section], program.last[section] do
    entry.block, entry.text = block, nil
    local value = blocks[block](env)
    if value ~= nil then
      return value
    end
  end
  return nil
end

-- Runs a section's blocks in an environment of their own. Gives the returned text, if any. `gate` is the H1 body,
-- which is section 0.
function K.run_section(chain, section, gate)
  local outer, program = K.current, chain.program
  local argv = chain.argv
  local entry = {
    chain = chain, program = program, section = section, base = section, number = chain.number,
    name = program.names[section], args = chain.args, argv = argv, item = chain.item, index = chain.index,
    var = chain.var, gate = gate, thread = running(),
  }
  entry.view = K.view(chain.var)
  if not gate then
    entry.frozen = K.frozen(argv)
  end
  chain.number, chain.entered = chain.number + 1, chain.entered + (gate and 0 or 1)
  local env = environment(entry)
  entry.env = env
  if gate then
    rawset(env, 'argv', K.duplicate(argv))
  end
  if chain.item ~= nil then
    rawset(env, 'item', K.duplicate(chain.item))
  end
  chain.item, chain.index = nil, nil
  K.enter(entry)
  local value = run_blocks(entry, section)
  K.check_var(entry)
  if value ~= nil then
    value = result_text(value)
  end
  if gate then
    entry.left = rawget(env, 'argv')
  end
  K.enter(outer)
  return value, entry
end

-- Libraries (2.7).

local function load(entry, section)
  local value = run_blocks(entry, section)
  if value == nil then
    return true
  end
  return value
end

function K.require(target)
  local entry = K.current
  if type(target) ~= 'string' then
    fail('require takes a heading such as "## name", and got a ' .. type(target))
  end
  local section, problem = K.resolve(entry.program.source, entry.base, target, true)
  if not section then
    fail('require: ' .. problem)
  end
  local loaded = entry.loaded
  if not loaded then
    loaded = {}
    entry.loaded = loaded
  end
  local value = loaded[section]
  if value ~= nil then
    if rawequal(value, loaded) then
      fail('require: ' .. target .. ' requires itself')
    end
    return value
  end
  local block, rendered, from = entry.block, entry.text, entry.base
  -- Stands for a library that is being loaded; no prompt has this table.
  loaded[section], entry.base = loaded, section
  local ok, result = after(pcall(load, entry, section))
  entry.block, entry.text, entry.base = block, rendered, from
  if not ok then
    loaded[section] = nil
    error(result, 0)
  end
  loaded[section] = result
  return result
end
