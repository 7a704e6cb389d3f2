-- The base functions of a prompt, where they differ from Lua's: failures that stop a run cannot be caught, tables
-- are walked in a fixed order, finalizers do not exist, and addresses do not show.
local K = ...
local error, getmetatable, ipairs, math_type, next = error, getmetatable, ipairs, math.type, next
local pairs, pcall, rawequal, rawget, select = pairs, pcall, rawequal, rawget, select
local setmetatable, tonumber, tostring, type, xpcall = setmetatable, tonumber, tostring, type, xpcall
local format = string.format
local after, charge, hidden, sort_keys = K.after, K.charge, K.hidden, K.sort_keys

local base = {}
K.base = base

function base.pcall(...)
  return after(pcall(...))
end

function base.xpcall(f, handler, ...)
  if type(handler) ~= 'function' then
    K.bad(2, 'xpcall', 'function expected, got ' .. type(handler))
  end
  local function handle(failure)
    if K.stopping(failure) then
      return failure
    end
    return K.boxed(handler, failure)
  end
  return after(xpcall(f, handle, ...))
end

local function next_member(list, index)
  index = index + 1
  local value = list[index]
  if value ~= nil then
    return index, value
  end
end

-- Never Lua's own: the table may get a metatable while it is walked.
function base.ipairs(...)
  if select('#', ...) == 0 then
    K.bad(1, 'ipairs', 'value expected')
  end
  return next_member, (...), 0
end

function base.getmetatable(...)
  local value = ...
  local entry = K.current
  if rawequal(value, entry.env) then
    local author = entry.author
    local shown = author and rawget(author, '__metatable')
    if shown ~= nil then
      return shown
    end
    return author
  end
  local metatable = getmetatable(...)
  if hidden[metatable] then
    return false
  end
  return metatable
end

-- A finalizer would run where no limit can stop it, perhaps in somebody else's run.
function base.setmetatable(...)
  local value, metatable = ...
  if type(metatable) == 'table' and rawget(metatable, '__gc') ~= nil then
    error("a metatable with '__gc' is not available in a prompt", 2)
  end
  local entry = K.current
  if value ~= nil and rawequal(value, entry.env) and (type(metatable) == 'table' or metatable == nil) then
    local author = entry.author
    if author and rawget(author, '__metatable') ~= nil then
      error('cannot change a protected metatable', 2)
    end
    entry.author = metatable
    return value
  end
  return K.own('setmetatable', setmetatable, ...)
end

-- The keys of a table in their fixed order (3.1): the array part, then booleans, numbers, and strings by bytes.
-- Gives the length of the array part, the other keys and how many they are.
local function ordered(t)
  local length, rest, count, integers = 0, nil, 0, false
  for key in next, t do
    if key == length + 1 and math_type(key) == 'integer' then
      length = key
    else
      rest = rest or {}
      count = count + 1
      rest[count] = key
      integers = integers or math_type(key) == 'integer'
    end
  end
  if integers then
    -- Members of the array part may lie elsewhere in memory.
    while rawget(t, length + 1) ~= nil do
      length = length + 1
    end
    local kept = 0
    for index = 1, count do
      local key = rest[index]
      if math_type(key) ~= 'integer' or key < 1 or key > length then
        kept = kept + 1
        rest[kept] = key
      end
    end
    for index = kept + 1, count do
      rest[index] = nil
    end
    count = kept
  end
  if count > 1 then
    charge(count)
    sort_keys(rest)
  end
  return length, rest, count
end

-- Walks along a table in order; gives the length of the array part too.
local function walk(t)
  local length, rest, count = ordered(t)
  local index = 0
  return function()
    while index < length + count do
      index = index + 1
      local key = index <= length and index or rest[index - length]
      local value = rawget(t, key)
      if value ~= nil then
        return key, value
      end
    end
  end, length
end

-- The members of a table or view as it holds them, whatever its metatable says: key, value, what a prompt is shown, and
-- whether it is one of the array part.
function K.members(t)
  local following, length = walk(K.data_of(t) or t)
  return function()
    local key, value = following()
    if key ~= nil then
      return key, value, K.shown(t, value), math_type(key) == 'integer' and key >= 1 and key <= length
    end
  end
end

-- An environment gets all it holds before it is walked.
local function complete(t)
  local entry = K.current
  if rawequal(t, entry.env) then
    K.provide_all(entry)
  end
end

function base.pairs(...)
  complete((...))
  local iterate, state, first = pairs(...)
  if iterate == next and rawequal(state, (...)) then
    local following = walk(state)
    return following, state, nil
  end
  return iterate, state, first
end

-- `next` of any key: the order is kept from one call to the next.
local orders = setmetatable({}, { __mode = 'k' })

local function order_of(t)
  local length, rest, count = ordered(t)
  local keys, place = {}, {}
  for index = 1, length do
    keys[index], place[index] = index, index
  end
  for index = 1, count do
    local key = rest[index]
    keys[length + index], place[key] = key, length + index
  end
  local order = { keys = keys, place = place }
  orders[t] = order
  return order
end

function base.next(...)
  local t, key = ...
  if type(t) ~= 'table' then
    K.bad(1, 'next', 'table expected, got ' .. (select('#', ...) == 0 and 'no value' or type(t)))
  end
  complete(t)
  local data = K.data_of(t)
  if hidden[getmetatable(t)] and not data then
    error("'next' does not walk this table; use pairs", 2)
  end
  t = data or t
  if key == nil and next(t) == nil then
    return nil
  end
  local order = key ~= nil and orders[t] or order_of(t)
  local keys, place = order.keys, 0
  if key ~= nil then
    place = order.place[key]
    if not place and rawget(t, key) ~= nil then
      order = order_of(t)
      keys, place = order.keys, order.place[key]
    end
    if not place then
      error("invalid key to 'next'", 2)
    end
  end
  while true do
    place = place + 1
    local following = keys[place]
    if following == nil then
      orders[t] = nil
      return nil
    end
    local value = rawget(t, following)
    if value ~= nil then
      return following, K.shown((...), value)
    end
  end
end

-- Lua prints tables and functions by address, which differs from run to run; these are numbered as they are seen.
local numbers, last = setmetatable({}, { __mode = 'k' }), 0
function K.forget()
  if last > 0 then
    numbers, last = setmetatable({}, { __mode = 'k' }), 0
  end
  if next(orders) ~= nil then
    orders = setmetatable({}, { __mode = 'k' })
  end
end

local function number_of(value)
  local number = numbers[value]
  if not number then
    number = last + 1
    numbers[value], last = number, number
  end
  return number
end

-- A metamethod, whatever the metatable shows of itself.
local function handler_of(value, event)
  local metatable = type(value) == 'table' and getmetatable(value) ~= nil and K.metatable(value)
  return metatable and rawget(metatable, event) or nil
end

K.handler_of = handler_of

function base.tostring(...)
  local value = ...
  local kind = type(value)
  if kind == 'string' then
    return value
  end
  local handler = handler_of(value, '__tostring')
  if handler then
    local text = handler(value)
    if type(text) == 'number' then
      text = '' .. text
    elseif type(text) ~= 'string' then
      error("'__tostring' must return a string", 2)
    end
    return text
  end
  local text = tostring(...)
  if kind == 'table' or kind == 'function' or kind == 'thread' or kind == 'userdata' then
    local name = handler_of(value, '__name')
    return format('%s: 0x%08x', type(name) == 'string' and name or kind, number_of(value))
  end
  return text
end
K.tostring = base.tostring

function base.tonumber(...)
  local value = ...
  if type(value) == 'string' and #value > K.BIG then
    charge(#value)
  end
  return K.own('tonumber', tonumber, ...)
end

base.assert, base.error, base.select, base.type = assert, error, select, type

-- Arithmetic on strings: Lua's, but for a metamethod of the other side, which C would call.
local STRING = K.string_metatable
for _, name in ipairs({ '__add', '__sub', '__mul', '__mod', '__pow', '__div', '__idiv', '__unm' }) do
  local arithmetic = STRING[name]
  STRING[name] = function(left, right)
    local handler = type(left) ~= 'table' and handler_of(right, name)
    if handler then
      return (handler(left, right))
    end
    return K.own(name, arithmetic, left, right)
  end
end
STRING.__metatable = false
