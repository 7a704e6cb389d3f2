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

-- What every environment holds, in one of two forms: values that are shared, because nobody can change them, and tables,
-- which each entry makes for itself, so that nobody else sees what it changes. Both are put into an environment when it
-- is first asked for them: most entries need few.
local base, text, tables, coroutines, utf, json = K.base, K.text, K.tables, K.coroutine, K.utf8, K.json
local maths, tasks, models, tools = K.math, K.tasks, K.models, K.tools

local SHARED = {
  _VERSION = 'Lua 5.4', assert = base.assert, error = base.error, getmetatable = base.getmetatable,
  ipairs = base.ipairs, next = base.next, pairs = base.pairs, pcall = base.pcall, select = base.select, setmetatable = base.setmetatable,
  tonumber = base.tonumber, tostring = base.tostring, type = base.type, xpcall = base.xpcall,
}

local function copy_of(library)
  return function()
    local copy = {}
    for name, value in K.each(library) do
      copy[name] = value
    end
    return copy
  end
end

local MADE = {
  coroutine = copy_of(coroutines), json = copy_of(json), math = copy_of(maths), messages = K.messages,
  models = copy_of(models), table = copy_of(tables), tasks = copy_of(tasks), tools = copy_of(tools), utf8 = copy_of(utf),
  string = function(entry)
    entry.strings = copy_of(text)()
    K.enter(entry)
    return entry.strings
  end,
  -- These two are told below and in `chain.lua`.
  call = function()
    return K.call
  end,
  require = function()
    return K.require
  end,
  sys = function(entry)
    return setmetatable({ [ENTRY] = entry }, SYS)
  end,
  var = function(entry)
    entry.view = K.view(entry.var)
    return entry.view
  end,
}

-- Puts what belongs under a name into the environment, once.
local function provide(entry, name)
  local value, make = SHARED[name], MADE[name]
  local provided = entry.provided
  if value == nil and not make or provided and provided[name] then
    return nil
  end
  if not provided then
    provided = {}
    entry.provided = provided
  end
  provided[name] = true
  if make then
    value = make(entry)
  end
  rawset(entry.env, name, value)
  return value
end

-- Everything, for a prompt that looks at its environment as a table.
function K.provide_all(entry)
  for name in K.each(SHARED) do
    provide(entry, name)
  end
  for name in K.each(MADE) do
    provide(entry, name)
  end
end

-- The metatable of every environment; the prompt's own is asked behind it (3.4).
local ENV = K.hide({})
function ENV.__index(env, key)
  local entry = K.current
  if key == 'prose' then
    return prose(entry)
  elseif key == 'argv' then
    if entry.gate then
      return nil
    end
    return K.frozen(entry.argv)
  end
  local value = provide(entry, key)
  if value ~= nil then
    return value
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
  elseif provide(entry, key) == nil then
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

local function environment(entry)
  local env = { args = entry.args, item = nil, _G = nil }
  env._G = env
  return setmetatable(env, ENV)
end

-- What a name stands for, read by Rust: the prompt's metatable may have a function for it.
local function read(env, name)
  return env[name]
end
function K.global(entry, name)
  return K.boxed(read, entry.env, name)
end

-- `var` is read back at every point where another reader takes it over (3.3).
function K.check_var(entry)
  local provided = entry.provided
  if provided and provided.var and not rawequal(rawget(entry.env, 'var'), entry.view) then
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
  -- Every field is named, so that the table never grows.
  local entry = {
    args = chain.args, argv = chain.argv, author = nil, base = section, block = nil, called = nil, chain = chain,
    env = nil, gate = gate, index = chain.index, item = chain.item, left = nil, loaded = nil,
    name = program.names[section], number = chain.number, program = program, provided = nil, rendering = nil,
    section = section, strings = nil, text = nil, thread = running(), tools = nil, var = chain.var, view = nil,
  }
  chain.number, chain.entered = chain.number + 1, chain.entered + (gate and 0 or 1)
  local env = environment(entry)
  entry.env = env
  if gate then
    rawset(env, 'argv', K.duplicate(chain.argv))
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
