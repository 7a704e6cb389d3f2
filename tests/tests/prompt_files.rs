//! Prompt files at run time and through the macros: what the cases of the suite do not say.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use agentc::Prompt;
use agentc::prompt_files::{Arguments, Failure, PromptFile, PromptSet, RefusalKind, Resolve, Resolvers};

agentc::import!(root = "prompts", entry = "desk", known_keys("rules.first"), deny(warnings));
agentc::import!(pub root = "prompts", entry = "kit/rules", max_bytes = 1_000);
agentc::import!(root = "prompts", entry = "other" as plain);

const DESK: &str = "# Ines\n\nme plain {{name}} [[x]]\n\nRule: be kind";

fn resolvers() -> Resolvers<'static> {
    Resolvers::new().with_text("agent.name", "Ines").with_text("rules.first", "be kind")
}

fn tenant() -> BTreeMap<&'static str, &'static str> {
    BTreeMap::from([("self", "me")])
}

fn deployment() -> PromptSet {
    PromptSet::load(concat!(env!("CARGO_MANIFEST_DIR"), "/prompts")).unwrap()
}

#[test]
fn modules_have_what_the_entry_reaches() {
    let values = desk::Values {
        name: "Ines".into(),
        self_: "me".into(),
        r#type: "plain".into(),
        rule: "be kind".into(),
    };
    assert_eq!(values.render(), DESK);
    assert_eq!(desk::Values::resolve(&resolvers(), &tenant()).unwrap(), values);
    let spec = desk::Values::SPEC;
    assert_eq!((spec.entry, spec.reached), ("desk", ["desk", "kit/rules"].as_slice()));
    assert_eq!(spec.text, "# {{name}}\n\n{{self}} {{type}} \\{{name}} [[x]]\n\nRule: {{rule}}");
    let names: Vec<_> =
        spec.bindings.iter().map(|binding| (binding.name, binding.key, binding.file, binding.line)).collect();
    let expected = [
        ("name", "agent.name", "desk", 2),
        ("self", "tenant.self", "desk", 3),
        ("type", "tenant.type", "desk", 4),
        ("rule", "rules.first", "kit/rules", 3),
    ];
    assert_eq!(names, expected);
    assert_eq!(rules::Values { rule: "x".into() }.render(), "Rule: x");
    assert_eq!(plain::Values {}.render(), "Not pulled in.");
    assert_eq!(desk::FILES.iter().map(|(path, _)| *path).collect::<Vec<_>>(), ["desk", "kit/rules"]);
}

#[derive(Prompt)]
#[prompt(root = "prompts", entry = "desk", known_keys("rules.first"), max_bytes = 1_000, deny(warnings))]
struct Desk<'a, T> {
    name: &'a str,
    self_: T,
    r#type: Arc<str>,
    rule: String,
}

#[test]
fn a_struct_of_ones_own_renders_the_same() {
    let desk = Desk { name: "Ines", self_: "me", r#type: "plain".into(), rule: "be kind".to_owned() };
    assert_eq!(desk.render(), DESK);
    let mut text = "before ".to_owned();
    desk.render_into(&mut text);
    assert_eq!(text, format!("before {DESK}"));
    assert_eq!(Desk::<String>::SPEC, desk::Values::SPEC);
}

#[test]
fn stored_files_take_the_place_of_generated_code_only_where_it_is_touched() {
    let set = deployment();
    let render = |set: &PromptSet| set.render::<desk::Values<'_>>(&resolvers(), &tenant());
    assert_eq!(render(&set).unwrap(), DESK);

    let other = set.overlay([("other", "Changed."), ("mine", "[[nowhere]]")]).unwrap();
    assert!(!other.touches::<desk::Values<'_>>() && other.touches::<plain::Values>());
    assert_eq!(render(&other).unwrap(), DESK);
    assert_eq!(other.compile("other").unwrap().text(), "Changed.");

    let rules = other.overlay([("kit/rules", "Stored rules.\n[[other]]")]).unwrap();
    assert!(rules.touches::<desk::Values<'_>>());
    // The files stored before are gone.
    assert_eq!(render(&rules).unwrap(), "# Ines\n\nme plain {{name}} [[x]]\n\nStored rules.\nNot pulled in.");

    let wrong = set.overlay([("kit/rules", "ok\n{{rule}}\n[[x")]).unwrap();
    let refusals = render(&wrong).unwrap_err();
    assert_eq!(
        refusals.to_string(),
        "kit/rules:2: the name `rule` is not declared in this file; declare it between `---` lines at the top of this \
         file, such as `name: tenant.name`; for braces in the text, write `\\{{`\nkit/rules:3: `[[` stands where no \
         file can be pulled in: only a line of its own pulls in another file; put `[[path]]` alone on its line; for \
         brackets in the text, write `\\[[`"
    );
    assert_eq!(refusals.first().kind, RefusalKind::UndeclaredToken);
}

#[test]
fn bytes_that_are_not_utf8_do_not_get_into_a_set() {
    let refusal = deployment().overlay([("a", b"ok\n\xff".to_vec())]).unwrap_err();
    assert_eq!((refusal.kind, refusal.file.as_str(), refusal.line), (RefusalKind::NotUtf8, "a", Some(2)));
}

#[test]
fn what_was_compiled_is_kept_until_the_files_change() {
    let set = deployment();
    let stored = |text: &str| set.overlay([("kit/rules", text)]).unwrap().compile("desk");
    let first = stored("One.").unwrap();
    assert!(Arc::ptr_eq(&first, &stored("One.").unwrap()));
    assert!(!Arc::ptr_eq(&first, &stored("Two.").unwrap()));
    assert!(Arc::ptr_eq(&first, &stored("One.").unwrap()));
    // A refusal is kept, too.
    assert_eq!(stored("[[x").unwrap_err(), stored("[[x").unwrap_err());

    let small = deployment().with_cache(2, usize::MAX);
    let stored = |text: &str| small.overlay([("kit/rules", text)]).unwrap().compile("desk").unwrap();
    let (one, two) = (stored("One."), stored("Two."));
    assert!(Arc::ptr_eq(&one, &stored("One.")));
    let _ = stored("Three.");
    assert!(Arc::ptr_eq(&one, &stored("One.")), "used last");
    assert!(!Arc::ptr_eq(&two, &stored("Two.")), "used longest ago");
}

#[test]
fn a_set_is_shared_between_threads() {
    let set = deployment();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let set = &set;
            scope.spawn(move || {
                for round in 0..50 {
                    let text = format!("Text {}.", (thread + round) % 5);
                    let compiled =
                        set.overlay([("kit/rules", text.as_str())]).unwrap().compile("desk").unwrap();
                    assert!(compiled.text().ends_with(&text));
                }
            });
        }
    });
}

/// Runs a future that is never long asleep.
fn wait<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(done) = future.as_mut().poll(&mut context) {
            return done;
        }
    }
}

/// Is not ready when it is asked first.
async fn later(text: String) -> Result<Option<String>, Failure> {
    let mut asked = false;
    std::future::poll_fn(|context| {
        context.waker().wake_by_ref();
        if std::mem::replace(&mut asked, true) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    Ok(Some(text))
}

#[test]
fn resolvers_may_have_to_be_waited_for() {
    let resolvers = Resolvers::new()
        .with_text("agent.name", "Ines")
        .with_async("rules.first", |_: BTreeMap<String, String>| later("be kind".to_owned()));
    let tenant = tenant();
    let values = wait(desk::Values::resolve_async(&resolvers, &tenant)).unwrap();
    assert_eq!(values.render(), DESK);
    let set = deployment();
    assert_eq!(wait(set.render_async::<desk::Values<'_>>(&resolvers, &tenant)).unwrap(), DESK);

    let stored = set.overlay([("kit/rules", "---\nr: rules.first\n---\n{{r}}!")]).unwrap();
    let rendered = wait(stored.render_async::<desk::Values<'_>>(&resolvers, &tenant)).unwrap();
    assert!(rendered.ends_with("be kind!"));

    let refusal = desk::Values::resolve(&resolvers, &tenant).unwrap_err();
    assert_eq!(refusal.kind, RefusalKind::ResolverFailed);
    assert!(
        refusal.to_string().starts_with("kit/rules:3: the value of `rules.first` cannot be found: "),
        "{refusal}"
    );
    fn is_send<T: Send>(_: T) {}
    is_send(set.render_async::<desk::Values<'_>>(&resolvers, &tenant));
}

#[test]
fn a_call_has_resolvers_over_those_of_the_deployment() {
    let asked = AtomicUsize::new(0);
    let deployment = Resolvers::new()
        .with("agent.name", |_: Arguments<'_>| {
            asked.fetch_add(1, Ordering::Relaxed);
            Ok(Some("the deployment".to_owned()))
        })
        .with_fallback("rules.first", |_: Arguments<'_>| Ok(None))
        .with_fallback("agent.name", |_: Arguments<'_>| Err("never asked".into()));
    let set = PromptSet::embedded(&[("a", "---\nn: agent.name\n---\n{{n}} {{n}}")]);
    let compiled = set.compile("a").unwrap();
    let none = BTreeMap::<String, String>::new();
    assert_eq!(compiled.render(&deployment, &none).unwrap(), "the deployment the deployment");
    assert_eq!(asked.load(Ordering::Relaxed), 1, "a resolver is called once for a name");
    let call = Resolvers::over(&deployment).with_text("agent.name", "the call");
    assert_eq!(compiled.render(&call, &none).unwrap(), "the call the call");
}

#[test]
fn stored_files_are_known_again_as_they_came_and_no_others_for_them() {
    let set = PromptSet::embedded(&[("a", "[[b]]")]);
    let compile = |files: [(&str, &str); 2]| set.overlay(files).unwrap().compile("a").unwrap();
    let files = [("b", "\u{feff}one\r\ntwo\r"), ("c", "unread")];
    let first = compile(files);
    assert!(Arc::ptr_eq(&first, &compile([files[1], files[0]])), "their order does not count");
    for (text, other) in [
        ("one\ntwo", [("b", "one\ntwo\n"), ("c", "unread")]),
        ("one\ntwO", [("b", "\u{feff}one\r\ntwO\r"), ("c", "unread")]),
        ("one\ntwo", [("b", "\u{feff}one\r\ntwo\r"), ("c", "unreaD")]),
        ("unread", [("c", "\u{feff}one\r\ntwo\r"), ("b", "unread")]),
    ] {
        let compiled = compile(other);
        assert!(!Arc::ptr_eq(&first, &compiled) && compiled.text() == text, "{other:?}");
    }
    for _ in 0..2 {
        assert_eq!(set.overlay([("b", b"one\xff".to_vec())]).unwrap_err().kind, RefusalKind::NotUtf8);
    }
}

/// A name, the files of a set, and how it is refused.
type Hostile = (&'static str, Vec<(String, String)>, RefusalKind);

/// Sets that would take for ever if anything were done for each copy, or for each way down.
#[test]
fn hostile_sets_are_refused_at_once() {
    let line = |to: usize, count: usize| format!("[[f{to}]]\n").repeat(count);
    let levels = |count: usize, last: &str| -> Vec<(String, String)> {
        let files = (0..9).map(|level| (format!("f{level}"), line(level + 1, count)));
        files.chain([("f9".to_owned(), last.to_owned())]).collect()
    };
    // Every file pulls in every other.
    let all: String = (0..400).map(|to| format!("[[f{to}]]\n")).collect();
    let complete = (0..400).map(|from| (format!("f{from}"), all.clone())).collect();
    // Every file pulls in all files behind it, on more ways than there are atoms.
    let behind = |from: usize| (from + 1..200).map(|to| format!("[[f{to}]]\n")).collect::<String>();
    let ladder = (0..200).map(|from| (format!("f{from}"), behind(from))).collect();
    let names: String = (0..20_000).map(|name| format!("n{name}: tenant.n\n")).collect();
    let tokens: String = (0..20_000).map(|name| format!("{{{{m{name}}}}}\n")).collect();
    let sets: Vec<Hostile> = vec![
        ("wide", levels(400, "x"), RefusalKind::TooLarge),
        ("wide and empty", levels(400, ""), RefusalKind::TooLarge),
        ("complete", complete, RefusalKind::Cycle),
        ("ladder", ladder, RefusalKind::TooDeep),
        ("long line", vec![("f0".into(), "[[".repeat(500_000))], RefusalKind::StrayBrackets),
        (
            "blanks",
            vec![("f0".into(), format!("{}x[[", " [[\t".repeat(500_000)))],
            RefusalKind::StrayBrackets,
        ),
        ("braces", vec![("f0".into(), "{".repeat(2_000_000))], RefusalKind::TooLarge),
        ("escapes", vec![("f0".into(), "\\{{".repeat(400_000))], RefusalKind::TooLarge),
        ("names", vec![("f0".into(), format!("---\n{names}---\n{tokens}"))], RefusalKind::UndeclaredToken),
        (
            "arguments",
            vec![("f0".into(), format!("---\na:\n  args: {{ {}\n---", "a: b, ".repeat(75_000)))],
            RefusalKind::Frontmatter,
        ),
        (
            "missing",
            vec![("f0".into(), (0..40_000).map(|to| format!("[[x{to}]]\n")).collect())],
            RefusalKind::MissingFile,
        ),
    ];
    // Without optimisation only a time that grows with the square would be noticed.
    let slow = if cfg!(debug_assertions) { 100 } else { 1 };
    for (name, files, kind) in sets {
        let set = PromptSet::new(files).unwrap();
        let start = Instant::now();
        let refusals = set.compile("f0").unwrap_err();
        let taken = start.elapsed();
        assert_eq!(refusals.first().kind, kind, "{name}");
        assert!(refusals.iter().count() <= 1_001, "{name}");
        assert!(taken < Duration::from_millis(50 * slow), "{name} took {taken:?}");
    }
}
