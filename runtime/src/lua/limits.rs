//! What a run may use.

use std::fmt;
use std::time::Duration;

/// What one run may use. Reaching a limit ends the run with kind [`Limit`](crate::lua::RunErrorKind::Limit); nothing in the
/// prompt can catch that.
///
/// ```
/// use agentc::lua::{Engine, Limits};
///
/// let engine = Engine::with_limits(Limits { rounds: 3, ..Limits::default() });
/// # let _ = engine;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of Lua values at one time, beside at most 1 MiB that earlier runs left to be collected. Default: 32 MiB.
    pub memory: usize,
    /// Lua instructions, and what library functions do, counted as instructions. Making a coroutine counts as 250.
    /// Default: 200 million, a few seconds.
    pub instructions: u64,
    /// Time in which Lua runs, waiting for the model not included. Default: ten seconds.
    pub busy: Duration,
    /// Time from the start to the end, waiting for the model included. Default: ten minutes.
    pub time: Duration,
    /// Bytes of one text: the argument string, filled prose, a reply, a result, all messages of a section together.
    /// Default: 4 MiB.
    pub text: usize,
    /// Rounds sent to the model. Default: 10,000.
    pub rounds: usize,
    /// Bytes of the text of one round. Default: 1 MiB.
    pub round: usize,
    /// How deep chains nest: calls, arms and tasks together. Default: 8 (section 2.6).
    pub nesting: usize,
    /// Arms and tasks started. Default: 10,000.
    pub tasks: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 32 << 20,
            instructions: 200_000_000,
            busy: Duration::from_secs(10),
            time: Duration::from_secs(600),
            text: 4 << 20,
            rounds: 10_000,
            round: 1 << 20,
            nesting: 8,
            tasks: 10_000,
        }
    }
}

/// Which of the [`Limits`] a run reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::memory`]
    Memory,
    /// [`Limits::instructions`]
    Instructions,
    /// [`Limits::busy`]
    Busy,
    /// [`Limits::time`]
    Time,
    /// [`Limits::text`]
    Text,
    /// [`Limits::rounds`]
    Rounds,
    /// [`Limits::round`]
    Round,
    /// [`Limits::nesting`]
    Nesting,
    /// [`Limits::tasks`]
    Tasks,
}

impl Limit {
    pub(super) const ALL: [Self; 9] = [
        Self::Memory,
        Self::Instructions,
        Self::Busy,
        Self::Time,
        Self::Text,
        Self::Rounds,
        Self::Round,
        Self::Nesting,
        Self::Tasks,
    ];

    /// The name of the field of [`Limits`].
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Instructions => "instructions",
            Self::Busy => "busy",
            Self::Time => "time",
            Self::Text => "text",
            Self::Rounds => "rounds",
            Self::Round => "round",
            Self::Nesting => "nesting",
            Self::Tasks => "tasks",
        }
    }

    /// What happened, and under which limit.
    pub(super) fn message(self, limits: &Limits) -> String {
        match self {
            Self::Memory => format!("the run needs more than {} bytes of memory", limits.memory),
            Self::Instructions => format!("the run takes more than {} instructions", limits.instructions),
            Self::Busy => format!("the run's Lua takes longer than {} seconds", limits.busy.as_secs_f64()),
            Self::Time => format!("the run takes longer than {} seconds", limits.time.as_secs_f64()),
            Self::Text => format!("a text is longer than {} bytes", limits.text),
            Self::Rounds => format!("the run sends more than {} rounds", limits.rounds),
            Self::Round => format!("a round is longer than {} bytes", limits.round),
            Self::Nesting => format!("chains are nested more than {} deep", limits.nesting),
            Self::Tasks => format!("the run starts more than {} arms and tasks", limits.tasks),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
