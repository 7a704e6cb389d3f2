-- The string and utf8 libraries of a prompt. Lua's own functions do what is linear, paid for by length; matching and
-- searching are Rust's, which counts steps.
local K = ...
local error, math_type, select, string, type = error, math.type, select, string, type
local find, format, rep = string.find, string.format, string.rep
local BIG, charge, checked, own, tostring = K.BIG, K.charge, K.string, K.own, K.tostring

local library = {}
K.text = library

-- Pays for every long string among the arguments.
local function weigh(count, value, ...)
  if type(value) == 'string' and #value > BIG then
    charge(#value)
  end
  if count > 1 then
    return weigh(count - 1, ...)
  end
end

-- A function of Lua's own whose work grows with its first argument.
local function linear(name, f)
  return function(...)
    local text = ...
    if type(text) == 'string' and #text > BIG then
      charge(#text)
    end
    return own(name, f, ...)
  end
end

for _, name in K.each({ 'byte', 'lower', 'reverse', 'sub', 'unpack', 'upper' }) do
  library[name] = linear(name, string[name])
end

-- The two that are called most cannot fail on these arguments.
local sub, byte = string.sub, string.byte

local function is_position(value)
  return value == nil or math_type(value) == 'integer'
end

local checked_sub = library.sub
function library.sub(text, first, last, ...)
  if type(text) == 'string' and #text <= BIG and math_type(first) == 'integer' and is_position(last) then
    return sub(text, first, last or -1)
  end
  return checked_sub(text, first, last, ...)
end

local checked_byte = library.byte
function library.byte(text, first, ...)
  if type(text) == 'string' and is_position(first) and select('#', ...) == 0 then
    return byte(text, first)
  end
  return checked_byte(text, first, ...)
end

function library.len(...)
  return own('len', string.len, ...)
end

function library.char(...)
  return own('char', string.char, ...)
end

function library.packsize(...)
  return own('packsize', string.packsize, ...)
end

function library.pack(...)
  weigh(select('#', ...), ...)
  return own('pack', string.pack, ...)
end

function library.rep(...)
  local text, count, separator = ...
  count = K.tointeger(count)
  if count and count > 0 then
    -- Lua goes through the count also where there is nothing to repeat.
    local width = 1 + (type(text) == 'string' and #text or 8) + (type(separator) == 'string' and #separator or 0)
    if width * 1.0 * count > BIG then
      charge(width * 1.0 * count)
    end
  end
  return own('rep', rep, ...)
end

-- The arguments of a format, those for `%s` as text that is ours. `kinds` has the letter of each conversion.
local function plain(kinds, index, count, value, ...)
  if index > count then
    return
  end
  local kind = type(value)
  if K.sub(kinds, index, index) == 's' and kind ~= 'string' and kind ~= 'number' then
    value = tostring(value)
  end
  return value, plain(kinds, index + 1, count, ...)
end

function library.format(...)
  local text = ...
  local count = select('#', ...)
  weigh(count, ...)
  if type(text) ~= 'string' then
    return own('format', format, ...)
  end
  local kinds = K.conversions(text)
  if find(kinds, 'p', 1, true) then
    -- It would show an address.
    error("invalid conversion '%p' to 'format'", 2)
  elseif find(kinds, 's', 1, true) then
    return own('format', format, text, plain(kinds, 1, count - 1, select(2, ...)))
  end
  return own('format', format, ...)
end

-- Where a search starts: 1 and more, or `nil` beyond the end.
local function start_of(text, init)
  if init < 0 then
    init = #text + init + 1
    return init < 1 and 1 or init
  elseif init == 0 then
    return 1
  elseif init > #text + 1 then
    return nil
  end
  return init
end

-- Called last, so that level 2 is the line of the prompt.
local function results(ok, ...)
  if not ok then
    error(..., 2)
  end
  return ...
end

function library.find(text, pattern, init, exact)
  text, pattern = checked(text, 1, 'find'), checked(pattern, 2, 'find')
  init = start_of(text, K.integer(init, 3, 'find', 1))
  if not init then
    return nil
  end
  return results(K.find(text, pattern, init, not not exact))
end

function library.match(text, pattern, init)
  text, pattern = checked(text, 1, 'match'), checked(pattern, 2, 'match')
  init = start_of(text, K.integer(init, 3, 'match', 1))
  if not init then
    return nil
  end
  return results(K.match(text, pattern, init))
end

-- The next match at `init` or behind it that does not end where the last one ended: `ok`, its place, its captures.
local next_match = K.next_match

function library.gmatch(text, pattern, init)
  text, pattern = checked(text, 1, 'gmatch'), checked(pattern, 2, 'gmatch')
  init = start_of(text, K.integer(init, 3, 'gmatch', 1)) or #text + 2
  local last
  local function found(ok, first, final, ...)
    if not ok then
      error(first, 2)
    elseif first then
      init, last = final + 1, final + 1
      return ...
    end
    init = #text + 2
    return nil
  end
  return function()
    if init > #text + 1 then
      return nil
    end
    return found(next_match(text, pattern, init, last, false))
  end
end

-- What a match is replaced by; `nil` keeps it.
local function replacement(value, original)
  local kind = type(value)
  if kind == 'string' then
    return value
  elseif kind == 'number' then
    return '' .. value
  elseif not value then
    return original
  end
  error('invalid replacement value (a ' .. kind .. ')', 3)
end

local function replace_each(text, pattern, by, limit)
  local anchored = K.sub(pattern, 1, 1) == '^'
  local parts, size, count, init, last = {}, 0, 0, 1, nil
  local is_table = type(by) == 'table'
  local function found(ok, first, final, ...)
    if not ok then
      error(first, 3)
    elseif not first then
      return false
    end
    local value
    if is_table then
      value = by[(...)]
    else
      value = by(...)
    end
    parts[size + 1] = K.sub(text, init, first - 1)
    parts[size + 2] = replacement(value, K.sub(text, first, final))
    size, count = size + 2, count + 1
    init, last = final + 1, final + 1
    return true
  end
  while count < limit and found(next_match(text, pattern, init, last, true)) do
    if anchored then
      break
    end
  end
  parts[size + 1] = K.sub(text, init)
  return K.concat(parts), count
end

function library.gsub(text, pattern, by, limit)
  text, pattern = checked(text, 1, 'gsub'), checked(pattern, 2, 'gsub')
  local kind = type(by)
  if kind ~= 'string' and kind ~= 'number' and kind ~= 'table' and kind ~= 'function' then
    K.bad(3, 'gsub', 'string/function/table expected, got ' .. (by == nil and 'no value' or kind))
  end
  limit = K.integer(limit, 4, 'gsub', #text + 1)
  if kind == 'string' or kind == 'number' then
    return results(K.replace(text, pattern, '' .. by, limit))
  end
  return replace_each(text, pattern, by, limit)
end

K.sub, K.concat = string.sub, table.concat

-- utf8: every function is linear in its text.
local utf = { charpattern = utf8.charpattern }
K.utf8 = utf
for _, name in K.each({ 'codepoint', 'codes', 'len', 'offset' }) do
  utf[name] = linear(name, utf8[name])
end
local char = utf8.char
function utf.char(...)
  return own('char', char, ...)
end
