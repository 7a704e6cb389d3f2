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
            let mut diagnostic = sink.at(Code::A308, span, format!("the {what} `{name}` is given twice"));
            if first != span {
                diagnostic = diagnostic.with_related(sink.place(first), "it is given here first");
            }
            sink.push(diagnostic.with_help("remove or rename one"));
            return false;
        }
        self.seen.insert(name.to_owned(), span);
        true
    }
}

/// Says that a text is no identifier.
pub(super) fn report_bad_name(what: &str, name: &str, span: Span, sink: &mut Sink) {
    let message = match name {
        "" => format!("{} has no name here", article(what)),
        name => format!("{} is no name for {}", quoted(name), article(what)),
    };
    let plain = name.replace(['-', ' ', '.'], "_");
    let help = match is_identifier(&plain) {
        true => format!("a name is ASCII letters, digits and `_`, such as `{plain}`"),
        false => "a name is ASCII letters, digits and `_`, and does not begin with a digit".to_owned(),
    };
    let diagnostic = sink.at(Code::A304, span, message);
    sink.push(diagnostic.with_help(help));
}

fn article(what: &str) -> String {
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {what}")
}
