//! In: the errors of the TOON reader. Out: diagnostics, each with its code.

use agentc_text::toon::{HeaderProblem, ReadError, ReadErrorKind};

use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::source::Span;

/// The diagnostic for an error of structure (agent format, sections 3 and 13).
pub(super) fn diagnostic(error: &ReadError, sink: &Sink) -> Diagnostic {
    let span = Span::new(error.span.clone());
    let diagnostic = sink.at(code(&error.kind), span, error.to_string());
    match help(&error.kind) {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}

fn code(kind: &ReadErrorKind) -> Code {
    use ReadErrorKind as Kind;
    match kind {
        Kind::TabIndentation => Code::A201,
        Kind::UnevenIndentation { .. } => Code::A202,
        Kind::IndentedRoot | Kind::SkippedLevel { .. } | Kind::Stray => Code::A203,
        Kind::MissingColon | Kind::MissingHeaderColon => Code::A204,
        Kind::TooFew { .. } | Kind::TooMany { .. } => Code::A206,
        Kind::RowWidth { .. } => Code::A207,
        Kind::UnterminatedQuote | Kind::TextAfterQuote => Code::A208,
        Kind::InvalidEscape { .. } => Code::A209,
        Kind::BlankLine => Code::A210,
        Kind::DuplicateKey { .. } => Code::A211,
        Kind::TrailingContent => Code::A214,
        Kind::TooDeep { .. } => Code::A215,
        Kind::NotAnItem | Kind::NotARow => Code::A216,
        // What else may come to be wrong with a line is wrong with its header.
        _ => Code::A205,
    }
}

fn help(kind: &ReadErrorKind) -> Option<String> {
    use ReadErrorKind as Kind;
    Some(match kind {
        Kind::TooFew { found, .. } | Kind::TooMany { found, .. } => {
            format!("write `[{found}]` in the header, or add or remove lines")
        }
        Kind::MissingColon => {
            "a line at this place is `key: value`; text of a prompt is indented by two spaces \
                               below `prompt: |`"
                .to_owned()
        }
        Kind::Stray => "the text of a block follows `prompt: |` or `system: |` and nothing else".to_owned(),
        Kind::MalformedHeader(HeaderProblem::Length { .. }) => {
            "write the number of rows, as in `inputs[2]{name,type}:`".to_owned()
        }
        _ => return None,
    })
}
