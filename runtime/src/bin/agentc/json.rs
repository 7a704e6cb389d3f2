//! JSON that the command line names, with the place of what is wrong in it.

use std::io::Read;
use std::sync::Arc;

use agentc_codegen::{Code, Diagnostic, Loader, Place, SourceFile, Span};
use serde_core::Deserialize;

/// A file, or standard input where the path is `-`.
pub(crate) fn read(loader: &mut Loader, path: &str) -> Result<Arc<SourceFile>, Diagnostic> {
    if path == "-" { standard_input() } else { loader.read(path) }
}

/// The value of a file; `what` it holds is for the message.
pub(crate) fn parse<'a, T: Deserialize<'a>>(file: &'a Arc<SourceFile>, what: &str) -> Result<T, Diagnostic> {
    serde_json::from_str(file.text()).map_err(|error| {
        let line = file.line(error.line()).range();
        // The column is that of the last byte that was read, which is the one at fault.
        let start = (line.start + error.column().saturating_sub(1)).min(line.end);
        let start = (0..=start).rev().find(|&at| file.text().is_char_boundary(at)).unwrap_or(0);
        let end = file.text()[start..]
            .chars()
            .next()
            .map_or(start, |c| start + c.len_utf8())
            .min(line.end.max(start));
        let message = format!("{what} are not JSON: {}", without_place(&error));
        let place = Place::Text { file: Arc::clone(file), span: Span::new(start..end) };
        Diagnostic::new(Code::A326, place, message)
    })
}

fn standard_input() -> Result<Arc<SourceFile>, Diagnostic> {
    let name = "<standard input>";
    let failed = |message: String| Diagnostic::new(Code::A101, Place::File(name.to_owned()), message);
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .read_to_end(&mut bytes)
        .map_err(|error| failed(format!("it cannot be read: {error}")))?;
    Loader::decode(name, bytes)
}

/// The message alone.
pub(crate) fn without_place(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = error.to_string();
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}
