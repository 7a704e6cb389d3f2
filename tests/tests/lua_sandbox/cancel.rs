//! Ends from outside, models that answer late or never, and many runs at once.

use std::future::pending;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use agentc::lua::{
    Engine, Event, Limit, Limits, Model, ModelError, Reply, Round, RunErrorKind, ScriptedModel,
};

use super::{is_usable, lua, prompt, small};

/// Never answers; counts the rounds that it was sent and those that were given up.
#[derive(Default)]
struct Silent {
    sent: AtomicUsize,
    dropped: Arc<AtomicUsize>,
}

struct Held(Arc<AtomicUsize>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.fetch_add(1, Relaxed);
    }
}

impl Model for Silent {
    fn id(&self) -> &'static str {
        "silent"
    }

    fn infer(&self, _: Round) -> Reply {
        self.sent.fetch_add(1, Relaxed);
        let held = Held(Arc::clone(&self.dropped));
        Box::pin(async move {
            let _held = held;
            pending().await
        })
    }
}

/// Answers each round from a thread of its own, later, with the round's text; texts that are `fail` with an error.
struct Late(Duration);

impl Model for Late {
    fn id(&self) -> &'static str {
        "late"
    }

    fn infer(&self, round: Round) -> Reply {
        type Place = Arc<Mutex<(Option<String>, Option<Waker>)>>;
        let (place, delay) = (Place::default(), self.0);
        let there = Arc::clone(&place);
        spawn(move || {
            sleep(delay);
            let mut there = there.lock().unwrap();
            there.0 = Some(round.text);
            if let Some(waker) = there.1.take() {
                waker.wake();
            }
        });
        Box::pin(std::future::poll_fn(move |context| {
            let mut place = place.lock().unwrap();
            match place.0.take() {
                Some(text) if text == "fail" => Poll::Ready(Err(ModelError::new("failed late"))),
                Some(text) => Poll::Ready(Ok(format!("re: {text}"))),
                None => {
                    place.1 = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        }))
    }
}

fn long() -> Limits {
    Limits { instructions: u64::MAX, time: Duration::from_secs(30), ..small() }
}

#[test]
fn before_the_start() {
    let engine = Engine::new();
    for body in
        ["while true do end", "return models.infer('q')", "while true do pcall(models.infer, 'q') end"]
    {
        let run = engine.run(&prompt(body), "").limits(long()).model(Silent::default());
        run.canceller().cancel();
        let error = run.block().unwrap_err();
        assert_eq!((error.kind, error.limit), (RunErrorKind::Cancelled, None), "{body}");
        is_usable(&engine).unwrap();
    }
}

#[test]
fn while_lua_loops() {
    let engine = Engine::new();
    let loops = [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "local function f() local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end end while true do pcall(f) end",
        "coroutine.wrap(function() while true do pcall(coroutine.wrap(function() while true do end end)) end end)()",
        "while true do xpcall(error, function() while true do end end, 'x') end",
        "while true do table.sort({ 3, 2, 1 }, function() while true do end end) end",
        "while true do ('x'):find('y') end",
        "while true do ('x'):rep(1000000) end",
    ];
    for body in loops {
        let run = engine.run(&prompt(body), "").limits(long());
        let canceller = run.canceller();
        let thread = spawn(move || {
            sleep(Duration::from_millis(30));
            canceller.clone().cancel();
            canceller.cancel();
        });
        let start = Instant::now();
        let error = run.block().unwrap_err();
        assert_eq!((error.kind, error.limit), (RunErrorKind::Cancelled, None), "{body}");
        assert!(start.elapsed() < Duration::from_secs(2), "{body}: {:?}", start.elapsed());
        thread.join().unwrap();
        is_usable(&engine).unwrap();
    }
}

/// Prompts that wait for a model which never answers.
fn waiting() -> [String; 5] {
    [
        "return models.infer('q')".to_owned(),
        "return tostring(pcall(models.infer, 'q'))".to_owned(),
        "return coroutine.wrap(function() return models.infer('q') end)()".to_owned(),
        format!(
            "## Main{}## Other{}",
            lua("return tasks.fanout('## Other', { 1, 2, 3 })[1].text"),
            lua("return models.infer('q')")
        ),
        format!(
            "## Main{}## Other{}",
            lua("return tasks.join({ tasks.spawn('## Other') })[1].result"),
            lua("return call('### In')\n```\n\n### In\n\n```lua\nreturn models.infer('q')")
        ),
    ]
}

#[test]
fn while_a_model_is_waited_for() {
    let engine = Engine::new();
    for body in waiting() {
        let model = Arc::new(Silent::default());
        let run =
            engine.run(&prompt(&body), "").limits(long()).shared_model(Arc::clone(&model) as Arc<dyn Model>);
        let canceller = run.canceller();
        let thread = spawn(move || {
            sleep(Duration::from_millis(20));
            canceller.cancel();
        });
        let start = Instant::now();
        let error = run.block().unwrap_err();
        assert_eq!(error.kind, RunErrorKind::Cancelled, "{body}");
        assert!(start.elapsed() < Duration::from_secs(2), "{body}: {:?}", start.elapsed());
        thread.join().unwrap();
        assert!(model.sent.load(Relaxed) > 0, "{body}");
        assert_eq!(model.dropped.load(Relaxed), model.sent.load(Relaxed), "{body}");
        is_usable(&engine).unwrap();
    }
}

#[test]
fn time_ends_while_a_model_is_waited_for() {
    let engine = Engine::new();
    for body in waiting() {
        let start = Instant::now();
        let limits = Limits { time: Duration::from_millis(50), ..small() };
        let error =
            engine.run(&prompt(&body), "").limits(limits).model(Silent::default()).block().unwrap_err();
        assert_eq!((error.kind, error.limit), (RunErrorKind::Limit, Some(Limit::Time)), "{body}");
        assert!((50..2000).contains(&start.elapsed().as_millis()), "{body}: {:?}", start.elapsed());
        is_usable(&engine).unwrap();
    }
}

/// Time that a model takes counts, also if it answers.
#[test]
fn time_ends_between_replies() {
    let limits = Limits { time: Duration::from_millis(100), rounds: 1000, ..small() };
    let start = Instant::now();
    let run = Engine::new().run(&prompt("while true do models.infer('q') end"), "").limits(limits);
    let error = run.model(Late(Duration::from_millis(10))).block().unwrap_err();
    assert_eq!((error.kind, error.limit), (RunErrorKind::Limit, Some(Limit::Time)));
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn late_replies() {
    let engine = Engine::new();
    let cases = [
        ("return models.infer('q')".to_owned(), "re: q"),
        ("return models.infer('a') .. models.infer('b')".to_owned(), "re: are: b"),
        ("local ok, e = pcall(models.infer, 'fail') return tostring(ok) .. e.kind .. e.message".to_owned(), "falseinternalfailed late"),
        ("return coroutine.wrap(function() return models.infer('q') end)()".to_owned(), "re: q"),
        ("local t = {} for x in coroutine.wrap(function() for i = 1, 3 do coroutine.yield(models.infer('' .. i)) end end) do t[#t + 1] = x end return table.concat(t, ',')".to_owned(), "re: 1,re: 2,re: 3"),
        (("return ('abc'):gsub('.', models.infer)").to_owned(), "re: are: bre: c"),
        ("local t = { 'b', 'a' } table.sort(t, function(a, b) return models.infer(a) < models.infer(b) end) return table.concat(t)".to_owned(), "ab"),
        ("return setmetatable({}, { __index = function(_, k) return models.infer(k) end }).key".to_owned(), "re: key"),
        ("local s do local x <close> = setmetatable({}, { __close = function() s = models.infer('closed') end }) end return s".to_owned(), "re: closed"),
        (format!("## Main{}## Other{}", lua("local t = {} for i, arm in ipairs(tasks.fanout('## Other', { 'a', 'b' })) do t[i] = arm.text end return table.concat(t, ',')"), lua("return models.infer(item) .. models.infer(item .. 2)")), "re: are: a2,re: bre: b2"),
        (format!("## Main{}## Other{}", lua("local a, b = tasks.spawn('## Other', { item = 'fail' }), tasks.spawn('## Other', { item = 'x' }) local r = tasks.join({ a, b }) return tostring(r[1].ok) .. r[2].result"), lua("return models.infer(item)")), "falsere: x"),
    ];
    for (body, expected) in cases {
        let text = engine.run(&prompt(&body), "").model(Late(Duration::from_millis(5))).block();
        assert_eq!(text.unwrap_or_else(|error| panic!("{body}: {error:?}")), expected, "{body}");
    }
}

struct Counted(AtomicUsize);

impl Wake for Counted {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Relaxed);
    }
}

/// A run that is dropped gives up its rounds; cancelling it afterwards is harmless; the engine goes on.
#[test]
fn dropped_while_it_waits() {
    let engine = Engine::new();
    for body in waiting() {
        let model = Arc::new(Silent::default());
        let run =
            engine.run(&prompt(&body), "").limits(long()).shared_model(Arc::clone(&model) as Arc<dyn Model>);
        let canceller = run.canceller();
        let mut future = Box::pin(run.start());
        let counted = Arc::new(Counted(AtomicUsize::new(0)));
        let waker = Waker::from(Arc::clone(&counted));
        for _ in 0..3 {
            assert!(future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        }
        drop(future);
        assert_eq!(model.dropped.load(Relaxed), model.sent.load(Relaxed), "{body}");
        canceller.cancel();
        is_usable(&engine).unwrap();
    }
    // One that never began.
    drop(engine.run(&prompt("return 1"), "").start());
    is_usable(&engine).unwrap();
}

/// Cancelling wakes the task that polls.
#[test]
fn cancelling_wakes() {
    let run =
        Engine::new().run(&prompt("return models.infer('q')"), "").limits(long()).model(Silent::default());
    let canceller = run.canceller();
    let mut future = pin!(run.start());
    let counted = Arc::new(Counted(AtomicUsize::new(0)));
    let waker = Waker::from(Arc::clone(&counted));
    assert!(future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    let before = counted.0.load(Relaxed);
    canceller.cancel();
    assert!(counted.0.load(Relaxed) > before);
    let Poll::Ready(Err(error)) = future.poll(&mut Context::from_waker(&waker)) else {
        panic!("still waits")
    };
    assert_eq!(error.kind, RunErrorKind::Cancelled);
}

/// Without effect behind the end.
#[test]
fn behind_the_end() {
    let engine = Engine::new();
    let run = engine.run(&prompt("return 'x'"), "");
    let canceller = run.canceller();
    assert_eq!(run.block().unwrap(), "x");
    canceller.cancel();
    is_usable(&engine).unwrap();
}

#[test]
fn many_threads_on_one_engine() {
    let engine = Engine::with_limits(small());
    let threads: Vec<_> = (0..64)
        .map(|number| {
            let engine = engine.clone();
            spawn(move || {
                for round in 0..4 {
                    let (kind, args) = (number % 8, format!("{number}.{round}"));
                    let body = match kind {
                        0 => "while true do pcall(error) end",
                        1 => "string.upper = nil mark = 1 error(args)",
                        2 => "local s = 'x' while true do s = s .. s end",
                        3 => "return models.infer(args)",
                        4 => "return coroutine.wrap(function() return models.infer(args) end)()",
                        _ => {
                            "assert(mark == nil) local t = {} for i = 1, 50 do t[i] = ('x'):upper() end \
                              var.t = t math.random() return args .. #var.t .. table.concat(t):sub(1, 1)"
                        }
                    };
                    let result =
                        engine.run(&prompt(body), &args).model(Late(Duration::from_millis(1))).block();
                    match (kind, result) {
                        (0, Err(error)) => assert_eq!(error.limit, Some(Limit::Instructions)),
                        (1, Err(error)) => assert!(error.message.contains(&args), "{error:?}"),
                        (2, Err(error)) => assert_eq!(error.limit, Some(Limit::Memory)),
                        (3 | 4, Ok(text)) => assert_eq!(text, format!("re: {args}")),
                        (_, Ok(text)) => assert_eq!(text, format!("{args}50X")),
                        (_, other) => panic!("{body}: {other:?}"),
                    }
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    is_usable(&engine).unwrap();
}

/// A task that failed takes along what it started: none of their rounds is sent any more.
#[test]
fn no_task_outlives_the_one_that_started_it() {
    let body = "## Main\n\n```lua\nlocal ok = pcall(tasks.fanout, '### Arm', { 1 })\n\
                return tostring(ok) .. models.infer('last')\n```\n\n\
                ### Arm\n\n```lua\nlocal task = tasks.spawn('#### Task')\nmodels.infer('first')\nmodels.infer('second')\nerror('failed')\n```\n\n\
                #### Task\n\n```lua\ntasks.fanout('##### Deep', { 1, 2 })\nmodels.infer('late')\n```\n\n\
                ##### Deep\n\n```lua\nmodels.infer('deep')\nmodels.infer('deeper')\n```\n";
    let sent = Arc::new(Mutex::new(Vec::new()));
    let listen = {
        let sent = Arc::clone(&sent);
        move |event: Event<'_>| {
            if let Event::RoundSent { text, .. } = event {
                sent.lock().unwrap().push(text.to_owned());
            }
        }
    };
    let model = ScriptedModel::new(vec!["!"; 20]);
    let text = Engine::new().run(&prompt(body), "").model(model).on_event(listen).block().unwrap();
    assert_eq!(text, "false!");
    // The arm fails before the deep ones run again.
    assert_eq!(*sent.lock().unwrap(), ["first", "second", "deep", "deep", "last"]);
}
