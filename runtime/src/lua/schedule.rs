//! Who runs next (section 2.8 of the dynamic prompt specification).
//!
//! Tasks run one at a time and change over only where they wait. A task that others started first runs when its starter
//! waits; whose wait is met goes to the end of the queue.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::ops::Range;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_timer::Delay;
use futures_util::future::{AbortHandle, Abortable};
use futures_util::stream::{FuturesUnordered, StreamExt as _};

use super::event::Event;
use super::limits::{Limit, Limits};
use super::meter::{Stop, Stopped};
use super::model::{Model, ModelError, Reply, Round};
use super::run::{Canceller, Listener};
use super::vm::{Answer, Failed, Step, Vm};

/// A run under way.
pub(super) struct Schedule<'a> {
    vm: &'a Vm,
    limits: &'a Limits,
    model: Option<Arc<dyn Model>>,
    listener: Option<Listener>,
    canceller: &'a Canceller,
    tasks: Vec<Task>,
    ready: VecDeque<(usize, Answer)>,
    rounds: usize,
    ends: usize,
    waiting: FuturesUnordered<Abortable<Sent>>,
    timer: Option<Delay>,
}

struct Task {
    /// Who started it.
    owner: usize,
    /// Whom it started, in order.
    started: Vec<usize>,
    /// How many of those have run; the others begin when it waits.
    begun: usize,
    wait: Wait,
    /// Whether its owner's wait is for it.
    awaited: bool,
    /// The how manieth task it was to end.
    end: Option<usize>,
    /// Gives up the round that it waits for.
    round: Option<AbortHandle>,
}

/// What a task waits for.
enum Wait {
    Nothing,
    /// Its arms, of which so many still run.
    Arms(Range<usize>, usize),
    /// So many tasks.
    All(usize),
    /// The first of some tasks.
    Any,
}

/// A round that waits for its reply.
struct Sent {
    task: usize,
    number: usize,
    reply: Reply,
}

impl Future for Sent {
    type Output = (usize, usize, Result<String, ModelError>);

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let (task, number) = (self.task, self.number);
        self.reply.as_mut().poll(context).map(|reply| (task, number, reply))
    }
}

type Ended = Result<Option<String>, Failed>;

/// What listeners are told of an end.
fn result_of(ended: &Ended) -> Result<&str, &str> {
    match ended {
        Ok(text) => Ok(text.as_deref().unwrap_or_default()),
        Err(failed) => Err(&failed.message),
    }
}

impl<'a> Schedule<'a> {
    pub(super) fn new(
        vm: &'a Vm,
        limits: &'a Limits,
        model: Option<Arc<dyn Model>>,
        listener: Option<Listener>,
        canceller: &'a Canceller,
    ) -> Self {
        Self {
            vm,
            limits,
            model,
            listener,
            canceller,
            tasks: vec![Task::new(0)],
            ready: VecDeque::from([(0, Answer::Go)]),
            rounds: 0,
            ends: 0,
            waiting: FuturesUnordered::new(),
            timer: None,
        }
    }

    /// Runs to the end of the main walk. `Err` is a limit, a cancellation, or a defect of the engine.
    pub(super) async fn run(mut self) -> mlua::Result<Ended> {
        loop {
            while let Some((task, answer)) = self.ready.pop_front() {
                if self.tasks.get(task).is_some_and(|task| task.end.is_some()) {
                    continue;
                }
                if let Some(ended) = self.step(task, answer).await? {
                    return Ok(ended);
                }
            }
            let (task, number, reply) = self.next_reply().await?;
            self.answered(task, number, reply)?;
        }
    }

    /// Lets a task run. Gives the end of the main walk.
    async fn step(&mut self, task: usize, answer: Answer) -> mlua::Result<Option<Ended>> {
        let (count, step) = self.vm.step(task, answer)?;
        while self.tasks.len() < count {
            let new = self.tasks.len();
            self.tasks.push(Task::new(task));
            self.tasks[task].started.push(new);
            self.tell(&Event::TaskStarted { task: new, by: task });
        }
        match step {
            Step::Stopped => {
                self.end(task);
                self.give_up_started(task)?;
            }
            Step::Ended(ended) if task == 0 => {
                self.vm.meter.text(result_of(&ended).unwrap_or_else(|message| message).len())?;
                return Ok(Some(ended));
            }
            Step::Ended(ended) => self.ended(task, &ended)?,
            Step::Infer(text) => {
                self.begin(task);
                self.send(task, text).await?;
            }
            Step::Fanout(first, arms) => {
                self.begin(task);
                self.wait(task, first..first + arms, |left| Wait::Arms(first..first + arms, left));
            }
            Step::Join(tasks) => {
                self.begin(task);
                self.wait(task, tasks, Wait::All);
            }
            Step::JoinAny(tasks) => {
                self.begin(task);
                let ended = |other: &usize| self.tasks.get(*other).and_then(|other| other.end);
                match tasks.iter().copied().filter(|other| ended(other).is_some()).min_by_key(ended) {
                    Some(first) => self.ready.push_back((task, Answer::Task(first))),
                    None => self.wait(task, tasks, |_| Wait::Any),
                }
            }
        }
        Ok(None)
    }

    fn tell(&mut self, event: &Event<'_>) {
        if let Some(listener) = &mut self.listener {
            listener(*event);
        }
    }

    /// The tasks that a waiting task started may run now.
    fn begin(&mut self, owner: usize) {
        if let Some(owner) = self.tasks.get_mut(owner) {
            let fresh = owner.started.get(owner.begun..).unwrap_or_default();
            self.ready.extend(fresh.iter().map(|&task| (task, Answer::Go)));
            owner.begun = owner.started.len();
        }
    }

    async fn send(&mut self, task: usize, text: String) -> mlua::Result<()> {
        if self.rounds >= self.limits.rounds {
            return Err(self.stop(Stop::Limit(Limit::Rounds)).into());
        }
        if text.len() > self.limits.round {
            return Err(self.stop(Stop::Limit(Limit::Round)).into());
        }
        let number = self.rounds;
        self.rounds += 1;
        self.tell(&Event::RoundSent { task, round: number, text: &text });
        let Some(model) = &self.model else {
            return self.answered(task, number, Err(ModelError::new("no model is bound to this run")));
        };
        let mut reply = model.infer(Round { text, number });
        // A reply that is there at once is a wait that is met at once.
        match poll_fn(|context| Poll::Ready(reply.as_mut().poll(context))).await {
            Poll::Ready(reply) => self.answered(task, number, reply),
            Poll::Pending => {
                let (handle, registration) = AbortHandle::new_pair();
                self.waiting.push(Abortable::new(Sent { task, number, reply }, registration));
                if let Some(task) = self.tasks.get_mut(task) {
                    task.round = Some(handle);
                }
                Ok(())
            }
        }
    }

    fn answered(
        &mut self,
        task: usize,
        number: usize,
        reply: Result<String, ModelError>,
    ) -> mlua::Result<()> {
        let reply = reply.map_err(|error| error.to_string());
        let told = reply.as_deref().map_err(String::as_str);
        self.tell(&Event::RoundEnded { task, round: number, reply: told });
        let (Ok(text) | Err(text)) = &reply;
        self.vm.meter.text(text.len())?;
        self.ready.push_back((task, Answer::Reply(reply)));
        Ok(())
    }

    /// The next reply; or the end of the run's time, or its cancellation.
    async fn next_reply(&mut self) -> mlua::Result<(usize, usize, Result<String, ModelError>)> {
        let Self { waiting, timer, canceller, vm, .. } = self;
        let timer = timer.get_or_insert_with(|| Delay::new(vm.meter.time_left()));
        let reply = poll_fn(|context| {
            if canceller.is_cancelled(context.waker()) {
                return Poll::Ready(Err(Stop::Cancelled));
            }
            if Pin::new(&mut *timer).poll(context).is_ready() {
                return Poll::Ready(Err(Stop::Limit(Limit::Time)));
            }
            loop {
                match waiting.poll_next_unpin(context) {
                    Poll::Ready(Some(Ok(sent))) => return Poll::Ready(Ok(Some(sent))),
                    // A round that was given up.
                    Poll::Ready(Some(Err(_))) => {}
                    Poll::Ready(None) => return Poll::Ready(Ok(None)),
                    Poll::Pending => return Poll::Pending,
                }
            }
        });
        match reply.await {
            Ok(Some(sent)) => Ok(sent),
            Ok(None) => Err(mlua::Error::runtime("no task can go on")),
            Err(stop) => Err(self.stop(stop).into()),
        }
    }

    fn stop(&self, reason: Stop) -> Stopped {
        self.vm.meter.stop(reason)
    }

    /// Lets a task wait for others; `wait` gets how many of them still run.
    fn wait(
        &mut self,
        task: usize,
        others: impl IntoIterator<Item = usize>,
        wait: impl FnOnce(usize) -> Wait,
    ) {
        let mut left = 0;
        for other in others {
            if let Some(other) =
                self.tasks.get_mut(other).filter(|other| other.end.is_none() && !other.awaited)
            {
                other.awaited = true;
                left += 1;
            }
        }
        if left == 0 {
            self.ready.push_back((task, Answer::Go));
        } else if let Some(task) = self.tasks.get_mut(task) {
            task.wait = wait(left);
        }
    }

    /// An arm or task ended by itself.
    fn ended(&mut self, task: usize, ended: &Ended) -> mlua::Result<()> {
        let result = result_of(ended);
        let (Ok(text) | Err(text)) = result;
        self.vm.meter.text(text.len())?;
        self.tell(&Event::TaskEnded { task, result });
        self.end(task);
        self.give_up_started(task)?;
        let Some((owner, true)) = self.tasks.get(task).map(|task| (task.owner, task.awaited)) else {
            return Ok(());
        };
        let Some(wait) = self.tasks.get_mut(owner).map(|owner| &mut owner.wait) else { return Ok(()) };
        let answer = match wait {
            Wait::Arms(arms, _) if ended.is_err() => {
                // The other arms are stopped, and the fanout fails.
                for arm in arms.clone() {
                    self.give_up(arm)?;
                }
                Answer::Task(task)
            }
            Wait::Arms(_, left) | Wait::All(left) => {
                *left -= 1;
                if *left > 0 {
                    return Ok(());
                }
                Answer::Go
            }
            Wait::Any => Answer::Task(task),
            Wait::Nothing => return Ok(()),
        };
        self.meet(owner, answer);
        Ok(())
    }

    fn meet(&mut self, task: usize, answer: Answer) {
        if let Some(task) = self.tasks.get_mut(task)
            && let Wait::Any = std::mem::replace(&mut task.wait, Wait::Nothing)
        {
            // The others may be waited for again.
            for other in task.started.clone() {
                self.tasks[other].awaited = false;
            }
        }
        self.ready.push_back((task, answer));
    }

    /// Stops a task and everything it started.
    fn give_up(&mut self, task: usize) -> mlua::Result<()> {
        if self.tasks.get(task).is_none_or(|task| task.end.is_some()) {
            return Ok(());
        }
        self.end(task);
        self.vm.stop(task)?;
        self.give_up_started(task)
    }

    /// No task outlives the one that started it, however that ended.
    fn give_up_started(&mut self, task: usize) -> mlua::Result<()> {
        let started = self.tasks.get_mut(task).map(|task| std::mem::take(&mut task.started));
        started.unwrap_or_default().into_iter().try_for_each(|other| self.give_up(other))
    }

    fn end(&mut self, task: usize) {
        if let Some(task) = self.tasks.get_mut(task) {
            task.end.get_or_insert(self.ends);
            self.ends += 1;
            if let Some(round) = task.round.take() {
                round.abort();
            }
        }
    }
}

impl Task {
    fn new(owner: usize) -> Self {
        Self {
            owner,
            started: Vec::new(),
            begun: 0,
            wait: Wait::Nothing,
            awaited: false,
            end: None,
            round: None,
        }
    }
}
