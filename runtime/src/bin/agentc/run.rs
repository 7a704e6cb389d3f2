//! `agentc run`

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use agentc::lua::{Engine, Event, Prompt, RunError, RunErrorKind, ScriptedModel};
use agentc_codegen::{Code, Diagnostic, Loader, Place, SourceFile};
use serde_json::{Value, json};

use crate::args::{Format, Run};
use crate::progress::Progress;
use crate::{Outcome, replies, report};

pub(crate) fn run(args: &Run) -> Outcome {
    let mut loader = Loader::new("");
    let file = match read(&mut loader, &args.file) {
        Ok(file) => file,
        Err(diagnostic) => return report::outcome(&[diagnostic], args.format),
    };
    let prompt = match (Prompt::parse(file.path(), file.text()), args.format) {
        (Ok(prompt), _) => prompt,
        (Err(error), Format::Text) => return report::outcome(&error.diagnostics, args.format),
        (Err(error), Format::Json) => return in_json(Err(error), &Told::default()),
    };
    let replies = match args.replies.as_deref().map(|path| replies::read(&mut loader, path)).transpose() {
        Ok(replies) => replies,
        Err(diagnostics) => return report::outcome(&diagnostics, args.format),
    };
    let given = replies.as_ref().map(Vec::len);
    let mut run = Engine::new().run(&prompt, args.args.as_str());
    if let Some(replies) = replies {
        run = run.model(ScriptedModel::new(replies));
    }
    match args.format {
        Format::Json => {
            let told = Arc::new(Mutex::new(Told::default()));
            let shared = Arc::clone(&told);
            run =
                run.on_event(move |event| shared.lock().unwrap_or_else(PoisonError::into_inner).hear(&event));
            let result = run.block();
            in_json(result, &told.lock().unwrap_or_else(PoisonError::into_inner))
        }
        Format::Text => {
            if std::io::stderr().is_terminal() {
                let (start, mut progress) = (Instant::now(), Progress::default());
                run = run.on_event(move |event| {
                    if let Some(line) = progress.line(&event, start.elapsed()) {
                        // A run does not fail because nobody can read how it goes.
                        let _ = writeln!(std::io::stderr(), "{line}");
                    }
                });
            }
            in_text(run.block(), given)
        }
    }
}

fn read(loader: &mut Loader, path: &str) -> Result<Arc<SourceFile>, Diagnostic> {
    if path.ends_with(".agent") && loader.is_file(path) {
        let message = "this is no Lua prompt, which is a Markdown file";
        let refusal = Diagnostic::new(Code::A107, Place::File(path.to_owned()), message);
        return Err(refusal.with_help(format!("`agentc render {path}` renders it")));
    }
    loader.read(path)
}

/// The result alone, or why there is none. `given` is how many replies were.
fn in_text(result: Result<String, RunError>, given: Option<usize>) -> Outcome {
    match result {
        Ok(mut out) => {
            // A program gets the text as it is; a person gets nothing that a terminal obeys, and the shell's prompt on a
            // line of its own.
            if std::io::stdout().is_terminal() {
                out = harmless(&out).into_owned();
                if !out.ends_with('\n') {
                    out.push('\n');
                }
            }
            Outcome { out, err: String::new(), ok: true }
        }
        Err(error) => {
            let mut err = format!("error[{}]: {}\n", error.kind, harmless(&error.message));
            if error.kind == RunErrorKind::Completion {
                err.push_str(&format!("  = help: {}\n", where_replies_are(given)));
            }
            Outcome { out: String::new(), err, ok: false }
        }
    }
}

fn where_replies_are(given: Option<usize>) -> String {
    match given.map(|count| report::counted(count, "string")) {
        None => "`--replies FILE` gives replies, a JSON array of strings: one for each round, in the order in which \
                 they are sent"
            .to_owned(),
        Some(count) => format!(
            "`--replies` has {}; give one for each round, in the order in which they are sent",
            count.as_deref().unwrap_or("none")
        ),
    }
}

/// What a prompt says, without the control characters that a terminal obeys.
fn harmless(text: &str) -> Cow<'_, str> {
    let is_harmful = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if is_harmful(c) { c.escape_default().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(shown).collect())
}

/// What a run told while it ran.
#[derive(Default)]
struct Told {
    /// The text of each round.
    infer: Vec<String>,
    /// What each arm and task returned, if it did.
    arms: Vec<Option<String>>,
}

impl Told {
    fn hear(&mut self, event: &Event<'_>) {
        match *event {
            Event::RoundSent { text, .. } => self.infer.push(text.to_owned()),
            Event::TaskStarted { .. } => self.arms.push(None),
            Event::TaskEnded { task, result: Ok(text) } => {
                // Task 0 is the main walk, which is no arm.
                if let Some(arm) = task.checked_sub(1).and_then(|arm| self.arms.get_mut(arm)) {
                    *arm = Some(text.to_owned());
                }
            }
            _ => {}
        }
    }
}

/// The report of section 10 of the dynamic prompt specification.
fn in_json(result: Result<String, RunError>, told: &Told) -> Outcome {
    let Told { infer, arms } = told;
    let ok = result.is_ok();
    let report: Value = match result {
        Ok(text) => json!({"ok": true, "result": text, "infer": infer, "arms": arms}),
        Err(error) => json!({
            "ok": false,
            "run_error_kind": error.kind.as_str(),
            "message": error.message,
            "infer": infer,
            "arms": arms,
        }),
    };
    Outcome { out: report::line(&report), err: String::new(), ok }
}
