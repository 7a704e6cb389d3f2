-- Chains (section 2): the walk, `call`, fanouts, tasks, rounds and tools.
local K = ...
local error, ipairs, pcall, rawequal, rawget = error, ipairs, pcall, rawequal, rawget
local setmetatable, type = setmetatable, type
local create, resume = coroutine.create, coroutine.resume
local after, check_var, copy, duplicate, enter = K.after, K.check_var, K.copy, K.duplicate, K.enter
local REQUEST = K.REQUEST
local fail, failure, is_failure, run_section, wait = K.fail, K.failure, K.is_failure, K.run_section, K.wait

-- Requests of `wait`, and the ways a task ends; `schedule.rs` has the same numbers.
local INFER, FANOUT, JOIN, JOIN_ANY = 1, 2, 3, 4
local VALUE, NOTHING, FAILED, STOPPED = 5, 6, 7, 8

-- Tasks by number; 1 is the main walk.
local chains

-- A chain that starts from a section entry (2.2). `input` nil inherits.
local function child_of(entry, section, input, item, index)
  local parent = entry.chain
  K.check_nesting(parent.depth)
  local id = parent.id .. '.' .. parent.children
  parent.children = parent.children + 1
  local argv = entry.argv
  if input then
    K.check_text(#input)
    argv = K.argv(entry.program.source, input)
  end
  return {
    args = input or entry.args, argv = argv, children = 0, co = nil, depth = parent.depth + 1, ended = nil, entered = 0,
    failure = nil, id = id, index = index, item = item, number = 0, program = entry.program, section = section,
    spawned = nil, stopped = nil, taken = nil, task = nil, text = nil, var = duplicate(entry.var),
  }
end

-- Runs a chain to its end: the first text that a block returns, or nil.
local function walk(chain)
  local section, following = chain.section, chain.program.following
  while section do
    local text = run_section(chain, section, false)
    if text then
      return text
    end
    section = following[section]
  end
  return nil
end

-- No task outlives the chain that spawned it. Gives the first that would have.
local function abandon(chain)
  local running
  for _, child in ipairs(chain.spawned or {}) do
    if not child.ended then
      child.ended, child.stopped, running = true, true, running or child
    end
  end
  return running
end

local function leave(chain, text)
  local running = abandon(chain)
  if running then
    fail('the task ' .. running.id .. ' was still running when its chain ended; wait for it with tasks.join')
  end
  return text
end

local function run_chain(chain)
  return leave(chain, walk(chain))
end

-- The text of a value that was raised; a handler of the prompt may be asked, under all limits.
local function raised_text(value)
  if is_failure(value) then
    value = rawget(value, 'message')
  end
  if type(value) == 'string' then
    return value
  end
  local handler = type(value) == 'table' and K.handler_of(value, '__tostring')
  if handler or type(value) == 'number' then
    local ok, text = after(pcall(K.tostring, value))
    if ok then
      return text
    end
  end
  return '(error object is a ' .. type(value) .. ' value)'
end

-- A failure as the error value that another chain sees.
local function as_failure(value)
  if is_failure(value) and type(rawget(value, 'message')) == 'string' then
    return value
  end
  return failure(raised_text(value))
end

local function find(entry, name, target)
  if type(target) ~= 'string' then
    fail(name .. ' takes a heading such as "## name", and got a ' .. type(target))
  end
  local section, problem = K.resolve(entry.program.source, entry.base, target, false)
  if not section then
    fail(name .. ': ' .. problem)
  end
  return section
end

-- 2.6
function K.call(target, input)
  local entry = K.current
  if input ~= nil and type(input) ~= 'string' then
    fail('call takes a string as its input, and got a ' .. type(input))
  end
  local section = find(entry, 'call', target)
  check_var(entry)
  local chain = child_of(entry, section, input)
  local ok, text = after(pcall(run_chain, chain))
  enter(entry)
  if not ok then
    abandon(chain)
    error(as_failure(text), 0)
  end
  return text or ''
end

-- 2.8

local function register(chain)
  local number = #chains + 1
  K.count_task(number - 1)
  chains[number] = chain
  chain.task = number
  return number
end

local ARM = K.hide({})
function ARM.__tostring(arm)
  return arm.text
end

local tasks = K.tasks

function tasks.fanout(worker, collection)
  local entry = K.current
  local section = find(entry, 'tasks.fanout', worker)
  if type(collection) ~= 'table' then
    fail('tasks.fanout takes a table of members, and got a ' .. type(collection))
  end
  check_var(entry)
  K.may_wait()
  local members, items, count = {}, {}, 0
  for key, value, shown, is_positional in K.members(collection) do
    count = count + 1
    local name = 'member ' .. count
    if not is_positional then
      name = 'the member under ' .. K.tostring(key)
      value, shown = { key = key, value = value }, { key = key, value = shown }
    end
    members[count], items[count] = shown, copy(value, name)
  end
  if count == 0 then
    fail('tasks.fanout was given an empty collection')
  end
  local first = #chains + 1
  for index = 1, count do
    register(child_of(entry, section, nil, items[index], index))
  end
  local failed = wait(FANOUT, first, count)
  if failed then
    error(as_failure(chains[failed].failure), 0)
  end
  local arms = {}
  for index = 1, count do
    local number = first + index - 1
    arms[index] = setmetatable({ text = chains[number].text or '', ok = true, item = members[index] }, ARM)
    chains[number] = false
  end
  return arms
end

function tasks.spawn(target, options)
  local entry = K.current
  local section = find(entry, 'tasks.spawn', target)
  local input, item, index
  if options ~= nil then
    if type(options) ~= 'table' then
      fail('tasks.spawn takes a table of options, and got a ' .. type(options))
    end
    input, item, index = options.input, options.item, options.index
    if input ~= nil and type(input) ~= 'string' then
      fail('the option input of tasks.spawn is a string, and got a ' .. type(input))
    end
    if index ~= nil and K.tointeger(index) == nil then
      fail('the option index of tasks.spawn is a whole number, and got a ' .. type(index))
    end
    if item ~= nil then
      item = copy(item, 'the option item of tasks.spawn')
    end
  end
  check_var(entry)
  local chain = child_of(entry, section, input, item, index and K.tointeger(index))
  register(chain)
  local parent = entry.chain
  local spawned = parent.spawned or {}
  parent.spawned = spawned
  spawned[#spawned + 1] = chain
  return { task = chain.id }
end

-- The chains behind a list of handles.
local function handles(name, list)
  local spawned = K.current.chain.spawned or {}
  if type(list) ~= 'table' then
    fail(name .. ' takes a list of tasks, and got a ' .. type(list))
  end
  local found, numbers = {}, {}
  for index = 1, #list do
    local handle = list[index]
    local id = type(handle) == 'table' and handle.task or nil
    for place = 1, #spawned do
      if spawned[place].id == id then
        found[index] = spawned[place]
      end
    end
    local chain = found[index]
    if not chain then
      fail(name .. ': member ' .. index .. ' is not a task that this chain started')
    elseif chain.taken then
      fail(name .. ': the result of task ' .. chain.id .. ' was taken before')
    end
    numbers[index] = chain.task
  end
  return found, numbers
end

local function taken(chain, handle)
  chain.taken = true
  return { task = handle.task, ok = chain.failure == nil, result = chain.failure or chain.text or '' }
end

function tasks.join(list)
  local found, numbers = handles('tasks.join', list)
  if #found > 0 then
    wait(JOIN, numbers)
  end
  local results = {}
  for index = 1, #found do
    results[index] = taken(found[index], list[index])
  end
  return results
end

function tasks.join_any(list)
  local found, numbers = handles('tasks.join_any', list)
  if #found == 0 then
    fail('tasks.join_any was given no task')
  end
  local number = wait(JOIN_ANY, numbers)
  for index = 1, #found do
    if found[index].task == number then
      local result = taken(found[index], list[index])
      return list[index], result.ok, result.result
    end
  end
end

-- 2.9

function K.models.infer(text)
  if type(text) ~= 'string' then
    fail('models.infer takes a string, and got a ' .. type(text))
  end
  if #text > K.BIG then
    K.charge(#text)
  end
  if not K.utf8_length(text) then
    fail('models.infer takes UTF-8, and got other bytes')
  end
  local ok, reply = wait(INFER, text)
  if not ok then
    fail(reply, 'internal')
  end
  return reply
end

-- Tools (3.1)

function K.tools.add_local(name, description, parameters, handler)
  if type(name) ~= 'string' then
    fail('tools.add_local takes a name, a description, parameters and a function')
  elseif type(handler) ~= 'function' then
    fail('tools.add_local: the handler of ' .. name .. ' is no function')
  end
  local entry = K.current
  local known = entry.tools or {}
  entry.tools = known
  known[name] = handler
end

function K.tools.call(name, arguments)
  local entry = K.current
  local handler = entry.tools and entry.tools[name]
  if not handler then
    fail('tools.call: there is no tool ' .. K.tostring(name))
  end
  entry.called = true
  local value = handler(arguments)
  if type(value) == 'string' then
    return value
  elseif value == nil then
    return ''
  elseif type(value) == 'number' or type(value) == 'boolean' then
    return K.tostring(value)
  end
  fail('tools.call: the tool ' .. name .. ' returned a ' .. type(value))
end

-- The bodies of coroutines. A failure that stops the run leaves them as an error.

local function kind_of(value)
  return is_failure(value) and rawget(value, 'kind') == 'internal' and 'Completion' or 'Lua'
end

-- Gives the way a task ended and what it left behind.
local function ended(chain, ok, value)
  chain.ended = true
  if ok then
    chain.text = value
    if value then
      return VALUE, value
    end
    return NOTHING
  end
  chain.failure = as_failure(value)
  return FAILED, kind_of(value), chain.failure.message
end

local function task(chain)
  return ended(chain, after(pcall(run_chain, chain)))
end

-- The main walk, behind the H1 pass (2.5).
local function main(chain)
  local program = chain.program
  if program.first[0] <= program.last[0] then
    local ok, text, gate = after(pcall(run_section, chain, 0, true))
    if not ok then
      abandon(chain)
      return FAILED, 'RequirementsUnmet', raised_text(text)
    elseif text then
      return ended(chain, after(pcall(leave, chain, text)))
    end
    local argv
    if gate.left ~= nil and gate.left ~= K.NULL then
      ok, argv = after(pcall(copy, gate.left, 'argv'))
      if not ok then
        return ended(chain, false, argv)
      end
    end
    chain.argv = argv
  end
  return task(chain)
end

-- What the scheduler calls.

function K.start(program, args, seed)
  chains = {}
  K.seed(seed)
  register({
    args = args, argv = K.argv(program.source, args), children = 0, co = nil, depth = 0, ended = nil, entered = 0,
    failure = nil, id = '0', number = program.first[0] <= program.last[0] and 0 or 1, program = program,
    section = program.names[1] and 1, spawned = nil, stopped = nil, task = nil, text = nil, var = {},
  })
end

local function answer(chain, ok, first, ...)
  if not ok then
    -- Only what stops the run comes out of a task.
    error(first, 0)
  elseif first == nil then
    K.settle(ok)
  elseif rawequal(first, REQUEST) then
    return #chains, ...
  end
  chain.co = nil
  return #chains, first, ...
end

-- Lets a task run until it waits or ends: the request, or the way it ended.
function K.step(number, ...)
  local chain = chains[number]
  if not chain or chain.stopped then
    return #chains, STOPPED
  end
  local co = chain.co
  if co then
    return answer(chain, resume(co, ...))
  end
  chain.co = create(number == 1 and main or task)
  return answer(chain, resume(chain.co, chain))
end

function K.stop(number)
  local chain = chains[number]
  if chain then
    chain.stopped, chain.ended, chain.co = true, true, nil
  end
end

function K.finish()
  chains = nil
  enter(nil)
  K.forget()
end
