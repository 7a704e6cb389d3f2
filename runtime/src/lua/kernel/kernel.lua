-- What the other files of the kernel stand on: which section entry is running, error values, stopping, waiting.
--
-- Every file gets the table `K`. Rust puts primitives into it, each file adds its own; none of it can be reached
-- from a prompt. Functions that a prompt can call check their arguments here, because an error must carry the
-- prompt's line and not one of the kernel's.
local K = ...
local error, getmetatable, math_type, pairs = error, getmetatable, math.type, pairs
local pcall, rawequal, setmetatable, type = pcall, rawequal, setmetatable, type
local gsub = string.gsub
local create, isyieldable, resume = coroutine.create, coroutine.isyieldable, coroutine.resume
local select, status, yield = select, coroutine.status, coroutine.yield
local judge = K.judge

-- The metatable that all strings share. A prompt sees its own `string` table behind it (see `enter`).
local STRING = getmetatable('')
K.string_metatable = STRING

-- Metatables of the engine's own values. Each names itself as `__metatable`, so that the true `getmetatable` tells
-- what a value is, and the prompt's own gives `false` for them.
local HIDDEN = {}
function K.hide(metatable)
  metatable.__metatable = metatable
  HIDDEN[metatable] = true
  return metatable
end
K.hidden = HIDDEN

-- An error value (section 8.1): a table of `kind` and `message`, which joins and prints as its message.
local FAILURE = K.hide({})
function FAILURE.__tostring(failure)
  return failure.message
end
function FAILURE.__concat(left, right)
  return K.tostring(left) .. K.tostring(right)
end
function K.failure(message, kind)
  return setmetatable({ kind = kind or 'lua', message = message }, FAILURE)
end
function K.is_failure(value)
  return getmetatable(value) == FAILURE
end
function K.fail(message, kind)
  error(K.failure(message, kind), 0)
end

-- A run that reached a limit or was cancelled is stopped. The hook that notices cannot raise an error safely (the
-- handlers of `<close>` variables would run with hooks off), so it suspends the running coroutine, and whoever resumed
-- that asks `settle`. The error that follows goes through every `pcall` of the prompt, because each asks `after` what
-- the failure was. For this to work, no function of the prompt may be called by C: then nothing could suspend it. So
-- whatever calls functions of the prompt is written here, in Lua, and Rust calls them through `boxed`.
--
-- An error that Rust raised becomes an error value. `K.kill` unwinds the coroutine that is being closed, and is nil at
-- any other time.
local STOP = setmetatable({}, { __metatable = false, __tostring = function() return 'the run was stopped' end })
function K.after(ok, ...)
  if ok then
    return ok, ...
  end
  local stop, message = judge((...))
  if stop then
    error(STOP, 0)
  elseif message then
    return false, K.failure(message)
  elseif K.kill and rawequal((...), K.kill) then
    error((...), 0)
  end
  return false, (...)
end

-- Called with what `resume` gave: a hook suspends without values.
local function settle(ok, ...)
  if ok and select('#', ...) == 0 and judge(nil) then
    error(STOP, 0)
  end
  return ok, ...
end
K.settle = settle

function K.stopping(failure)
  return (judge(failure))
end

-- Functions of the prompt that are running below C.
local boxes = 0

local function unbox(co, ok, ...)
  boxes = boxes - 1
  settle(ok, ...)
  if not ok then
    local _, failure = K.after(false, ...)
    error(failure, 0)
  elseif status(co) ~= 'dead' then
    error('attempt to yield across a C-call boundary', 0)
  end
  return ...
end

-- Calls a function of the prompt for C or Rust, in a coroutine of its own, which a hook can suspend.
function K.boxed(f, ...)
  K.charge(K.HOOK)
  local co = create(f)
  boxes = boxes + 1
  return unbox(co, resume(co, ...))
end

-- The running entry, and what `('x'):upper` finds.
function K.enter(entry)
  K.current = entry
  STRING.__index = entry and entry.strings or K.text
end

local function back(entry, ...)
  K.enter(entry)
  return ...
end

-- Hands a request to the scheduler and gives its answer. Coroutines of the prompt pass requests on (`relay`).
local REQUEST = {}
K.REQUEST = REQUEST
function K.may_wait()
  if boxes > 0 or not isyieldable() then
    K.fail('this function waits, which is not possible while prose is rendered or a failure is handled')
  end
end
function K.wait(...)
  K.may_wait()
  return back(K.current, yield(REQUEST, ...))
end

-- Argument checks with Lua's own wording; `level` 3 is the line that called the library function.
local function bad(index, name, problem)
  error('bad argument #' .. index .. " to '" .. name .. "' (" .. problem .. ')', 4)
end
local function typename(value)
  return value == nil and 'no value' or type(value)
end
function K.bad(index, name, problem)
  error('bad argument #' .. index .. " to '" .. name .. "' (" .. problem .. ')', 3)
end
function K.string(value, index, name)
  local kind = type(value)
  if kind == 'string' then
    return value
  elseif kind == 'number' then
    return '' .. value
  end
  bad(index, name, 'string expected, got ' .. typename(value))
end
function K.integer(value, index, name, default)
  if value == nil and default then
    return default
  end
  if math_type(value) == 'integer' then
    return value
  end
  local number = K.tonumber(value)
  if not number or type(value) == 'boolean' then
    bad(index, name, 'number expected, got ' .. typename(value))
  end
  local integer = K.tointeger(number)
  if not integer then
    bad(index, name, 'number has no integer representation')
  end
  return integer
end
function K.table(value, index, name)
  if type(value) ~= 'table' then
    bad(index, name, 'table expected, got ' .. typename(value))
  end
  return value
end

-- Calls a function of Lua's own for a prompt: its failures carry the prompt's line and the name that the prompt knows.
local function raised(name, ok, ...)
  if ok then
    return ...
  end
  local _, failure = K.after(false, ...)
  if type(failure) == 'string' then
    failure = gsub(failure, "'%w+%." .. name .. "'", "'" .. name .. "'", 1)
  end
  error(failure, 2)
end
function K.own(name, f, ...)
  return raised(name, pcall(f, ...))
end

K.tonumber, K.tointeger, K.each = tonumber, math.tointeger, pairs
K.format, K.utf8_length = string.format, utf8.len
