-- The math library of a prompt: Lua's, but that random numbers begin where the run says.
local K = ...
local math, randomseed, select = math, math.randomseed, select

local library = {}
K.math = library
for name, value in K.each(math) do
  library[name] = value
end

local seed = 0
function K.seed(number)
  seed = number
  randomseed(number)
end

function library.randomseed(...)
  if select('#', ...) == 0 then
    return randomseed(seed)
  end
  return randomseed(...)
end
