-- The math library of a prompt: Lua's, but that random numbers begin where the run says.
local K = ...
local math, randomseed, select = math, math.randomseed, select

local library = {}
K.math = library
-- Named, because Lua may be built with functions of older versions.
local NAMES = {
  'abs', 'acos', 'asin', 'atan', 'ceil', 'cos', 'deg', 'exp', 'floor', 'fmod', 'huge', 'log', 'max', 'maxinteger', 'min',
  'mininteger', 'modf', 'pi', 'rad', 'random', 'sin', 'sqrt', 'tan', 'tointeger', 'type', 'ult',
}
for _, name in K.each(NAMES) do
  library[name] = math[name]
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
