//! From the entry down (section 5 of the prompt file specification).
//!
//! In: a set and the path of an entry. Out: the program, and everything that is wrong with the files it reaches. A
//! file is walked again only where it is reached at a deeper level than before, so that the time is linear in the
//! files however many ways lead to each of them.

use std::collections::{BTreeMap, BTreeSet};

use super::message::quoted;
use super::program::Program;
use super::read::{Declaration, Details, Read};
use super::set::{File, PromptSet};
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
        by_address: BTreeMap::new(),
        names: BTreeMap::new(),
        above: Vec::new(),
        errors: Vec::new(),
        is_full: false,
        said: BTreeSet::new(),
        comparisons: COMPARISONS,
    };
    walk.entry(entry);
    walk.known_keys(options);
    let Walk { files, mut errors, is_full, .. } = walk;
    let program = match errors.is_empty() {
        true => link::program(&files, options.max_bytes).map_err(|error| errors.push(error)).ok(),
        false => None,
    };
    if let (true, Some(last)) = (is_full, errors.last()) {
        let message = "there are more errors, which are not listed";
        let more = Diagnostic::new(Code::A217, last.place.clone(), message);
        errors.push(more.with_help("mend those that are listed first"));
    }
    let diagnostics = if errors.is_empty() { link::warnings(&files) } else { errors };
    let program = program.unwrap_or_else(|| link::outline(&files, entry));
    Compiled { program, diagnostics }
}

/// A file that is reached.
pub(super) struct Reached<'a> {
    pub(super) path: &'a str,
    pub(super) file: &'a File,
    /// The files its transclusion lines pull in, in order; none where one is wrong.
    pub(super) targets: Vec<Option<usize>>,
    /// The deepest level it was walked at.
    level: usize,
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
    /// The numbers of the files by their address, which is found faster than a path.
    by_address: BTreeMap<usize, usize>,
    /// The file and declaration that gave each name its meaning.
    names: BTreeMap<&'a str, (usize, usize)>,
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
            Some((path, file)) => {
                self.by_address.insert(address(file), 0);
                self.visit_new(path, file, 0);
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
    fn visit_new(&mut self, path: &'a str, file: &'a File, level: usize) -> usize {
        let index = self.files.len();
        let read = file.read();
        self.files.push(Reached { path, file, targets: vec![None; read.includes.len()], level });
        for diagnostic in &read.diagnostics {
            self.error(diagnostic.clone());
        }
        for declaration in 0..read.declarations.len() {
            self.compare(index, declaration);
        }
        self.walk(index, level);
        index
    }

    /// Compares a declaration with the first of its name.
    fn compare(&mut self, index: usize, number: usize) {
        let Some((this, declaration)) = self.declaration(index, number) else { return };
        let name = this.text(declaration.name);
        // One that is malformed has been spoken of.
        if this.text(declaration.key).is_empty() {
            return;
        }
        let (first, first_number) = *self.names.entry(name).or_insert((index, number));
        let Some((this, _)) = self.declaration(index, number) else { return };
        let Some((other, other_declaration)) = self.declaration(first, first_number) else { return };
        if first == index {
            return;
        }
        let (meaning, before) = (Meaning::of(this, declaration), Meaning::of(other, other_declaration));
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
        let diagnostic = Diagnostic::new(Code::A512, this.place(declaration.name), message)
            .with_related(other.place(other_declaration.name), "its first meaning")
            .with_help("give one of them another name, or bind both to the same key with the same arguments");
        self.error(diagnostic);
    }

    fn declaration(&self, file: usize, number: usize) -> Option<(&Reached<'a>, &'a Declaration)> {
        let file = self.files.get(file)?;
        Some((file, file.read().declarations.get(number)?))
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
        let Some((path, file)) = self.set.get(path) else {
            let message = format!("there is no file {} in the set", quoted(path));
            let diagnostic = Diagnostic::new(Code::A502, place(), message);
            self.say(index, number, |walk| walk.suggest(diagnostic, path));
            return None;
        };
        let known = self.by_address.get(&address(file)).copied();
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
            self.by_address.insert(address(file), self.files.len());
            return Some(self.visit_new(path, file, level));
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

    fn loop_text(&self, start: usize) -> String {
        let paths = self.above.iter().skip(start).filter_map(|&index| self.files.get(index));
        let mut paths: Vec<String> = paths.map(|file| quoted(file.path)).collect();
        paths.extend(paths.first().cloned());
        paths.join(" → ")
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
        for (file, declaration) in link::used(&self.files) {
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

/// What tells a file of the set from the others.
fn address(file: &File) -> usize {
    std::ptr::from_ref(file).addr()
}

/// What a declaration means.
#[derive(PartialEq, Eq)]
struct Meaning<'a> {
    key: &'a str,
    details: &'a Details,
}

impl<'a> Meaning<'a> {
    fn of(file: &Reached<'a>, declaration: &'a Declaration) -> Self {
        Self { key: file.text(declaration.key), details: &declaration.details }
    }

    /// As far as it tells it from another.
    fn beside(&self, other: &Self) -> String {
        let mut text = quoted(self.key);
        let Details { arguments, default } = self.details;
        if *arguments != other.details.arguments {
            let arguments: Vec<String> =
                arguments.iter().map(|(name, value)| format!("{name}: {value}")).collect();
            text += &match arguments.as_slice() {
                [] => " without arguments".to_owned(),
                arguments => format!(" with {}", quoted(&arguments.join(", "))),
            };
        }
        if *default != other.details.default {
            text += &match default {
                None => " without a default".to_owned(),
                Some(default) => format!(" with the default {}", quoted(default)),
            };
        }
        text
    }
}
