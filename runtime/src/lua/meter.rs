//! What a run has used up, shared by the Lua state's hook, the primitives and the scheduler.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::limits::{Limit, Limits};

/// Why a run must stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Limit(Limit),
    Cancelled,
}

/// One meter belongs to one Lua state, which one run uses at a time. Atomics, because the hook shares it; nothing
/// waits for anything.
pub(super) struct Meter {
    fuel: AtomicI64,
    stop: AtomicU8,
    born: Instant,
    /// Nanoseconds after `born` at which the run's time is over.
    deadline: AtomicU64,
    /// Nanoseconds that Lua may still run.
    busy: AtomicU64,
    /// Nanoseconds after `born` at which it has, while it runs.
    busy_until: AtomicU64,
    text: AtomicUsize,
    nesting: AtomicUsize,
    tasks: AtomicUsize,
    /// Whether the hook suspended a coroutine and nobody has noticed yet.
    asked: AtomicBool,
    cancelled: Mutex<Arc<AtomicBool>>,
}

const RUNNING: u8 = 0;
const CANCELLED: u8 = 1;
/// The first of [`Limit::ALL`].
const LIMITS: u8 = 2;

impl Meter {
    pub(super) fn new() -> Self {
        Self {
            fuel: AtomicI64::new(0),
            stop: AtomicU8::new(RUNNING),
            born: Instant::now(),
            deadline: AtomicU64::new(u64::MAX),
            busy: AtomicU64::new(u64::MAX),
            busy_until: AtomicU64::new(u64::MAX),
            text: AtomicUsize::new(0),
            nesting: AtomicUsize::new(0),
            tasks: AtomicUsize::new(0),
            asked: AtomicBool::new(false),
            cancelled: Mutex::default(),
        }
    }

    /// For a new run.
    pub(super) fn start(&self, limits: &Limits, cancelled: Arc<AtomicBool>) {
        self.fuel.store(i64::try_from(limits.instructions).unwrap_or(i64::MAX), Relaxed);
        self.stop.store(RUNNING, Relaxed);
        self.asked.store(false, Relaxed);
        self.deadline.store(self.now().saturating_add(nanoseconds(limits.time)), Relaxed);
        self.busy.store(nanoseconds(limits.busy), Relaxed);
        self.text.store(limits.text, Relaxed);
        self.nesting.store(limits.nesting, Relaxed);
        self.tasks.store(limits.tasks, Relaxed);
        *self.cancelled.lock().unwrap_or_else(PoisonError::into_inner) = cancelled;
    }

    /// The first reason stays.
    pub(super) fn stop(&self, reason: Stop) -> Stopped {
        let code = match reason {
            Stop::Cancelled => CANCELLED,
            Stop::Limit(limit) => {
                let place = Limit::ALL.iter().position(|&known| known == limit).unwrap_or(0);
                LIMITS + u8::try_from(place).unwrap_or(0)
            }
        };
        let _ = self.stop.compare_exchange(RUNNING, code, Relaxed, Relaxed);
        Stopped
    }

    pub(super) fn stopped(&self) -> Option<Stop> {
        match self.stop.load(Relaxed) {
            RUNNING => None,
            CANCELLED => Some(Stop::Cancelled),
            code => Limit::ALL.get(usize::from(code - LIMITS)).map(|&limit| Stop::Limit(limit)),
        }
    }

    /// Whether the run must stop; whoever asks will see to it.
    pub(super) fn acknowledge(&self) -> bool {
        self.asked.store(false, Relaxed);
        self.stop.load(Relaxed) != RUNNING
    }

    /// Whether the running coroutine was asked to suspend itself before, and could not.
    pub(super) fn ask(&self) -> bool {
        self.asked.swap(true, Relaxed)
    }

    /// Takes instructions, and looks at everything that can end the run.
    pub(super) fn charge(&self, instructions: u64) -> Result<(), Stopped> {
        if self.stop.load(Relaxed) != RUNNING {
            return Err(Stopped);
        }
        let taken = i64::try_from(instructions).unwrap_or(i64::MAX);
        let left = self.fuel.load(Relaxed).saturating_sub(taken);
        self.fuel.store(left, Relaxed);
        if left < 0 {
            return Err(self.stop(Stop::Limit(Limit::Instructions)));
        }
        if self.cancelled.lock().unwrap_or_else(PoisonError::into_inner).load(Relaxed) {
            return Err(self.stop(Stop::Cancelled));
        }
        let now = self.now();
        if now >= self.busy_until.load(Relaxed) {
            return Err(self.stop(Stop::Limit(Limit::Busy)));
        }
        if now >= self.deadline.load(Relaxed) {
            return Err(self.stop(Stop::Limit(Limit::Time)));
        }
        Ok(())
    }

    /// Nanoseconds after `born`.
    fn now(&self) -> u64 {
        nanoseconds(self.born.elapsed())
    }

    /// Lua begins to run.
    pub(super) fn resume(&self) {
        self.busy_until.store(self.now().saturating_add(self.busy.load(Relaxed)), Relaxed);
    }

    /// Lua waits.
    pub(super) fn pause(&self) {
        let until = self.busy_until.swap(u64::MAX, Relaxed);
        self.busy.store(until.saturating_sub(self.now()), Relaxed);
    }

    pub(super) fn fuel(&self) -> u64 {
        u64::try_from(self.fuel.load(Relaxed)).unwrap_or(0)
    }

    pub(super) fn time_left(&self) -> Duration {
        Duration::from_nanos(self.deadline.load(Relaxed).saturating_sub(self.now()))
    }

    /// Whether a text may be this long.
    pub(super) fn text(&self, length: usize) -> Result<(), Stopped> {
        self.at_most(length, &self.text, Limit::Text)
    }

    pub(super) fn nesting(&self, depth: usize) -> Result<(), Stopped> {
        self.at_most(depth + 1, &self.nesting, Limit::Nesting)
    }

    pub(super) fn tasks(&self, count: usize) -> Result<(), Stopped> {
        self.at_most(count, &self.tasks, Limit::Tasks)
    }

    fn at_most(&self, value: usize, most: &AtomicUsize, limit: Limit) -> Result<(), Stopped> {
        if value > most.load(Relaxed) { Err(self.stop(Stop::Limit(limit))) } else { Ok(()) }
    }

    pub(super) fn text_limit(&self) -> usize {
        self.text.load(Relaxed)
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The run must stop; the [`Meter`] knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the run was stopped")
    }
}

impl std::error::Error for Stopped {}

impl From<Stopped> for mlua::Error {
    fn from(stopped: Stopped) -> Self {
        Self::external(stopped)
    }
}
