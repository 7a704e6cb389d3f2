//! The third language: Markdown files whose prose is filled in while their Lua blocks run (`dynamic-prompts.md`,
//! cited as sections of the dynamic prompt specification).
//!
//! ```text
//! SourceFile -frontmatter: yaml, arguments-> keys    -+
//!            -markdown-> marks -structure: prose-> sections -+-> Flow
//! ```
//!
//! In: the text of one file. Out: the flow, and everything that is to be said of the file. Nothing here executes or
//! compiles Lua: whoever does reports what does not compile as [`Code::A641`](crate::Code::A641).

mod arguments;
mod data;
mod failure;
mod frontmatter;
mod line;
mod markdown;
mod message;
mod path;
mod prose;
mod structure;
mod yaml;

pub use data::{Argument, ArgumentKind, Block, Flow, Reference, Scalar, Section};
pub use failure::{Failure, FailureKind, preview};
pub use message::{FileErrorKind, kind};
pub use path::Target;
pub use prose::{Piece, Placeholder, Prose};

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Sink};
use crate::source::SourceFile;

/// What [`parse`] makes of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parsed {
    /// The flow, if the file has no error.
    pub flow: Option<Flow>,
    /// Everything there is to say: of the frontmatter and the version first, then of the structure, then of fences,
    /// each in the order of the file. The first error is the one that a run reports (section 1.6); [`kind`] tells
    /// its kind.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file (section 1). An error of the frontmatter hides none of the structure, as far as it is known where the
/// body begins; a file of another version is only told that.
#[must_use]
pub fn parse(file: &Arc<SourceFile>) -> Parsed {
    let text = file.text();
    let [mut frontmatter, mut structure, mut fences] = [(); 3].map(|()| Sink::new(file));
    let front = frontmatter::read(text, &mut frontmatter);
    if let Some(problem) = front.no_version {
        structure.push(problem);
    }
    let body = front.body.map(|body| {
        let marks = markdown::marks(text, body);
        structure::read(text, body, marks, &mut structure, &mut fences)
    });
    let sinks = [frontmatter, structure, fences];
    let diagnostics: Vec<Diagnostic> = sinks.into_iter().flat_map(Sink::finish).collect();
    let is_right = !diagnostics.iter().any(Diagnostic::is_error);
    let flow = match (front.name, front.description, body) {
        (Some(name), Some(description), Some(body)) if is_right => Some(Flow {
            file: Arc::clone(file),
            name,
            description,
            arguments: front.arguments,
            title: body.title,
            h1: body.h1,
            sections: body.sections,
            roots: body.roots,
        }),
        _ => None,
    };
    Parsed { flow, diagnostics }
}

#[cfg(test)]
mod testing {
    use super::*;

    /// A file with this body, which begins on line 6.
    pub(super) fn with_body(body: &str) -> String {
        format!("---\nname: n\ndescription: d\nrunvil: 0\n---\n{body}")
    }

    /// A right file with these lines in its frontmatter, from line 5 on.
    pub(super) fn with_front(lines: &str) -> String {
        format!("---\nname: n\ndescription: d\nrunvil: 0\n{lines}\n---\n# T\n")
    }

    pub(super) fn read(text: &str) -> Parsed {
        parse(&Arc::new(SourceFile::new("f", text)))
    }

    /// The flow of a right file.
    pub(super) fn flow(text: &str) -> Flow {
        let parsed = read(text);
        parsed.flow.unwrap_or_else(|| panic!("{text:?}: {:?}", parsed.diagnostics))
    }

    /// What is said of a file: `line:column code`, and the message.
    pub(super) fn said(text: &str) -> Vec<String> {
        let parsed = read(text);
        let is_right = !parsed.diagnostics.iter().any(Diagnostic::is_error);
        assert_eq!(parsed.flow.is_some(), is_right, "{text:?}");
        let shown = |diagnostic: &Diagnostic| {
            let place = diagnostic.place.to_string();
            format!("{} {} {}", place.trim_start_matches("f:"), diagnostic.code, diagnostic.message)
        };
        parsed.diagnostics.iter().map(shown).collect()
    }

    /// The places and codes alone.
    pub(super) fn codes(text: &str) -> Vec<String> {
        let short = |line: String| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
        said(text).into_iter().map(short).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{codes, flow, said, with_body, with_front};
    use crate::Code;

    #[test]
    fn the_first_error_is_the_one_that_a_run_reports() {
        let text = "---\nname: n\n---\n## A\n```lua\n ```\n## A\n";
        assert_eq!(codes(text), ["1:1 A604", "1:1 A611", "4:1 A621", "7:1 A625", "5:1 A631"]);
    }

    #[test]
    fn a_file_of_another_version_is_only_told_that() {
        assert_eq!(
            said("---\nname: n\ndescription: d\nrunvil: 1\n---\n## A\n"),
            ["4:9 A612 `runvil` is 1, and only version 0 runs"]
        );
        assert_eq!(codes("---\nrunvil: 99999999999999999999\nargs: 1\n---\n"), ["2:9 A612"]);
    }

    #[test]
    fn a_flow_can_be_shared() {
        fn is_shared<T: Send + Sync>(_: &T) {}
        is_shared(&std::sync::Arc::new(flow(&with_body("# T\n"))));
    }

    #[test]
    fn codes_have_the_kinds_of_the_specification() {
        for &code in Code::ALL {
            assert_eq!(super::kind(code).is_some(), code.as_str().starts_with("A6"), "{code}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(flow(&format!("\u{feff}{}", with_body("# T\n"))).title, "T");
    }

    /// Files that are large and strange are answered in time that grows as they do: a minute is many times what each
    /// of them takes on a slow machine, and far less than what the square of its size would.
    #[test]
    fn hostile_files_are_answered() {
        const LARGE: usize = 10_000_000;
        const SMALL: usize = 200_000;
        let large = |part: &str| part.repeat(LARGE / part.len());
        let small = |part: &str| part.repeat(SMALL / part.len());
        let lazy = |part: &str| with_body(&format!("# T\n{}a\n{}", small(part), small("a\n")));
        let prose = |prose: &str| with_body(&format!("# T\n{prose}\n```lua\n```\n"));
        let anchors: String = (1..20_000).map(|i| format!("a{i}: &a{i} [*a{}, *a{0}]\n", i - 1)).collect();
        for text in [
            with_body(&large("`")),
            with_body(&large("#")),
            with_body(&large("> > > ")),
            with_body(&small("# \n")),
            with_body(&small("```\n")),
            prose(&large("{{")),
            prose(&small("\\")),
            prose(&small("{{a}}")),
            prose(&format!("{{{{{}a}}}}", small("a."))),
            lazy("> "),
            lazy("- "),
            lazy("> 1. "),
            with_body(&format!("{}{}", small("- "), small("\n"))),
            with_body(&format!("# T\n{}", "```lua\nx\n```\n".repeat(100_000))),
            with_body(&format!("# T\n{}", "```lua\n ```\n```\n".repeat(10_000))),
            with_body(&format!("# T\n{}", "```lua\n ```\n".repeat(20_000))),
            with_body(&format!("# T\n{}", "```lua\n".repeat(20_000))),
            with_body(&format!("# T\n```lua\n ```\n```\n{}", "> ```lua\n".repeat(20_000))),
            with_body(&small("[a]: b\r\r[a] ![[]()\r")),
            with_body(&small("\r\n")),
            with_front(&format!("x: {}", large("["))),
            with_front(&format!("x:\n {}", large("- "))),
            with_front(&format!("x: {}", small("{a: "))),
            with_front(&format!("a0: &a0 [x]\n{anchors}")),
            with_front(&small("k: v\n")),
            with_front(&format!("x: [{}]", small("é,"))),
            with_front(&format!("x: \"{}", small("a"))),
            with_front(&format!("x: |\n{}", small("\n"))),
        ] {
            let start = std::time::Instant::now();
            super::testing::read(&text);
            let shown: String = text.chars().skip(45).take(20).collect();
            assert!(start.elapsed().as_secs() < 60, "{shown:?} took {:?}", start.elapsed());
        }
    }
}
