-- Coroutines of a prompt. What a coroutine waits for is passed on to the scheduler, a failure that stops the run goes
-- through, and making one costs as much as the instructions that no hook would see in a short one.
local K = ...
local error, type = error, type
local close, create, isyieldable = coroutine.close, coroutine.create, coroutine.isyieldable
local resume, running, status, yield = coroutine.resume, coroutine.running, coroutine.status, coroutine.yield
local after, charge, REQUEST = K.after, K.charge, K.REQUEST

local library = {}
K.coroutine = library

local function relay(co, ok, first, ...)
  if ok and first == REQUEST then
    return relay(co, resume(co, yield(REQUEST, ...)))
  end
  return after(ok, first, ...)
end

-- A prompt's block runs in a coroutine of the engine, which the prompt takes for the main thread.
local function in_block()
  return running() == K.current.thread
end

function library.create(f)
  if type(f) ~= 'function' then
    K.bad(1, 'create', 'function expected')
  end
  charge(K.HOOK)
  return create(f)
end

function library.resume(co, ...)
  if type(co) ~= 'thread' then
    K.bad(1, 'resume', 'coroutine expected')
  end
  return relay(co, resume(co, ...))
end

local function unwrap(co, ok, ...)
  if ok then
    return ...
  end
  local failure = ...
  if status(co) == 'suspended' or status(co) == 'dead' then
    after(close(co))
  end
  error(failure, 2)
end

function library.wrap(f)
  if type(f) ~= 'function' then
    K.bad(1, 'wrap', 'function expected')
  end
  charge(K.HOOK)
  local co = create(f)
  return function(...)
    return unwrap(co, relay(co, resume(co, ...)))
  end
end

function library.yield(...)
  if in_block() then
    error('attempt to yield from outside a coroutine', 0)
  end
  return yield(...)
end

function library.isyieldable(co)
  if co == nil and in_block() then
    return false
  end
  return isyieldable(co)
end

function library.running()
  local co = running()
  return co, co == K.current.thread
end

function library.close(co)
  if type(co) ~= 'thread' then
    K.bad(1, 'close', 'coroutine expected')
  end
  return after(close(co))
end

library.status = status
