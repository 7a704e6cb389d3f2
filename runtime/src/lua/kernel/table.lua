-- The table library of a prompt. Lua's own functions do the work where it is short; where it grows with the table it
-- is paid for first, and sorting is done here, so that instructions count.
local K = ...
local error, pcall, type = error, pcall, type
local concat, insert, move, pack = table.concat, table.insert, table.move, table.pack
local remove, select, sub, unpack = table.remove, select, string.sub, table.unpack
local BIG, charge = K.BIG, K.charge

local library = {}
K.tables = library

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

function library.concat(...)
  local list, _, from, to = ...
  if type(list) == 'table' then
    pay(span(from or 1, to or #list))
  end
  return concat(...)
end

function library.insert(...)
  local list, position = ...
  if type(list) == 'table' and select('#', ...) == 3 then
    pay(span(position, #list))
  end
  return insert(...)
end

function library.remove(...)
  local list, position = ...
  if type(list) == 'table' and position ~= nil then
    pay(span(position, #list))
  end
  return remove(...)
end

function library.move(...)
  local _, from, to = ...
  pay(span(from, to))
  return move(...)
end

function library.unpack(...)
  local list, from, to = ...
  if type(list) == 'table' or type(list) == 'string' then
    pay(span(from or 1, to or #list))
  end
  return unpack(...)
end

library.pack = pack

-- Quicksort on the median of three, as in Lua, so that members which compare equal end in the same order.
local MAX = 0x7fffffff

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
