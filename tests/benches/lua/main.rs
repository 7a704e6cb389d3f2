//! What running Lua prompts costs, and how many times as long as the nearest thing that is not ours.
//!
//! ```sh
//! cargo bench -p agentc-tests --bench lua             # the tables, and whether the targets hold
//! cargo bench -p agentc-tests --bench lua -- --quick  # each once or a few times; no targets
//! ```
//! Without `--bench`, as `cargo test` runs it, it is quick too. Every text is checked before time is taken. In each
//! round everything that is compared runs for some milliseconds, one after the other, and what is shown is the median
//! of the ratios within a round: a machine with other work slows all of them alike.
//!
//! - `one placeholder`: a whole run on an engine that ran before. The measure is a call of the same compiled function
//!   with a new table that has the one global it reads.
//! - `4 KB, 20 placeholders`: what reading `prose` adds to a block: a run of blocks that read it, less a run of the same
//!   blocks that do not, for each block. The measure is a render of the same text, compiled before, with the same values.
//! - `arms`: a whole run that fans out, for each arm; first with replies that are there at once, then with replies that
//!   come when every arm waits. The measure is the least number of arms.
//! - `a new engine`: making an engine and its first run. The measure is making a Lua state with its standard libraries.
//! - `a new process`: the same where no engine was made before, in processes of their own.
//!
//! Memory is the business of the benchmark `lua_memory`.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)] // A benchmark that cannot go on fails; it prints.

mod models;
mod prompts;

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use agentc::lua::{Engine, Prompt, Run, ScriptedModel};
use models::Together;

/// The argument of a process that makes its first engine.
const FIRST: &str = "--first";

/// Runs of a round.
const MIN_RUNS: u32 = 4;

/// Something that is timed.
struct Timed<'d> {
    name: String,
    time: Time<'d>,
    /// What the time of one run is divided by.
    parts: u32,
    target: Target,
}

enum Time<'d> {
    /// Runs so many times and gives the time that this took.
    Of(Box<dyn Fn(u32) -> Duration + 'd>),
    /// What the first of two that are timed before takes more than the second.
    More(usize, usize),
}

/// The most it may take.
#[derive(Clone, Copy, Default)]
struct Target {
    micros: Option<f64>,
    /// As a ratio to the first that is timed with it.
    ratio: Option<f64>,
}

impl<'d> Timed<'d> {
    fn new(name: impl Into<String>, run: impl Fn(u32) -> Duration + 'd) -> Self {
        Self { name: name.into(), time: Time::Of(Box::new(run)), parts: 1, target: Target::default() }
    }

    fn more(name: impl Into<String>, one: usize, other: usize) -> Self {
        Self { name: name.into(), time: Time::More(one, other), parts: 1, target: Target::default() }
    }

    fn of<T>(name: impl Into<String>, run: impl Fn() -> T + 'd) -> Self {
        Self::new(name, move |count| {
            let start = Instant::now();
            for _ in 0..count {
                black_box(run());
            }
            start.elapsed()
        })
    }

    /// What `run` gives is dropped when no time is taken.
    fn kept<T>(name: impl Into<String>, run: impl Fn() -> T + 'd) -> Self {
        Self::prepared(name, || (), move |()| run())
    }

    /// The time of `run` alone.
    fn prepared<P, T>(
        name: impl Into<String>,
        prepare: impl Fn() -> P + 'd,
        run: impl Fn(P) -> T + 'd,
    ) -> Self {
        Self::new(name, move |count| {
            let time = |prepared| {
                let start = Instant::now();
                let done = black_box(run(prepared));
                let taken = start.elapsed();
                drop(done);
                taken
            };
            (0..count).map(|_| time(prepare())).sum()
        })
    }

    fn parts(self, parts: u32) -> Self {
        Self { parts, ..self }
    }

    fn micros(mut self, most: f64) -> Self {
        self.target.micros = Some(most);
        self
    }

    fn ratio(mut self, most: f64) -> Self {
        self.target.ratio = Some(most);
        self
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    if has(FIRST) {
        println!("{}", first().as_nanos());
        return;
    }
    let quick = has("--quick") || !has("--bench");
    let missed = one_placeholder(quick) + substitution(quick) + arms(quick) + new_engine(quick);
    new_process(quick);
    if missed > 0 && !quick {
        println!("{missed} missed");
        std::process::exit(1);
    }
}

fn run(engine: &Engine, prompt: &Prompt, args: &str) -> String {
    engine.run(prompt, args).block().unwrap()
}

fn one_placeholder(quick: bool) -> usize {
    let lua = mlua::Lua::new();
    let block: mlua::Function = lua.load("return function(_ENV, ...)\nreturn prose\n end").eval().unwrap();
    let bare = || {
        let env = lua.create_table().unwrap();
        env.raw_set("prose", format!("hi {}!", black_box("crew"))).unwrap();
        block.call::<String>(env).unwrap()
    };
    let (engine, prompt) = (Engine::new(), prompts::greeting());
    let ours = || run(&engine, &prompt, black_box("crew"));
    assert_eq!(ours(), "hi crew!");
    assert_eq!(ours(), bare());
    let all = [Timed::of("mlua, a call", bare), Timed::of("agentc, a run", ours).micros(15.0).ratio(4.0)];
    table("one placeholder", &all, quick)
}

fn substitution(quick: bool) -> usize {
    let text = prompts::prose();
    assert!((3_900..4_300).contains(&text.len()), "{}", text.len());
    let environment = {
        let mut environment = minijinja::Environment::new();
        environment.add_template_owned("text", text).unwrap();
        environment
    };
    let template = environment.get_template("text").unwrap();
    let values = prompts::values();
    let render = || template.render(black_box(&values)).unwrap();
    let engine = Engine::new();
    let returned = run(&engine, &prompts::filling("return prose"), prompts::ARGS);
    assert_eq!(returned, render());
    let (with, without) = (prompts::filling("local text = prose"), prompts::filling("local text = args"));
    let fill = |prompt| {
        let engine = &engine;
        move || assert_eq!(run(engine, prompt, prompts::ARGS), "done")
    };
    let all = [
        Timed::of("minijinja", render),
        Timed::of("without prose, a block", fill(&without)).parts(prompts::FILLS),
        Timed::of("with prose, a block", fill(&with)).parts(prompts::FILLS),
        Timed::more("agentc, the difference", 2, 1).ratio(2.0),
    ];
    table("4 KB, 20 placeholders", &all, quick)
}

fn arms(quick: bool) -> usize {
    let counts: &[u32] = if quick { &[50, 100] } else { &[250, 500, 1_000, 2_000] };
    let (engine, prompt) = (Engine::new(), prompts::fanout());
    let (engine, prompt) = (&engine, &prompt);
    let scripted = move |count: u32| {
        let replies = vec!["ok"; count as usize];
        engine.run(prompt, count.to_string()).model(ScriptedModel::new(replies))
    };
    let together =
        move |count: u32| engine.run(prompt, count.to_string()).model(Together::new(count as usize));
    for &count in counts {
        assert_eq!(scripted(count).block().unwrap(), format!("{count} ok"));
        assert_eq!(together(count).block().unwrap(), format!("{count} ok"));
    }
    let scripted = counts.iter().map(|&count| arm_times(count, move || scripted(count)));
    let together = counts.iter().map(|&count| arm_times(count, move || together(count)));
    table("arms, answered at once", &scripted.collect::<Vec<_>>(), quick)
        + table("arms, all waiting", &together.collect::<Vec<_>>(), quick)
}

/// The time for each arm, which is the same however many there are.
fn arm_times<'d>(count: u32, prepare: impl Fn() -> Run + 'd) -> Timed<'d> {
    Timed::prepared(format!("{count} arms"), prepare, |run| run.block().unwrap()).parts(count).ratio(1.5)
}

fn new_engine(quick: bool) -> usize {
    let prompt = prompts::greeting();
    let first = || {
        let engine = Engine::new();
        let text = run(&engine, &prompt, "crew");
        (engine, text)
    };
    assert_eq!(first().1, "hi crew!");
    let all = [
        Timed::kept("mlua, a state", mlua::Lua::new),
        Timed::kept("agentc, engine and run", first).ratio(3.0),
    ];
    table("a new engine", &all, quick)
}

/// How long the first run of all takes, its prompt parsed before.
fn first() -> Duration {
    let prompt = prompts::greeting();
    let start = Instant::now();
    let text = run(&Engine::new(), &prompt, "crew");
    let taken = start.elapsed();
    assert_eq!(text, "hi crew!");
    taken
}

fn new_process(quick: bool) {
    let program = std::env::current_exe().unwrap();
    let time = |_| {
        let output = Command::new(&program).arg(FIRST).output().unwrap();
        let nanos: f64 = String::from_utf8(output.stdout).unwrap().trim().parse().unwrap();
        nanos / 1e9
    };
    let mut times: Vec<f64> = (0..if quick { 1 } else { 31 }).map(time).collect();
    line("a new process", "µs", "", "", "");
    line("  engine and run", &format!("{:.1}", median(&mut times) * 1e6), "", "", "");
}

/// Prints a table; returns how many targets were missed. The first is the measure.
fn table(title: &str, all: &[Timed<'_>], quick: bool) -> usize {
    let rounds = if quick { 2 } else { 31 };
    let budget = Duration::from_micros(if quick { 500 } else { 4000 });
    let counts: Vec<u32> = all.iter().map(|timed| calibrated(timed, budget)).collect();
    let mut ratios = vec![Vec::new(); all.len()];
    let mut times = vec![Vec::new(); all.len()];
    for round in 0..rounds {
        let mut taken = vec![0.0; all.len()];
        for turn in 0..all.len() {
            let at = (turn + round) % all.len();
            if let Time::Of(run) = &all[at].time {
                let count = counts[at];
                taken[at] = run(count).as_secs_f64() / f64::from(count) / f64::from(all[at].parts);
            }
        }
        for (at, timed) in all.iter().enumerate() {
            if let Time::More(one, other) = timed.time {
                taken[at] = taken[one] - taken[other];
            }
            ratios[at].push(taken[at] / taken[0]);
            times[at].push(taken[at]);
        }
    }
    line(title, "µs", "target", "ratio", "target");
    let mut missed = 0;
    for (at, timed) in all.iter().enumerate() {
        let (ratio, micros) = (median(&mut ratios[at]), median(&mut times[at]) * 1e6);
        // A moment says nothing about a target.
        let target = if quick { Target::default() } else { timed.target };
        let miss =
            target.ratio.is_some_and(|most| ratio > most) || target.micros.is_some_and(|most| micros > most);
        missed += usize::from(miss);
        let shown = |target: Option<f64>| target.map(|target| format!("{target:.1}")).unwrap_or_default();
        let end = format!("{}{}", shown(target.ratio), if miss { "  missed" } else { "" });
        line(
            &format!("  {}", timed.name),
            &format!("{micros:.2}"),
            &shown(target.micros),
            &format!("{ratio:.2}"),
            &end,
        );
    }
    missed
}

fn line(name: &str, micros: &str, most: &str, ratio: &str, end: &str) {
    let gap = if name.starts_with(' ') { "" } else { "\n" };
    println!("{gap}{name:26} {micros:>10} {most:>8} {ratio:>8} {end:>8}");
}

/// How often something can run in a time; not too seldom, because not every run collects garbage.
fn calibrated(timed: &Timed<'_>, budget: Duration) -> u32 {
    let Time::Of(run) = &timed.time else { return 0 };
    let (mut count, mut taken) = (0, Duration::ZERO);
    while count == 0 || taken < budget {
        taken += run(1);
        count += 1;
    }
    count.max(MIN_RUNS)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
