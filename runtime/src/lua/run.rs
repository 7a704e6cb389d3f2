//! One run of a prompt (section 2 of the dynamic prompt specification).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::SystemTime;

use futures_util::task::AtomicWaker;

use super::engine::Engine;
use super::error::{RunError, RunErrorKind};
use super::event::Event;
use super::limits::{Limit, Limits};
use super::meter::Stop;
use super::model::Model;
use super::prompt::Prompt;
use super::schedule::Schedule;
use super::vm::{Facts, Failed, Vm};

/// Listens to [`Event`]s.
pub(super) type Listener = Box<dyn FnMut(Event<'_>) + Send>;

/// A run that has not started. Made by [`Engine::run`].
#[must_use = "a run starts with `start` or `block`"]
pub struct Run {
    engine: Engine,
    prompt: Prompt,
    args: String,
    limits: Limits,
    model: Option<Arc<dyn Model>>,
    listener: Option<Listener>,
    execution: String,
    now: Option<SystemTime>,
    seed: i64,
    canceller: Canceller,
}

/// Cancels a run from outside, also while its model is waited for. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Canceller {
    cancelled: Arc<AtomicBool>,
    waker: Arc<AtomicWaker>,
}

impl Canceller {
    /// Ends the run with kind [`Cancelled`](RunErrorKind::Cancelled), as soon as it looks; without effect behind its end.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
        self.waker.wake();
    }

    pub(super) fn is_cancelled(&self, waker: &std::task::Waker) -> bool {
        self.waker.register(waker);
        self.cancelled.load(Relaxed)
    }
}

impl Run {
    pub(super) fn new(engine: Engine, prompt: Prompt, args: String, limits: Limits) -> Self {
        Self {
            engine,
            prompt,
            args,
            limits,
            model: None,
            listener: None,
            execution: "0".to_owned(),
            now: None,
            seed: 0,
            canceller: Canceller::default(),
        }
    }

    /// The model that answers rounds. Without one, `models.infer` fails.
    pub fn model(self, model: impl Model + 'static) -> Self {
        self.shared_model(Arc::new(model))
    }

    /// The same for a model that others use too.
    pub fn shared_model(mut self, model: Arc<dyn Model>) -> Self {
        self.model = Some(model);
        self
    }

    /// Other limits than the engine's.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The instant that `sys.when` shows. Default: when the run starts.
    pub fn now(mut self, now: SystemTime) -> Self {
        self.now = Some(now);
        self
    }

    /// Where `math.random` starts. Default: 0, so that two runs of the same prompt draw the same numbers.
    pub fn seed(mut self, seed: i64) -> Self {
        self.seed = seed;
        self
    }

    /// What `sys.execution` shows. Default: `0`.
    pub fn execution(mut self, id: impl Into<String>) -> Self {
        self.execution = id.into();
        self
    }

    /// Told what happens, while it happens.
    pub fn on_event(mut self, listener: impl FnMut(Event<'_>) + Send + 'static) -> Self {
        self.listener = Some(Box::new(listener));
        self
    }

    /// A handle that cancels this run.
    #[must_use]
    pub fn canceller(&self) -> Canceller {
        self.canceller.clone()
    }

    /// Runs to the end on any async runtime. Dropping the future ends the run.
    ///
    /// # Errors
    ///
    /// How the run failed; [`RunErrorKind`] has the kinds.
    pub async fn start(self) -> Result<String, RunError> {
        let limits = self.limits;
        if self.args.len() > limits.text {
            return Err(RunError::limit(Limit::Text, &limits));
        }
        let mut vm = self.engine.take().map_err(|error| defect(&error))?;
        let facts = Facts {
            execution: self.execution,
            now: self.now.unwrap_or_else(SystemTime::now),
            model: self.model.as_ref().map(|model| model.id().to_owned()),
            seed: self.seed,
        };
        let cancelled = Arc::clone(&self.canceller.cancelled);
        let started = vm.start(&self.prompt.0, &self.args, facts, &limits, cancelled);
        let ended = match started {
            Ok(()) => Schedule::new(&vm, &limits, self.model, self.listener, &self.canceller).run().await,
            Err(error) => Err(error),
        };
        match ended {
            Ok(result) => {
                give_back(&self.engine, vm);
                result.map(|text| text.unwrap_or_else(|| "done".to_owned())).map_err(failed)
            }
            Err(error) => Err(match vm.reason(&error) {
                Some(Stop::Limit(limit)) => RunError::limit(limit, &limits),
                Some(Stop::Cancelled) => RunError::cancelled(),
                None => defect(&error),
            }),
        }
    }

    /// Runs to the end, and blocks this thread until then.
    ///
    /// # Errors
    ///
    /// As [`start`](Self::start).
    pub fn block(self) -> Result<String, RunError> {
        pollster::block_on(self.start())
    }
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run")
            .field("prompt", &self.prompt)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

fn give_back(engine: &Engine, mut vm: Vm) {
    if vm.finish() {
        engine.give_back(vm);
    }
}

fn failed(failed: Failed) -> RunError {
    match failed.kind.as_str() {
        "RequirementsUnmet" => {
            let message = format!(
                "the environment cannot satisfy this prompt:\n- the H1 gate failed: {}",
                failed.message
            );
            RunError::new(RunErrorKind::RequirementsUnmet, message)
        }
        "Completion" => RunError::new(RunErrorKind::Completion, failed.message),
        _ => RunError::new(RunErrorKind::Lua, failed.message),
    }
}

/// An error that only a defect of the engine can cause.
fn defect(error: &mlua::Error) -> RunError {
    RunError::new(RunErrorKind::Lua, format!("the engine failed: {error}"))
}
