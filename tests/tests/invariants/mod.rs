//! What holds for every source, whatever is in it: those of the corpus and of `$AGENTC_CASES/agent`.
//!
//! In: sources with the values they are rendered with. Out: a trial for each invariant, which names the
//! sources that break it.

mod emitted;

use std::sync::Arc;

use agentc_codegen::{Compiled, Diagnostic, Place, SourceFile, compile_source};
use agentc_tests::agent::{self, Case};
use agentc_tests::corpus::outcome::describe;
use agentc_tests::corpus::visible;
use agentc_tests::diff::diff;
use agentc_tests::generate::Random;
use libtest_mimic::Trial;
use serde_json::Value as Json;

/// A trial for each invariant.
pub fn trials(cases: Vec<Case>) -> Vec<Trial> {
    let cases = Arc::new(cases);
    let invariants: [(&str, Invariant, usize); 10] = [
        ("compiling twice gives the same", twice, 1),
        ("places are in the file, in order", places, 1),
        ("a fix mends what it is for", fixes, 1),
        ("CRLF line ends change nothing", crlf, 1),
        ("a byte order mark changes nothing", byte_order_mark, 1),
        ("a line feed at the end changes nothing", line_feed, 1),
        ("a comment on top moves everything a line down", comment, 1),
        ("emitted text is the tokens, laid out", emitted::laid_out, SOME),
        ("no beginning of a file makes the compiler panic", truncated, 1),
        ("no damage to a file makes the compiler panic", damaged, 1),
    ];
    let trial = |(name, invariant, step): (&str, Invariant, usize)| {
        let cases = Arc::clone(&cases);
        Trial::test(format!("invariant/{name}"), move || {
            let broken: Vec<(&Case, String)> =
                cases.iter().step_by(step).filter_map(|case| Some((case, invariant(case).err()?))).collect();
            let Some((first, error)) = broken.first() else { return Ok(()) };
            let others: Vec<&str> = broken[1..].iter().map(|(case, _)| case.id.as_str()).collect();
            Err(format!("{}\n{error}\nin\n{}\nand in {others:#?}", first.id, visible::show(&first.agent))
                .into())
        })
    };
    invariants.into_iter().map(trial).collect()
}

/// Laying out code takes long without optimization: only every so many sources are taken for it. The test
/// `generated` builds all of them.
const SOME: usize = 6;

type Invariant = fn(&Case) -> Result<(), String>;

fn compile(source: &str) -> Compiled {
    compile_source(&Arc::new(SourceFile::new("case.agent", source)))
}

fn described(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(describe).collect::<Vec<_>>().join("\n")
}

fn same(expected: &str, found: &str) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(diff(&visible::show(expected), &visible::show(found))) }
}

fn twice(case: &Case) -> Result<(), String> {
    let (once, again) = (compile(&case.agent), compile(&case.agent));
    same(&described(&once.diagnostics), &described(&again.diagnostics))?;
    let tokens = |compiled: &Compiled| {
        agentc_codegen::emit::module(&compiled.agent, &Default::default()).tokens().to_string()
    };
    same(&tokens(&once), &tokens(&again))
}

fn places(case: &Case) -> Result<(), String> {
    let compiled = compile(&case.agent);
    let mut last = (0, 0);
    for diagnostic in &compiled.diagnostics {
        let places = std::iter::once(&diagnostic.place).chain(diagnostic.related.iter().map(|r| &r.place));
        for place in places {
            let Place::Text { file, span } = place else {
                return Err(format!("{diagnostic}\nhas no place in the file"));
            };
            if file.text().get(span.range()).is_none() {
                return Err(format!("{diagnostic}\nis at {span:?}, which is no part of the file"));
            }
        }
        if let Some(fix) = &diagnostic.fix
            && fix.file.text().get(fix.span.range()).is_none()
        {
            return Err(format!("{diagnostic}\nhas a fix at {:?}, which is no part of the file", fix.span));
        }
        let position = diagnostic.place.position().map_or((0, 0), |at| (at.line, at.col));
        if position < last {
            return Err(format!("{diagnostic}\ncomes too late"));
        }
        last = position;
    }
    Ok(())
}

/// After the edit the same thing is not said again at the same place.
fn fixes(case: &Case) -> Result<(), String> {
    for diagnostic in compile(&case.agent).diagnostics {
        let Some(fix) = &diagnostic.fix else { continue };
        let mut mended = fix.file.text().to_owned();
        if mended.get(fix.span.range()).is_none() {
            continue;
        }
        mended.replace_range(fix.span.range(), &fix.replacement);
        let again = compile(&mended).diagnostics;
        let about = (diagnostic.code, diagnostic.place.to_string());
        if again.iter().any(|other| (other.code, other.place.to_string()) == about) {
            return Err(format!("{}\nis not mended:\n{}", describe(&diagnostic), described(&again)));
        }
    }
    Ok(())
}

fn with_source(case: &Case, source: &str) -> Case {
    Case {
        id: case.id.clone(),
        agent: source.to_owned(),
        inputs: case.inputs.clone(),
        env: case.env.clone(),
        expect: Json::Null,
    }
}

/// What comes of a case with another source; `edit` brings the answer in line with the unchanged one.
fn unchanged(case: &Case, source: String, edit: impl Fn(&mut Json)) -> Result<(), String> {
    let (expected, mut found) = (agent::run(case), agent::run(&with_source(case, &source)));
    edit(&mut found);
    same(&format!("{expected:#}"), &format!("{found:#}"))
}

fn crlf(case: &Case) -> Result<(), String> {
    if case.agent.contains('\r') {
        return Ok(());
    }
    unchanged(case, case.agent.replace('\n', "\r\n"), |_| ())
}

fn byte_order_mark(case: &Case) -> Result<(), String> {
    if case.agent.starts_with('\u{feff}') {
        return Ok(());
    }
    unchanged(case, format!("\u{feff}{}", case.agent), |_| ())
}

fn line_feed(case: &Case) -> Result<(), String> {
    // A CR at the end would become part of a line end.
    if case.agent.ends_with('\r') {
        return Ok(());
    }
    unchanged(case, format!("{}\n", case.agent), |_| ())
}

fn comment(case: &Case) -> Result<(), String> {
    if case.agent.starts_with('\u{feff}') {
        return Ok(());
    }
    unchanged(case, format!("# é\n{}", case.agent), |answer| {
        let diagnostics = answer.get_mut("diagnostics").and_then(Json::as_array_mut);
        for diagnostic in diagnostics.into_iter().flatten() {
            let of_the_file = matches!(diagnostic["code"].as_str(), Some("A214" | "A302"));
            if let (Some(line), false) = (diagnostic["line"].as_u64(), of_the_file) {
                diagnostic["line"] = (line - 1).into();
            }
        }
    })
}

fn truncated(case: &Case) -> Result<(), String> {
    // Every place of short files, some of long ones.
    let step = 1 + case.agent.chars().count() / 60;
    for (end, _) in case.agent.char_indices().step_by(step) {
        let source = &case.agent[..end];
        std::panic::catch_unwind(|| compile(source)).map_err(|_| format!("panics with\n{source}"))?;
    }
    Ok(())
}

fn damaged(case: &Case) -> Result<(), String> {
    const CHARACTERS: &[&str] = &[
        "{", "}", "{{", "\"", "\\", ":", ",", "|", "[", "]", "#", "-", "- ", "?", ";", "\n", "\r", "\r\n",
        " ", "  ", "\t", "é", "🚀", "\u{feff}", "\u{0}", "{#if ", "{/each}", "{:else}", "\n\n", "0", ".",
        "!", "`",
    ];
    // The seed is of the case, so that a failure does not depend on the cases before.
    let mut random = Random::new(case.agent.bytes().map(u64::from).sum());
    let starts: Vec<usize> = case.agent.char_indices().map(|(at, _)| at).chain([case.agent.len()]).collect();
    for _ in 0..15 {
        let mut source = case.agent.clone();
        for _ in 0..=random.below(3) {
            // Places of the unchanged source may be inside a character by now.
            let mut at = starts[random.below(starts.len())].min(source.len());
            while !source.is_char_boundary(at) {
                at -= 1;
            }
            source.insert_str(at, random.pick(CHARACTERS));
        }
        let with = || format!("with\n{}", visible::show(&source));
        let damaged = with_source(case, &source);
        match std::panic::catch_unwind(|| places(&damaged)) {
            Err(_) => return Err(format!("panics {}", with())),
            Ok(found) => found.map_err(|error| format!("{error}\n{}", with()))?,
        }
    }
    Ok(())
}
