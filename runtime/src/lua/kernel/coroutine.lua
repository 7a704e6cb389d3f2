-- Coroutines of a prompt. What a coroutine waits for is passed on to the scheduler, a failure that stops the run goes
-- through, and making one costs as much as the instructions that no hook would see in a short one.
local K = ...
local error, pcall, rawequal, type = error, pcall, rawequal, type
local close, create, isyieldable = coroutine.close, coroutine.create, coroutine.isyieldable
local resume, running, status, yield = coroutine.resume, coroutine.running, coroutine.status, coroutine.yield
local after, charge, settle, REQUEST = K.after, K.charge, K.settle, K.REQUEST

local library = {}
K.coroutine = library

local function relay(co, ok, ...)
  if not ok then
    return after(ok, ...)
  elseif rawequal((...), REQUEST) then
    return relay(co, resume(co, yield(...)))
  end
  return settle(ok, ...)
end

-- A prompt's block runs in a coroutine of the engine, which the prompt takes for the main thread.
local function in_block()
  return running() == K.current.thread
end

local function returned(ok, ...)
  if ok then
    return ...
  end
  local _, failure = after(ok, ...)
  error(failure, 0)
end

local function is_killed(value)
  return K.kill ~= nil and rawequal(value, K.kill)
end

-- The `pcall` closes variables where the coroutine can still be suspended.
local function new(f)
  charge(K.HOOK)
  return create(function(...)
    if is_killed((...)) then
      error((...), 0)
    end
    return returned(pcall(f, ...))
  end)
end

function library.create(f)
  if type(f) ~= 'function' then
    K.bad(1, 'create', 'function expected')
  end
  return new(f)
end

function library.resume(co, ...)
  if type(co) ~= 'thread' then
    K.bad(1, 'resume', 'coroutine expected')
  end
  return relay(co, resume(co, ...))
end

local function unwrap(ok, ...)
  if ok then
    return ...
  end
  error((...), 2)
end

function library.wrap(f)
  if type(f) ~= 'function' then
    K.bad(1, 'wrap', 'function expected')
  end
  local co = new(f)
  return function(...)
    return unwrap(relay(co, resume(co, ...)))
  end
end

local function resumed(...)
  if is_killed((...)) then
    error((...), 0)
  end
  return ...
end

function library.yield(...)
  if in_block() then
    error('attempt to yield from outside a coroutine', 0)
  end
  return resumed(yield(...))
end

function library.isyieldable(co)
  if co == nil then
    return not in_block() and isyieldable()
  end
  return K.own('isyieldable', isyieldable, co)
end

function library.running()
  local co = running()
  return co, co == K.current.thread
end

local function closed(kill, outer, ok, ...)
  K.kill = outer
  settle(ok, ...)
  if ok then
    return false, 'attempt to yield across a C-call boundary'
  elseif rawequal((...), kill) then
    return true
  end
  return after(false, ...)
end

-- A coroutine is closed by an error in it, because the handlers of its variables must be able to be suspended.
function library.close(co)
  if type(co) ~= 'thread' then
    K.bad(1, 'close', 'coroutine expected')
  end
  if status(co) == 'suspended' then
    local kill, outer = {}, K.kill
    K.kill = kill
    return closed(kill, outer, resume(co, kill))
  end
  return K.own('close', close, co)
end

library.status = status
