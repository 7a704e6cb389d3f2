//! Frames: a diagnostic drawn with the line it is about, by the library that draws rustc's.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Level, Origin, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::source::{SourceFile, Span};

/// Draws a diagnostic, for a terminal with or without colours. Ends without a line feed.
#[must_use]
pub fn frame(diagnostic: &Diagnostic, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.as_str())
        .elements(picture(&diagnostic.place, AnnotationKind::Primary, ""));
    for related in &diagnostic.related {
        group = group.elements(picture(&related.place, AnnotationKind::Context, &related.message));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// The lines a place is on, with the place marked; only the place itself where the lines are too long to show.
fn picture<'a>(place: &'a Place, kind: AnnotationKind, label: &'a str) -> Option<Element<'a>> {
    match place {
        Place::Text { file, span } => Some(match Window::around(file, *span) {
            Some(window) => {
                let annotation = kind.span(window.span).label((!label.is_empty()).then_some(label));
                Snippet::source(window.text)
                    .line_start(window.first_line)
                    .path(file.path())
                    .annotation(annotation)
                    .into()
            }
            None => {
                let position = file.position(span.start as usize);
                Origin::path(file.path()).line(position.line).char_column(position.col).into()
            }
        }),
        Place::File(path) => Some(Origin::path(path.as_str()).into()),
        Place::Value(_) => None,
    }
}

/// The first line of a span, for drawing.
struct Window {
    text: String,
    first_line: usize,
    span: Range<usize>,
}

impl Window {
    const LONGEST: usize = 2_000;

    fn around(file: &SourceFile, span: Span) -> Option<Self> {
        let position = file.position(span.start as usize);
        let line = file.line_of(span.start as usize).range();
        if line.len() > Self::LONGEST {
            return None;
        }
        let text = &file.text()[line.clone()];
        let start = (span.start as usize).clamp(line.start, line.end) - line.start;
        let end = (span.end as usize).clamp(line.start + start, line.end) - line.start;
        // Inline source begins in the middle of a line of its file; spaces stand for what is before it.
        let before = position.col - 1 - text[..start].chars().count();
        Some(Self {
            text: " ".repeat(before) + text,
            first_line: position.line,
            span: start + before..end + before,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::code::Code;

    fn draw(file: SourceFile, span: Range<usize>) -> String {
        let place = Place::Text { file: Arc::new(file), span: Span::new(span) };
        frame(&Diagnostic::new(Code::A404, place, "no input `x`").with_help("declare it"), false)
    }

    #[test]
    fn shows_the_line_and_marks_the_place() {
        let text = "agent: a\nprompt: é {inputs.x} here\r\n";
        let start = text.find('{').unwrap();
        assert_eq!(
            draw(SourceFile::new("a.agent", text), start..start + 10),
            "error[A404]: no input `x`\n --> a.agent:2:11\n  |\n2 | prompt: é {inputs.x} here\n  |           \
             ^^^^^^^^^^\n  |\n  = help: declare it"
        );
    }

    #[test]
    fn inline_source_is_drawn_at_its_column() {
        let origin = crate::source::Position { line: 7, col: 5 };
        let drawn = draw(SourceFile::inline("m.rs", "ab{x}", origin), 2..5);
        assert!(drawn.contains("m.rs:7:7\n"), "{drawn}");
        assert!(drawn.contains("7 |     ab{x}\n"), "{drawn}");
    }

    #[test]
    fn a_line_too_long_to_show_is_only_named() {
        let text = "x".repeat(10_000) + "{";
        let drawn = draw(SourceFile::new("long.agent", text), 10_000..10_001);
        assert!(drawn.contains("long.agent:1:10001"), "{drawn}");
        assert!(drawn.len() < 500, "{drawn}");
    }
}
