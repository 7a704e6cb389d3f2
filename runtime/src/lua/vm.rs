//! One Lua state with the kernel in it. One run uses it at a time; runs that ended by themselves leave it for others.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use mlua::{HookTriggers, IntoLua, Lua, LuaOptions, MultiValue, StdLib, Table, Value, VmState};

use super::kernel::{self, HOOK_INTERVAL, Kernel};
use super::limits::{Limit, Limits};
use super::meter::{Meter, Stop};
use super::primitives;
use super::prompt::Source;

/// Prompts whose program a state keeps.
const MAX_PROGRAMS: usize = 64;

/// Bytes that a run may leave behind before they are collected.
const MAX_GARBAGE: usize = 1 << 20;

/// A state that can run prompts.
pub(super) struct Vm {
    lua: Lua,
    pub(super) meter: Arc<Meter>,
    kernel: Arc<OnceLock<Kernel>>,
    facts: Arc<Mutex<Facts>>,
    /// By the prompt's id, the one used last at the end.
    programs: Vec<(u64, Table)>,
    /// Bytes in use when nothing of a run was left, the last time that garbage was collected.
    clean: usize,
}

/// What `sys` and `math` show of a run.
#[derive(Clone)]
pub(super) struct Facts {
    pub(super) execution: String,
    pub(super) now: SystemTime,
    pub(super) model: Option<String>,
    pub(super) seed: i64,
}

/// What a task did last.
pub(super) enum Step {
    Infer(String),
    /// The number of the first arm, and how many there are.
    Fanout(usize, usize),
    Join(Vec<usize>),
    JoinAny(Vec<usize>),
    Ended(Result<Option<String>, Failed>),
    Stopped,
}

/// A failure that nothing in the prompt caught.
#[derive(Clone, Debug)]
pub(super) struct Failed {
    pub(super) kind: String,
    pub(super) message: String,
}

/// What a waiting task is told.
pub(super) enum Answer {
    /// There is nothing to tell.
    Go,
    Reply(Result<String, String>),
    /// A task: the arm that failed, or the task that ended first.
    Task(usize),
}

impl Vm {
    pub(super) fn new() -> mlua::Result<Self> {
        let libraries = StdLib::STRING | StdLib::TABLE | StdLib::MATH | StdLib::UTF8 | StdLib::COROUTINE;
        let lua = Lua::new_with(libraries, LuaOptions::default())?;
        let meter = Arc::new(Meter::new());
        meter.start(&Limits::default(), Arc::default());
        let facts = Facts { execution: String::new(), now: SystemTime::UNIX_EPOCH, model: None, seed: 0 };
        let facts = Arc::new(Mutex::new(facts));
        let kernel = Kernel::load(&lua, &meter, &facts)?;
        let hooked = Arc::clone(&meter);
        let triggers = HookTriggers::new().every_nth_instruction(HOOK_INTERVAL);
        lua.set_global_hook(triggers, move |_, _| {
            match hooked.charge(u64::from(HOOK_INTERVAL)) {
                Ok(()) => Ok(VmState::Continue),
                // Where it cannot be suspended, only the kernel runs: see `kernel/kernel.lua`.
                Err(stopped) if hooked.ask() => Err(stopped.into()),
                Err(_) => Ok(VmState::Yield),
            }
        })?;
        let clean = lua.used_memory();
        Ok(Self { lua, meter, kernel, facts, programs: Vec::new(), clean })
    }

    fn kernel(&self) -> mlua::Result<&Kernel> {
        self.kernel.get().ok_or_else(|| mlua::Error::runtime("the engine is not loaded"))
    }

    /// Begins a run: its main walk is task 0, and has not run yet.
    pub(super) fn start(
        &mut self,
        prompt: &Arc<Source>,
        args: &str,
        facts: Facts,
        limits: &Limits,
        cancelled: Arc<AtomicBool>,
    ) -> mlua::Result<()> {
        self.meter.start(limits, cancelled);
        self.lua.set_memory_limit(self.lua.used_memory().saturating_add(limits.memory))?;
        let program = self.program(prompt)?;
        let seed = facts.seed;
        *self.facts.lock().unwrap_or_else(PoisonError::into_inner) = facts;
        self.kernel()?.start.call((program, args, seed))
    }

    fn program(&mut self, prompt: &Arc<Source>) -> mlua::Result<Table> {
        if let Some(place) = self.programs.iter().position(|(id, _)| *id == prompt.id) {
            let last = self.programs.len() - 1;
            self.programs.swap(place, last);
        } else {
            let program = kernel::program(&self.lua, prompt)?;
            if self.programs.len() >= MAX_PROGRAMS {
                self.programs.remove(0);
            }
            self.programs.push((prompt.id, program));
        }
        self.programs
            .last()
            .map(|(_, program)| program.clone())
            .ok_or_else(|| mlua::Error::runtime("the program is not kept"))
    }

    /// Lets a task run until it waits or ends. Gives how many tasks there are behind that, and what it did.
    pub(super) fn step(&self, task: usize, answer: Answer) -> mlua::Result<(usize, Step)> {
        let lua = &self.lua;
        let mut values = MultiValue::with_capacity(3);
        values.push_back((task + 1).into_lua(lua)?);
        match answer {
            Answer::Go => {}
            Answer::Task(task) => values.push_back((task + 1).into_lua(lua)?),
            Answer::Reply(reply) => {
                values.push_back(Value::Boolean(reply.is_ok()));
                let (Ok(text) | Err(text)) = reply;
                values.push_back(Value::String(lua.create_string(text)?));
            }
        }
        let step = &self.kernel()?.step;
        self.meter.resume();
        let stepped = step.call::<MultiValue>(values);
        self.meter.pause();
        let mut values = stepped?.into_iter();
        let mut next = || values.next().unwrap_or(Value::Nil);
        let tasks = number(&next())?;
        // The numbers of `kernel/chain.lua`.
        let step = match number(&next())? {
            1 => Step::Infer(text(&next())?),
            2 => Step::Fanout(number(&next())?.saturating_sub(1), number(&next())?),
            3 => Step::Join(numbers(&next())?),
            4 => Step::JoinAny(numbers(&next())?),
            5 => Step::Ended(Ok(Some(text(&next())?))),
            6 => Step::Ended(Ok(None)),
            7 => Step::Ended(Err(Failed { kind: text(&next())?, message: lossy(&next()) })),
            _ => Step::Stopped,
        };
        Ok((tasks, step))
    }

    /// A task is not to run any more.
    pub(super) fn stop(&self, task: usize) -> mlua::Result<()> {
        self.kernel()?.stop.call(task + 1)
    }

    /// Ends a run. Whether the state can be used again: not if the run was stopped.
    pub(super) fn finish(&mut self) -> bool {
        self.meter.stopped().is_none() && self.clear().is_ok()
    }

    fn clear(&mut self) -> mlua::Result<()> {
        self.kernel()?.finish.call::<()>(())?;
        self.lua.set_memory_limit(0)?;
        if self.lua.used_memory() > self.clean.saturating_add(MAX_GARBAGE) {
            self.lua.gc_collect()?;
            self.clean = self.lua.used_memory();
        }
        Ok(())
    }

    /// Why an error came out of the state: a limit, or a defect of the engine.
    pub(super) fn reason(&self, error: &mlua::Error) -> Option<Stop> {
        match (self.meter.stopped(), error) {
            (Some(stop), _) => Some(stop),
            (None, error) if primitives::is_memory(error) => Some(Stop::Limit(Limit::Memory)),
            (None, _) => None,
        }
    }
}

fn number(value: &Value) -> mlua::Result<usize> {
    let number = value.as_integer().and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| mlua::Error::runtime("the kernel gave no number"))
}

fn numbers(value: &Value) -> mlua::Result<Vec<usize>> {
    let Value::Table(list) = value else { return Err(mlua::Error::runtime("the kernel gave no list")) };
    list.sequence_values::<usize>().map(|number| number.map(|number| number.saturating_sub(1))).collect()
}

fn text(value: &Value) -> mlua::Result<String> {
    match value {
        Value::String(text) => Ok(text.to_str()?.to_owned()),
        _ => Err(mlua::Error::runtime("the kernel gave no text")),
    }
}

/// A message may hold any bytes.
fn lossy(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_string_lossy(),
        _ => String::new(),
    }
}
