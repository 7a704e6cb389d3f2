//! From the entry down (section 5 of the prompt file specification).
//!
//! In: a set and the path of an entry. Out: the program, and everything that is wrong with the files it reaches. A
//! file is walked again only where it is reached at a deeper level than before, so that the time is linear in the
//! files however many ways lead to each of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::message::quoted;
use super::program::Program;
use super::read::{Declaration, Details, Read};
use super::set::{File, Found, PromptSet};
use super::{KIT_KEYS, MAX_BYTES, link, path};
use crate::diagnostic::{Code, Diagnostic, Place, did_you_mean};
use crate::source::Span;
use crate::suggest;

/// The deepest level below an entry.
pub const MAX_LEVEL: usize = 9;

/// How many diagnostics of one prompt are listed.
const MOST: usize = 1_000;

/// How many paths are compared to find what a missing one may have been meant for.
const COMPARISONS: usize = 10_000;

/// How an entry is compiled.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The most bytes the compiled text may have; [`MAX_BYTES`] by default.
    pub max_bytes: u64,
    /// The resolver keys the deployment has registered, if they are known: then another key, but for those of the kit
    /// and `tenant.`, is an error where a used name is bound to it.
    pub known_keys: Option<BTreeSet<String>>,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_bytes: MAX_BYTES, known_keys: None }
    }
}

/// What came of compiling an entry.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Compiled {
    /// The program, complete and right if no diagnostic is an error; otherwise without text, and with as many names
    /// and files as could be made out.
    pub program: Program,
    /// Errors in the order of section 5 of the specification, or else warnings.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// Whether the program can be used.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Compiles an entry of a set.
#[must_use]
pub fn compile(set: &PromptSet, entry: &str, options: &Options) -> Compiled {
    let mut walk = Walk {
        set,
        files: Vec::new(),
        reached: vec![Vec::new(); set.layers().len()],
        names: Names::default(),
        above: Vec::new(),
        errors: Vec::new(),
        is_full: false,
        said: BTreeSet::new(),
        comparisons: COMPARISONS,
    };
    walk.entry(entry);
    walk.known_keys(options);
    let Walk { files, names, mut errors, is_full, .. } = walk;
    // Only without errors is there no loop.
    let order = if errors.is_empty() { link::from_below(&files) } else { Vec::new() };
    let program = match errors.is_empty() {
        true => {
            link::program(&files, &names, &order, options.max_bytes).map_err(|error| errors.push(error)).ok()
        }
        false => None,
    };
    if let (true, Some(last)) = (is_full, errors.last()) {
        let message = "there are more errors, which are not listed";
        let more = Diagnostic::new(Code::A217, last.place.clone(), message);
        errors.push(more.with_help("mend those that are listed first"));
    }
    let diagnostics = if errors.is_empty() { link::warnings(&files, &order) } else { errors };
    let program = program.unwrap_or_else(|| link::outline(&files, &names, entry));
    Compiled { program, diagnostics }
}

/// A file that is reached.
pub(super) struct Reached<'a> {
    pub(super) path: &'a Arc<str>,
    pub(super) file: &'a File,
    /// The files its transclusion lines pull in, in order; none where one is wrong.
    pub(super) targets: Vec<Option<usize>>,
    /// The deepest level it was walked at.
    level: usize,
    /// Where the numbers of its names begin.
    first_name: usize,
}

/// The names that reached files declare, numbered.
#[derive(Default)]
pub(super) struct Names<'a> {
    known: BTreeMap<&'a str, Name>,
    /// The number of the name of each declaration, file after file.
    numbers: Vec<u32>,
}

struct Name {
    number: u32,
    /// The file and declaration that gave it its meaning.
    first: Option<(usize, usize)>,
}

impl Names<'_> {
    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.known.len()
    }

    /// The number of the name of a declaration.
    pub(super) fn number(&self, file: &Reached<'_>, declaration: usize) -> Option<usize> {
        self.numbers.get(file.first_name + declaration).map(|&number| number as usize)
    }
}

impl<'a> Reached<'a> {
    pub(super) fn read(&self) -> &'a Read {
        self.file.read()
    }

    pub(super) fn text(&self, span: Span) -> &'a str {
        self.file.source.text().get(span.range()).unwrap_or_default()
    }

    pub(super) fn place(&self, span: Span) -> Place {
        Place::Text { file: self.file.source.clone(), span }
    }
}

struct Walk<'a> {
    set: &'a PromptSet,
    /// In the order first visited.
    files: Vec<Reached<'a>>,
    /// For each layer and number of a file, one more than where it is among the reached ones.
    reached: Vec<Vec<u32>>,
    names: Names<'a>,
    /// The files on the way down to the one being walked, outermost first.
    above: Vec<usize>,
    errors: Vec<Diagnostic>,
    /// Whether there are more errors than are listed; then nothing more is looked at.
    is_full: bool,
    /// The transclusion lines that something has been said of, by file and number.
    said: BTreeSet<(usize, usize)>,
    comparisons: usize,
}

impl<'a> Walk<'a> {
    fn entry(&mut self, entry: &str) {
        let place = Place::File(entry.to_owned());
        if let Some(problem) = path::problem(entry) {
            let message = format!("the entry {} is not a path: {problem}", quoted(entry));
            return self.error(Diagnostic::new(Code::A501, place, message));
        }
        match self.set.get(entry) {
            Some(found) => {
                self.visit_new(found, 0);
            }
            None => {
                let message = format!("there is no file {}, which is to be the entry", quoted(entry));
                let diagnostic = Diagnostic::new(Code::A502, place, message);
                let diagnostic = self.suggest(diagnostic, entry);
                self.error(diagnostic);
            }
        }
    }

    fn error(&mut self, diagnostic: Diagnostic) {
        if self.errors.len() < MOST { self.errors.push(diagnostic) } else { self.is_full = true }
    }

    /// Reads a file and walks it.
    fn visit_new(&mut self, found: Found<'a>, level: usize) -> usize {
        let index = self.files.len();
        self.keep_index(found, index);
        let Found { path, file, .. } = found;
        let read = file.read();
        let first_name = self.names.numbers.len();
        self.files.push(Reached { path, file, targets: vec![None; read.includes.len()], level, first_name });
        for diagnostic in &read.diagnostics {
            self.error(diagnostic.clone());
        }
        for declaration in 0..read.declarations.len() {
            self.compare(index, declaration);
        }
        self.walk(index, level);
        index
    }

    /// Where a file is among the reached ones, if it is.
    fn index(&self, found: Found<'_>) -> Option<usize> {
        let one_more = *self.reached.get(found.layer)?.get(found.number)?;
        (one_more as usize).checked_sub(1)
    }

    /// Keeps where a file is among the reached ones.
    fn keep_index(&mut self, found: Found<'_>, index: usize) {
        let layer = self.set.layers().get(found.layer).zip(self.reached.get_mut(found.layer));
        let Some((files, indexes)) = layer else { return };
        if indexes.is_empty() {
            indexes.resize(files.count(), 0);
        }
        if let Some(slot) = indexes.get_mut(found.number) {
            *slot = u32::try_from(index + 1).unwrap_or_default();
        }
    }

    /// Compares a declaration with the first of its name.
    fn compare(&mut self, index: usize, number: usize) {
        let Some((this, declared)) = declaration(&self.files, index, number) else { return };
        let name = this.text(declared.name);
        let next = u32::try_from(self.names.count()).unwrap_or(u32::MAX);
        let known = self.names.known.entry(name).or_insert(Name { number: next, first: None });
        self.names.numbers.push(known.number);
        // One that is malformed has been spoken of.
        if declared.key.range().is_empty() {
            return;
        }
        let (first, first_number) = *known.first.get_or_insert((index, number));
        if first == index {
            return;
        }
        let Some((other, other_declaration)) = declaration(&self.files, first, first_number) else { return };
        let (meaning, before) = (Meaning::of(this, declared), Meaning::of(other, other_declaration));
        if meaning == before {
            return;
        }
        let message = format!(
            "{} has two meanings in this prompt: {} here, and {} in {}",
            quoted(name),
            meaning.beside(&before),
            before.beside(&meaning),
            quoted(other.path),
        );
        let diagnostic = Diagnostic::new(Code::A512, this.place(declared.name), message)
            .with_related(other.place(other_declaration.name), "its first meaning")
            .with_help("give one of them another name, or bind both to the same key with the same arguments");
        self.error(diagnostic);
    }

    /// Walks the transclusion lines of a file that has been read.
    fn walk(&mut self, index: usize, level: usize) {
        let Some(reached) = self.files.get_mut(index) else { return };
        reached.level = level;
        let read = reached.read();
        self.above.push(index);
        for number in 0..read.includes.len() {
            if self.is_full {
                break;
            }
            if let Some(target) = self.include(index, number, level + 1)
                && let Some(slot) = self.files.get_mut(index).and_then(|file| file.targets.get_mut(number))
            {
                *slot = Some(target);
            }
        }
        self.above.pop();
    }

    /// The file a transclusion line pulls in, walked.
    fn include(&mut self, index: usize, number: usize, level: usize) -> Option<usize> {
        let reached = self.files.get(index)?;
        let include = reached.read().includes.get(number)?;
        let path = reached.text(include.path);
        let place =
            || reached.place(Span::new(include.path.start as usize - 2..include.path.end as usize + 2));
        let Some(found) = self.set.get(path) else {
            let message = format!("there is no file {} in the set", quoted(path));
            let diagnostic = Diagnostic::new(Code::A502, place(), message);
            self.say(index, number, |walk| walk.suggest(diagnostic, path));
            return None;
        };
        let known = self.index(found);
        if let Some(start) = known.and_then(|known| self.above.iter().position(|&above| above == known)) {
            let (place, loop_) = (place(), self.loop_text(start));
            self.say(index, number, |_| {
                Diagnostic::new(Code::A503, place, format!("these files pull each other in: {loop_}"))
                    .with_help("a file cannot be inside itself; leave out one of these lines")
            });
            return None;
        }
        if level > MAX_LEVEL {
            let place = place();
            self.say(index, number, |_| {
                let message = format!("{} would be {level} levels below the entry", quoted(path));
                let help =
                    format!("an entry reaches {MAX_LEVEL} levels below itself; pull this file in further up");
                Diagnostic::new(Code::A504, place, message).with_help(help)
            });
            return None;
        }
        let Some(target) = known else {
            return Some(self.visit_new(found, level));
        };
        // Once something is wrong, another walk could say little that is new.
        if self.errors.is_empty() && self.files.get(target).is_some_and(|file| file.level < level) {
            self.walk(target, level);
        }
        Some(target)
    }

    /// Says something of a transclusion line, unless something has been said.
    fn say(&mut self, index: usize, number: usize, what: impl FnOnce(&mut Self) -> Diagnostic) {
        if !self.said.insert((index, number)) {
            return;
        }
        if self.errors.len() >= MOST {
            self.is_full = true;
            return;
        }
        let diagnostic = what(self);
        self.error(diagnostic);
    }

    /// The files of a loop, from the one whose path is the first in order: whatever the entry, it reads alike.
    fn loop_text(&self, start: usize) -> String {
        let paths = self.above.iter().skip(start).filter_map(|&index| self.files.get(index));
        let mut paths: Vec<&str> = paths.map(|file| &**file.path).collect();
        let first = paths.iter().enumerate().min_by_key(|(_, path)| **path).map_or(0, |(index, _)| index);
        paths.rotate_left(first);
        paths.extend(paths.first().copied());
        paths.into_iter().map(quoted).collect::<Vec<_>>().join(" → ")
    }

    fn suggest(&mut self, diagnostic: Diagnostic, path: &str) -> Diagnostic {
        let paths = self.set.paths();
        let known = paths.into_iter().take(self.comparisons);
        self.comparisons -= known.len();
        match suggest::nearest(path, known) {
            Some(near) => did_you_mean(diagnostic, Some(near), None),
            None => {
                diagnostic.with_help("paths begin at the root of the set, and have no `.md` at their end")
            }
        }
    }

    /// Refuses keys that nobody has, where it is known which there are.
    fn known_keys(&mut self, options: &Options) {
        let Some(known) = &options.known_keys else { return };
        let is_known =
            |key: &str| key.starts_with("tenant.") || KIT_KEYS.contains(&key) || known.contains(key);
        let mut unknown = Vec::new();
        for (file, declaration, _) in link::used(&self.files, &self.names) {
            let key = file.text(declaration.key);
            if key.is_empty() || is_known(key) {
                continue;
            }
            let message = format!("there is no resolver key {}", quoted(key));
            let diagnostic = Diagnostic::new(Code::A513, file.place(declaration.name), message);
            let all = known.iter().map(String::as_str).chain(KIT_KEYS).take(self.comparisons);
            unknown.push(match suggest::nearest(key, all) {
                Some(near) => did_you_mean(diagnostic, Some(near), None),
                None => diagnostic
                    .with_help("use a key that the deployment registers, or add it to the known keys"),
            });
            self.comparisons = self.comparisons.saturating_sub(known.len());
        }
        unknown.into_iter().for_each(|diagnostic| self.error(diagnostic));
    }
}

/// A declaration of a reached file.
fn declaration<'a, 'b>(
    files: &'b [Reached<'a>],
    file: usize,
    number: usize,
) -> Option<(&'b Reached<'a>, &'a Declaration)> {
    let file = files.get(file)?;
    Some((file, file.read().declarations.get(number)?))
}

/// What a declaration means.
#[derive(PartialEq, Eq)]
struct Meaning<'a> {
    key: &'a str,
    details: Option<&'a Details>,
}

impl<'a> Meaning<'a> {
    fn of(file: &Reached<'a>, declaration: &'a Declaration) -> Self {
        Self { key: file.text(declaration.key), details: declaration.details.as_deref() }
    }

    /// As far as it tells it from another.
    fn beside(&self, other: &Self) -> String {
        let mut text = quoted(self.key);
        let none = Details::default();
        let (own, others) = (self.details.unwrap_or(&none), other.details.unwrap_or(&none));
        let Details { arguments, default } = own;
        if *arguments != others.arguments {
            let arguments: Vec<String> =
                arguments.iter().map(|(name, value)| format!("{name}: {value}")).collect();
            text += &match arguments.as_slice() {
                [] => " without arguments".to_owned(),
                arguments => format!(" with {}", quoted(&arguments.join(", "))),
            };
        }
        if *default != others.default {
            text += &match default {
                None => " without a default".to_owned(),
                Some(default) => format!(" with the default {}", quoted(default)),
            };
        }
        text
    }
}
