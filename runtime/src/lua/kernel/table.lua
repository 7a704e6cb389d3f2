-- The table library of a prompt. Lua's own functions do the work where it is short; where it grows with the table it
-- is paid for first, and sorting is done here, so that instructions count.
local K = ...
local error, format, getmetatable, pcall, type = error, string.format, getmetatable, pcall, type
local concat, insert, move, pack = table.concat, table.insert, table.move, table.pack
local remove, select, sub, unpack = table.remove, select, string.sub, table.unpack
local BIG, charge, own = K.BIG, K.charge, K.own

local library = {}
K.tables = library

-- Members that Lua's own functions work on at most.
local MAX = 0x7fffffff

local function pay(count)
  if count > BIG then
    charge(count)
  end
end

-- How many members lie between two indexes, for arguments that may be anything.
local function span(from, to)
  local first, last = K.tointeger(from), K.tointeger(to)
  return first and last and last - first or 0
end

-- A table with a metatable is worked on here, because Lua's own functions would call its metamethods from C; so is a
-- string, behind which lies the prompt's own `string` table.
local function is_indexed(list)
  return type(list) == 'table' or type(list) == 'string'
end

local function is_plain(list)
  return type(list) == 'table' and getmetatable(list) == nil
end

function library.concat(...)
  local list, separator, from, to = ...
  if type(list) ~= 'table' then
    return own('concat', concat, ...)
  end
  if is_plain(list) then
    pay(span(from or 1, to or #list))
    return own('concat', concat, ...)
  end
  local first, last, texts = K.integer(from, 3, 'concat', 1), K.integer(to, 4, 'concat', #list), {}
  for index = first, last do
    local value = list[index]
    if type(value) ~= 'string' and type(value) ~= 'number' then
      error(format("invalid value (at index %d) in table for 'concat'", index), 2)
    end
    texts[index - first + 1] = value
  end
  return concat(texts, separator)
end

function library.insert(...)
  local list, position, value = ...
  local count = select('#', ...)
  if type(list) ~= 'table' or is_plain(list) then
    if type(list) == 'table' and count == 3 then
      pay(span(position, #list))
    end
    return own('insert', insert, ...)
  end
  local length = #list + 1
  if count == 2 then
    list[length] = position
    return
  elseif count ~= 3 then
    error("wrong number of arguments to 'insert'", 2)
  end
  position = K.integer(position, 2, 'insert')
  if position < 1 or position > length then
    K.bad(2, 'insert', 'position out of bounds')
  end
  for index = length, position + 1, -1 do
    list[index] = list[index - 1]
  end
  list[position] = value
end

function library.remove(...)
  local list, position = ...
  if type(list) ~= 'table' or is_plain(list) then
    if type(list) == 'table' and position ~= nil then
      pay(span(position, #list))
    end
    return own('remove', remove, ...)
  end
  local length = #list
  position = K.integer(position, 2, 'remove', length)
  if position ~= length and (position < 1 or position > length + 1) then
    K.bad(2, 'remove', 'position out of bounds')
  end
  local value = list[position]
  for index = position, length - 1 do
    list[index] = list[index + 1]
  end
  if position <= length then
    position = length
  end
  list[position] = nil
  return value
end

function library.move(...)
  local list, first, last, to, target = ...
  if target == nil then
    target = list
  end
  pay(span(first, last))
  if not is_indexed(list) or type(target) ~= 'table' or is_plain(list) and is_plain(target) then
    return own('move', move, ...)
  end
  first, last, to = K.integer(first, 2, 'move'), K.integer(last, 3, 'move'), K.integer(to, 4, 'move')
  if last - first > MAX then
    K.bad(3, 'move', 'too many elements to move')
  end
  if to > last or to <= first or target ~= list then
    for index = 0, last - first do
      target[to + index] = list[first + index]
    end
  else
    for index = last - first, 0, -1 do
      target[to + index] = list[first + index]
    end
  end
  return target
end

function library.unpack(...)
  local list, first, last = ...
  if is_plain(list) then
    pay(span(first or 1, last or #list))
    return own('unpack', unpack, ...)
  elseif not is_indexed(list) then
    return own('unpack', unpack, ...)
  end
  first, last = K.integer(first, 2, 'unpack', 1), K.integer(last, 3, 'unpack', #list)
  local values = {}
  for index = first, last do
    values[index - first + 1] = list[index]
  end
  return unpack(values, 1, last - first + 1)
end

library.pack = pack

-- Quicksort on the median of three, as in Lua, so that members which compare equal end in the same order.
local function ascending(a, b)
  return a < b
end

local function sort(list, low, high, less)
  while low < high do
    local a, b = list[low], list[high]
    if less(b, a) then
      list[low], list[high] = b, a
    end
    if high - low == 1 then
      return
    end
    local middle = (low + high) // 2
    local pivot, first = list[middle], list[low]
    if less(pivot, first) then
      list[middle], list[low] = first, pivot
    else
      local last = list[high]
      if less(last, pivot) then
        list[middle], list[high] = last, pivot
      end
    end
    if high - low == 2 then
      return
    end
    pivot = list[middle]
    local kept = list[high - 1]
    list[middle], list[high - 1] = kept, pivot
    local i, j = low, high - 1
    while true do
      i = i + 1
      local left = list[i]
      while less(left, pivot) do
        if i == high - 1 then
          error('invalid order function for sorting', 0)
        end
        i = i + 1
        left = list[i]
      end
      j = j - 1
      local right = list[j]
      while less(pivot, right) do
        if j < i then
          error('invalid order function for sorting', 0)
        end
        j = j - 1
        right = list[j]
      end
      if j < i then
        break
      end
      list[i], list[j] = right, left
    end
    local before, at = list[high - 1], list[i]
    list[high - 1], list[i] = at, before
    if i - low < high - i then
      sort(list, low, i - 1, less)
      low = i + 1
    else
      sort(list, i + 1, high, less)
      high = i - 1
    end
  end
end

function library.sort(list, less)
  K.table(list, 1, 'sort')
  local length = #list
  if length < 2 then
    return
  end
  if length >= MAX then
    K.bad(1, 'sort', 'array too big')
  end
  if less ~= nil and type(less) ~= 'function' then
    K.bad(2, 'sort', 'function expected, got ' .. type(less))
  end
  local ok, failure = K.after(pcall(sort, list, 1, length, less or ascending))
  if not ok then
    if type(failure) == 'string' and sub(failure, 1, 6) == '?:-1: ' then
      failure = sub(failure, 7)
    end
    error(failure, 2)
  end
end
