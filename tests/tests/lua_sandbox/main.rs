//! A Lua prompt is hostile: what it cannot reach, what ends it, that nothing it does panics or harms the next run, and
//! that what it may use is Lua's own, byte for byte.

#![allow(clippy::unwrap_used, clippy::panic)] // A test that cannot go on fails.

mod absent;
mod cancel;
mod differential;
mod escapes;
mod limits;
mod long;
mod memory;
mod random;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use agentc::lua::{Engine, Limit, Limits, Prompt, RunError, RunErrorKind, ScriptedModel};

/// Longer than any run may take behind its time limit.
const WATCH: Duration = Duration::from_secs(20);

/// Small limits, which a test reaches quickly.
fn small() -> Limits {
    Limits {
        memory: 4 << 20,
        instructions: 300_000,
        time: Duration::from_secs(5),
        text: 1 << 20,
        rounds: 20,
        round: 64 << 10,
        nesting: 8,
        tasks: 50,
        ..Limits::default()
    }
}

/// A prompt with these sections; the first is entered.
fn sections(body: &str) -> Prompt {
    let text = format!("---\nname: n\ndescription: d\nrunvil: 0\n---\n\n# T\n\n{body}\n");
    Prompt::parse("p.md", &text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// One section with a block, or the sections if that is what the text begins with.
fn prompt(body: &str) -> Prompt {
    if body.starts_with('#') {
        sections(body)
    } else {
        sections(&format!("## Main\n\n```lua\n{body}\n```\n"))
    }
}

/// A fence for sections that are written by hand.
fn lua(code: &str) -> String {
    format!("\n\n```lua\n{code}\n```\n\n")
}

/// What a run gave, or why there is nothing.
type Outcome = Result<Result<String, RunError>, String>;

/// Runs a prompt where it may hang or panic.
fn watched(engine: &Engine, limits: Limits, body: &str) -> (Outcome, Duration) {
    let (engine, body) = (engine.clone(), body.to_owned());
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| {
            let model = ScriptedModel::new(vec!["reply"; 100]);
            engine.run(&prompt(&body), "args").limits(limits).model(model).block()
        }));
        let _ = sender.send((result, start.elapsed()));
    });
    match receiver.recv_timeout(WATCH) {
        Ok((Ok(result), time)) => (Ok(result), time),
        Ok((Err(_), time)) => (Err("panicked".to_owned()), time),
        Err(_) => (Err("hangs".to_owned()), WATCH),
    }
}

/// What a small prompt says on an engine that others have used.
fn is_usable(engine: &Engine) -> Result<(), String> {
    let body = "local t = {} for i = 1, 10 do t[i] = ('x'):rep(i) end table.sort(t) var.n = #t \
                local ok = pcall(error, 'e') local co = coroutine.wrap(function() return models.infer('q') end) \
                return table.concat({ var.n, tostring(ok), co(), ('a,b'):gsub(',', ';') }, ' ')";
    match watched(engine, Limits::default(), body) {
        (Ok(Ok(text)), _) if text == "10 false reply a;b 1" => Ok(()),
        (other, _) => Err(format!("the engine is not usable: {other:?}")),
    }
}

/// A run must end by one of these limits, soon behind its time, and leave the engine usable.
fn must_end(engine: &Engine, limits: Limits, body: &str, by: &[Limit]) -> Result<(), String> {
    let (outcome, time) = watched(engine, limits, body);
    match outcome {
        Ok(Err(error))
            if error.kind == RunErrorKind::Limit && error.limit.is_some_and(|limit| by.contains(&limit)) =>
        {
            let limit = error.limit.map_or("", |limit| limit.as_str());
            // What a limit's message says is the limit.
            if error.message.is_empty() || error.kind.as_str() != "Limit" || limit.is_empty() {
                return Err(format!("a limit without a message: {error:?}"));
            }
        }
        Ok(Ok(text)) => return Err(format!("ended with {:.80?}", text)),
        Ok(Err(error)) => return Err(format!("{} {:?}: {:.200}", error.kind, error.limit, error.message)),
        Err(problem) => return Err(problem),
    }
    // Generous: the machine may be busy, and what is not stopped takes for ever.
    if time > limits.time + Duration::from_secs(12) {
        return Err(format!("took {time:?}"));
    }
    is_usable(engine)
}

/// All failures at once, each with its name.
fn all_right(failures: &[(String, String)]) {
    let told: Vec<String> = failures.iter().map(|(name, problem)| format!("{name}\n    {problem}")).collect();
    assert!(told.is_empty(), "{} failed:\n{}", told.len(), told.join("\n"));
}

/// The cases on as many threads as there are cores, each case on an engine that others of its thread have used.
fn each<T: Sync>(cases: &[T], check: impl Fn(&Engine, &T) -> Result<(), (String, String)> + Sync) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let failures = std::sync::Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(2, |count| count.get().min(4));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let engine = Engine::with_limits(small());
                while let Some(case) = cases.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    if let Err(failure) = check(&engine, case) {
                        failures.lock().unwrap().push(failure);
                    }
                }
            });
        }
    });
    all_right(&failures.into_inner().unwrap());
}
