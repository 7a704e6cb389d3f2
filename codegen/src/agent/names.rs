//! Names in tables and lists: identifiers, each given once.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Sink, quoted};
use crate::source::Span;
use crate::types::is_identifier;

/// The names of one table or list so far.
#[derive(Default)]
pub(super) struct Names {
    seen: BTreeMap<String, Span>,
}

impl Names {
    /// Whether a name is an identifier that was not given before; otherwise says so.
    pub(super) fn admit(&mut self, what: &str, name: &str, span: Span, sink: &mut Sink) -> bool {
        if !is_identifier(name) {
            report_bad_name(what, name, span, sink);
            return false;
        }
        if let Some(&first) = self.seen.get(name) {
            let diagnostic = sink.at(Code::A308, span, format!("the {what} `{name}` is given twice"));
            let first = sink.place(first);
            sink.push(
                diagnostic.with_related(first, "it is given here first").with_help("remove or rename one"),
            );
            return false;
        }
        self.seen.insert(name.to_owned(), span);
        true
    }
}

/// Says that a text is no identifier.
pub(super) fn report_bad_name(what: &str, name: &str, span: Span, sink: &mut Sink) {
    let diagnostic = sink.at(Code::A304, span, format!("{} is no name for {}", quoted(name), article(what)));
    sink.push(
        diagnostic.with_help("a name is ASCII letters, digits and `_`, and does not begin with a digit"),
    );
}

fn article(what: &str) -> String {
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {what}")
}
