-- JSON data in Lua (sections 3.3 and 4): `var`, the frozen `argv`, list markers, and what may be stored.
--
-- Data lie in plain tables that no prompt holds; a prompt holds views of them, tables whose one entry `DATA` leads to
-- the data, and whose metatable checks what is written. So everything stored is JSON data at any time.
local K = ...
local error, getmetatable, math_type, next = error, getmetatable, math.type, next
local rawget, setmetatable, type = rawget, setmetatable, type
local utf8_length = utf8.len
local NULL, BIG, charge = K.NULL, K.BIG, K.charge
local failure = K.failure

-- No string can be taken for these keys.
local DATA, FROM, NAME = {}, {}, {}
K.DATA = DATA

-- Tables that carry the list marker.
local MARKED = setmetatable({}, { __mode = 'k' })
K.MARKED = MARKED

local VIEW, FROZEN = K.hide({}), K.hide({})

-- Views of the same table are the same view.
local views = { [VIEW] = setmetatable({}, { __mode = 'kv' }), [FROZEN] = setmetatable({}, { __mode = 'kv' }) }

local function view(data, metatable, from, name)
  local known = views[metatable]
  local shown = known[data]
  if not shown then
    shown = setmetatable({ [DATA] = data, [FROM] = from, [NAME] = name }, metatable)
    known[data] = shown
  end
  return shown
end

function K.view(data)
  return view(data, VIEW, nil, 'var')
end

function K.frozen(data)
  if type(data) ~= 'table' then
    return data
  end
  return view(data, FROZEN, nil, 'argv')
end

function K.data_of(t)
  return rawget(t, DATA)
end

local function is_view(t)
  return rawget(t, DATA) ~= nil
end

-- What a view of `from` shows for a member.
local function shown(from, value)
  if value == NULL and getmetatable(from) == FROZEN then
    return nil
  end
  if type(value) == 'table' and is_view(from) then
    return view(value, getmetatable(from), from)
  end
  return value
end
K.shown = shown

local function field(name, key)
  if type(key) == 'string' then
    return name .. '.' .. key
  end
  return name .. '[' .. K.tostring(key) .. ']'
end

local function name_of(shown)
  local name = rawget(shown, NAME)
  if name then
    return name
  end
  local from = rawget(shown, FROM)
  for key, value in next, rawget(from, DATA) do
    if value == rawget(shown, DATA) then
      return field(name_of(from), key)
    end
  end
  return field(name_of(from), '?')
end

-- Checking and copying.

local LISTED = { boolean = 'a boolean', ['function'] = 'a function', thread = 'a coroutine', userdata = 'userdata' }

local function valid_text(text)
  if #text > BIG then
    charge(#text)
  end
  return utf8_length(text) ~= nil
end

-- Whether a table is a list, or what is wrong with its keys.
local function list_or_object(t)
  local length, rest, count = 0, nil, 0
  for key in next, t do
    if math_type(key) == 'integer' then
      length = length + 1
    elseif type(key) == 'string' then
      count = count + 1
      if not valid_text(key) then
        return nil, 'has a key that is not UTF-8'
      end
    else
      return nil, 'has a key that is ' .. (LISTED[type(key)] or 'a ' .. type(key))
    end
  end
  if count > 0 and (length > 0 or MARKED[t]) then
    return nil, MARKED[t] and 'is marked as a list and has other keys' or 'mixes positions and names'
  end
  for index = 1, length do
    if rawget(t, index) == nil then
      return nil, 'has holes'
    end
  end
  return length > 0 or MARKED[t] ~= nil, nil, length
end

-- Tables that are being copied.
local OPEN = setmetatable({}, { __mode = 'k' })

local copy

local function copy_table(t, depth)
  local source = rawget(t, DATA) or t
  local is_list, problem, length = list_or_object(source)
  if problem then
    return nil, '', problem
  end
  if depth >= K.DEPTH then
    return nil, '', 'is nested too deeply'
  end
  if OPEN[source] then
    return nil, '', 'lies inside itself'
  end
  OPEN[source] = true
  local target = {}
  for key, value in next, source do
    local copied, path, wrong = copy(value, depth + 1)
    if wrong then
      OPEN[source] = nil
      return nil, field('', key) .. path, wrong
    end
    target[key] = copied
  end
  OPEN[source] = nil
  if is_list and MARKED[source] then
    MARKED[target] = true
  end
  return target
end

-- A copy of JSON data; or `nil`, the path to what is none, and what is wrong there.
function copy(value, depth)
  local kind = type(value)
  if kind == 'string' then
    if not valid_text(value) then
      return nil, '', 'is a string that is not UTF-8'
    end
    return value
  elseif kind == 'number' then
    if value ~= value or value - value ~= 0 then
      return nil, '', 'is not a finite number'
    end
    return value
  elseif kind == 'table' then
    return copy_table(value, depth)
  elseif kind == 'boolean' or value == NULL then
    return value
  end
  return nil, '', 'is ' .. (LISTED[kind] or kind)
end

-- A copy of JSON data, or an error that names where `name` is none.
function K.copy(value, name)
  local copied, path, problem = copy(value, 0)
  if problem then
    error(failure(name .. path .. ' ' .. problem .. ', which is not JSON data'), 0)
  end
  return copied
end

-- A copy of data that are known to be JSON data.
local function duplicate(data)
  if type(data) ~= 'table' then
    return data
  end
  local target = {}
  for key, value in next, data do
    target[key] = type(value) == 'table' and duplicate(value) or value
  end
  if MARKED[data] then
    MARKED[target] = true
  end
  return target
end
K.duplicate = duplicate

-- Views of `var`.

function VIEW.__index(from, key)
  local value = rawget(from, DATA)[key]
  if type(value) == 'table' then
    return view(value, VIEW, from)
  end
  return value
end

local function refuse(from, key, problem)
  error(failure(field(name_of(from), key) .. ' ' .. problem), 0)
end

local function check_key(from, data, key)
  local is_list = MARKED[data] or data[1] ~= nil
  if math_type(key) == 'integer' and rawget(from, NAME) ~= 'var' then
    if is_list and key >= 1 and key <= #data + 1 or key == 1 and next(data) == nil then
      return
    end
    refuse(from, key, is_list and 'would leave a hole in a list' or 'is a position in a table of names')
  elseif type(key) ~= 'string' then
    refuse(from, key, 'has a key that is no name')
  elseif is_list then
    refuse(from, key, 'is a name in a list')
  elseif not valid_text(key) then
    refuse(from, '?', 'has a key that is not UTF-8')
  end
end

function VIEW.__newindex(from, key, value)
  local data = rawget(from, DATA)
  if value == nil then
    if data[key] ~= nil and math_type(key) == 'integer' and key < #data then
      refuse(from, key, 'would leave a hole in a list')
    end
    if key ~= nil then
      data[key] = nil
    end
    return
  end
  check_key(from, data, key)
  local copied, path, problem = copy(value, 0)
  if problem then
    refuse(from, key, path == '' and problem .. ', which is not JSON data' or 'holds ' .. path .. ', which ' .. problem
      .. ' and not JSON data')
  end
  data[key] = copied
end

function VIEW.__len(from)
  return #rawget(from, DATA)
end

local function pairs_of(from)
  local following = K.members(from)
  return function()
    while true do
      local key, _, value = following()
      if key == nil or value ~= nil then
        return key, value
      end
    end
  end, from, nil
end
VIEW.__pairs = pairs_of

-- Views of the frozen `argv`: a null reads as nil.

function FROZEN.__index(from, key)
  return shown(from, rawget(from, DATA)[key])
end

function FROZEN.__newindex(from, key)
  error(failure(field('argv', key) .. ' cannot be written: argv is frozen outside the H1 body'), 0)
end

FROZEN.__len = VIEW.__len
FROZEN.__pairs = pairs_of

-- The `json` table of a prompt.

local json = { null = NULL }
K.json = json

function json.array(t)
  if t == nil then
    t = {}
  end
  K.table(t, 1, 'array')
  local data = rawget(t, DATA)
  if getmetatable(t) == FROZEN then
    error(failure('argv is frozen and cannot be marked as a list'), 0)
  elseif data and data[1] == nil and next(data) ~= nil then
    error(failure(name_of(t) .. ' has names and cannot be marked as a list'), 0)
  end
  MARKED[data or t] = true
  return t
end

function json.decode(text)
  text = K.string(text, 1, 'decode')
  local ok, value = K.decode(text)
  if not ok then
    error(failure('json.decode: ' .. value), 0)
  end
  return value
end
