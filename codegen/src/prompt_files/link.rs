//! From reached files to a program (section 5 of the prompt file specification).
//!
//! In: files without a loop and not too deep. Out: the compiled text, whose size is known before any of it is built,
//! and the warnings.

use std::sync::Arc;

use super::message::quoted;
use super::program::{Binding, Program, Segment};
use super::read::{Cut, Declaration, Details};
use super::walk::{Names, Reached};
use crate::diagnostic::{Code, Diagnostic, Place};

/// The program of files of which the first is the entry; `order` is theirs [from below](from_below).
pub(super) fn program(
    files: &[Reached<'_>],
    names: &Names<'_>,
    order: &[usize],
    max_bytes: u64,
) -> Result<Program, Diagnostic> {
    let Some(entry) = files.first() else { return Ok(Program::default()) };
    let size = sizes(files, order).first().copied().unwrap_or_default();
    // Segments hold 32 bits.
    let max_bytes = max_bytes.min(u64::from(u32::MAX));
    if size > max_bytes {
        let message = format!("the prompt would be larger than the limit of {max_bytes} bytes");
        let place = Place::File(entry.file.source.path().to_owned());
        let help = "look for files that are pulled in many times";
        return Err(Diagnostic::new(Code::A505, place, message).with_help(help));
    }
    let mut program = outline(files, names, entry.path);
    let mut values = vec![None; names.count()];
    for ((_, _, name), index) in used(files, names).zip(0..) {
        values.get_mut(name).into_iter().for_each(|value| *value = Some(index));
    }
    let mut linker = Linker { files, names, values, text: String::new(), segments: Vec::new(), copied: 0 };
    linker.text.reserve_exact(usize::try_from(size).unwrap_or_default());
    linker.file(0);
    linker.segment(linker.text.len(), None);
    (program.text, program.segments) = (linker.text, linker.segments);
    program.literals = program.segments.iter().map(Segment::len).sum();
    Ok(program)
}

/// A program without text.
pub(super) fn outline(files: &[Reached<'_>], names: &Names<'_>, entry: &str) -> Program {
    let title =
        files.first().and_then(|file| file.read().title.map(|title| file.text(title).trim().to_owned()));
    let bindings = used(files, names).map(|(file, declaration, _)| {
        let Details { arguments, default } = declaration.details.as_deref().cloned().unwrap_or_default();
        let (name, key) = (file.text(declaration.name).to_owned(), file.text(declaration.key).to_owned());
        Binding { name, key, arguments, default, file: Arc::clone(file.path), line: declaration.line }
    });
    Program {
        entry: entry.to_owned(),
        title,
        bindings: bindings.collect(),
        reached: files.iter().map(|file| Arc::clone(file.path)).collect(),
        ..Program::default()
    }
}

/// The used names, each where it is first declared and used, in the order reached (section 6), and their numbers.
pub(super) fn used<'a, 'b>(
    files: &'b [Reached<'a>],
    names: &'b Names<'_>,
) -> impl Iterator<Item = (&'b Reached<'a>, &'a Declaration, usize)> {
    let mut seen = vec![false; names.count()];
    let declarations = files
        .iter()
        .flat_map(|file| file.read().declarations.iter().enumerate().map(move |found| (file, found)));
    declarations.filter_map(move |(file, (index, declaration))| {
        let name = names.number(file, index).filter(|_| declaration.is_used)?;
        let is_new = !std::mem::replace(seen.get_mut(name)?, true);
        is_new.then_some((file, declaration, name))
    })
}

/// The bytes of the compiled text of each file. A file's size depends on nothing above it, so each is added up once;
/// what goes over 64 bits stays at their end.
fn sizes(files: &[Reached<'_>], order: &[usize]) -> Vec<u64> {
    let mut sizes = vec![0u64; files.len()];
    for &index in order {
        let Some(file) = files.get(index) else { continue };
        let read = file.read();
        let mut size = read.body.len() as u64;
        for cut in &read.cuts {
            if matches!(cut, Cut::Brackets { .. }) {
                size -= 1;
            }
        }
        let lines: u64 =
            read.includes.iter().map(|include| u64::from(include.line.end - include.line.start)).sum();
        size -= lines;
        for target in file.targets.iter().flatten() {
            size = size.saturating_add(sizes.get(*target).copied().unwrap_or_default());
        }
        if let Some(slot) = sizes.get_mut(index) {
            *slot = size;
        }
    }
    sizes
}

/// All files, each behind those it pulls in. There is no loop, and no way is longer than the deepest level.
pub(super) fn from_below(files: &[Reached<'_>]) -> Vec<usize> {
    fn visit(index: usize, files: &[Reached<'_>], seen: &mut [bool], order: &mut Vec<usize>) {
        if seen.get_mut(index).is_none_or(|seen| std::mem::replace(seen, true)) {
            return;
        }
        for target in files.get(index).into_iter().flat_map(|file| file.targets.iter().flatten()) {
            visit(*target, files, seen, order);
        }
        order.push(index);
    }
    let mut order = Vec::with_capacity(files.len());
    visit(0, files, &mut vec![false; files.len()], &mut order);
    order
}

struct Linker<'a, 'b> {
    files: &'b [Reached<'a>],
    names: &'b Names<'a>,
    /// The number of the binding of each used name.
    values: Vec<Option<u32>>,
    text: String,
    segments: Vec<Segment>,
    /// How much of the text is in segments.
    copied: usize,
}

impl Linker<'_, '_> {
    /// Appends the compiled text of a file. What stands between two places where something is left out or put in is
    /// copied at once, whatever tokens are in it.
    fn file(&mut self, index: usize) {
        let Some(file) = self.files.get(index) else { return };
        let (read, source) = (file.read(), file.file.source.text());
        // The first byte that is not copied, and where it will be in the text.
        let (mut at, mut copied_to) = (read.body.start, self.text.len());
        for cut in &read.cuts {
            match *cut {
                Cut::Token { at: token, declaration } => {
                    let start = copied_to + (token as usize - at);
                    let Some(declared) = read.declarations.get(declaration as usize) else { continue };
                    let name = self.names.number(file, declaration as usize);
                    let value = name.and_then(|name| *self.values.get(name)?);
                    self.segment(start, value);
                    self.copied = start + declared.name.range().len() + 4;
                }
                Cut::Braces { at: backslash } => {
                    let backslash = copied_to + (backslash as usize - at);
                    self.segment(backslash, None);
                    // The backslash is in the compiled text and not in the filled one.
                    self.copied = backslash + 1;
                }
                Cut::Brackets { at: backslash } => {
                    self.copy(source, at, backslash as usize);
                    (at, copied_to) = (backslash as usize + 1, self.text.len());
                }
                Cut::Include(number) => {
                    let Some(include) = read.includes.get(number as usize) else { continue };
                    self.copy(source, at, include.line.start as usize);
                    if let Some(target) = file.targets.get(number as usize).copied().flatten() {
                        self.file(target);
                    }
                    (at, copied_to) = (include.line.end as usize, self.text.len());
                }
            }
        }
        self.copy(source, at, read.body.end);
    }

    fn copy(&mut self, source: &str, from: usize, to: usize) {
        self.text.push_str(source.get(from..to).unwrap_or_default());
    }

    fn segment(&mut self, end: usize, value: Option<u32>) {
        let narrow = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        if value.is_some() || end > self.copied {
            self.segments.push(Segment { start: narrow(self.copied), end: narrow(end), value });
        }
        self.copied = end;
    }
}

/// The warnings about files that compile.
pub(super) fn warnings(files: &[Reached<'_>], order: &[usize]) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for (file, copies) in files.iter().zip(copies(files, order)) {
        for declaration in file.read().declarations.iter().filter(|declaration| !declaration.is_used) {
            let name = quoted(file.text(declaration.name));
            let message = format!("{name} is declared, and this file does not use it");
            let diagnostic = Diagnostic::new(Code::A951, file.place(declaration.name), message);
            warnings
                .push(diagnostic.with_help("leave the declaration out, or write the name in doubled braces"));
        }
        if copies > 1 {
            let count =
                if copies == u64::MAX { "very many times".to_owned() } else { format!("{copies} times") };
            let message = format!("the text of {} is in the prompt {count}", quoted(file.path));
            warnings.push(Diagnostic::new(
                Code::A952,
                Place::File(file.file.source.path().to_owned()),
                message,
            ));
        }
    }
    warnings
}

/// How often each file's text is in the compiled text.
fn copies(files: &[Reached<'_>], order: &[usize]) -> Vec<u64> {
    let mut copies = vec![0u64; files.len()];
    if let Some(entry) = copies.first_mut() {
        *entry = 1;
    }
    for &index in order.iter().rev() {
        let own = copies.get(index).copied().unwrap_or_default();
        for target in files.get(index).into_iter().flat_map(|file| file.targets.iter().flatten()) {
            if let Some(count) = copies.get_mut(*target) {
                *count = count.saturating_add(own);
            }
        }
    }
    copies
}
