//! Sets of files (section 1 of the prompt file specification).
//!
//! In: paths and bytes. Out: a map from path to file, with stored files laid over deployed ones. A file is read once,
//! when it is first reached, however many sets it is in.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::read::{Read, read};
use crate::diagnostic::Diagnostic;
use crate::load::{check_size, text_of};
use crate::source::SourceFile;

/// Files that are being put together to be a set, or to be laid over one.
#[derive(Debug, Default)]
pub struct Files {
    list: Vec<File>,
    /// Where the file of each path is in the list.
    map: BTreeMap<Arc<str>, usize>,
}

/// A set of files, by path. Cloning and overlaying copy no file.
#[derive(Clone, Debug, Default)]
pub struct PromptSet {
    /// The last one lies on top.
    layers: Vec<Arc<Files>>,
}

/// One file of a set.
#[derive(Debug)]
pub(super) struct File {
    pub(super) source: Arc<SourceFile>,
    read: OnceLock<Read>,
}

/// A file, and where it is in a set.
#[derive(Clone, Copy)]
pub(super) struct Found<'a> {
    pub(super) path: &'a Arc<str>,
    pub(super) file: &'a File,
    /// Which of the [layers](PromptSet::layers) it is in.
    pub(super) layer: usize,
    /// Where it is among the files of this layer.
    pub(super) number: usize,
}

/// A line that pulls in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reference<'a> {
    /// What stands between the brackets, a path or not.
    pub path: &'a str,
    /// The line, from 1.
    pub line: usize,
}

impl File {
    fn new(source: SourceFile) -> Self {
        Self { source: Arc::new(source), read: OnceLock::new() }
    }

    pub(super) fn read(&self) -> &Read {
        self.read.get_or_init(|| read(&self.source))
    }
}

impl Files {
    /// No files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// All of these files at once, which is faster than one after the other; of several with one path the last. Messages
    /// call them by their paths.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert).
    pub fn read<P, B>(files: impl IntoIterator<Item = (P, B)>) -> Result<Self, Diagnostic>
    where
        P: Into<Arc<str>>,
        B: Into<Vec<u8>>,
    {
        let files = files.into_iter();
        let mut list = Vec::with_capacity(files.size_hint().0);
        let mut paths = Vec::with_capacity(files.size_hint().0);
        for (path, bytes) in files {
            let path = path.into();
            paths.push((Arc::clone(&path), list.len()));
            list.push(File::new(decode(path, bytes.into())?));
        }
        Ok(Self { list, map: paths.into_iter().collect() })
    }

    /// Adds a file, or replaces the one of this path; messages call it by its path. A path that breaks the rules of
    /// section 1 is kept and cannot be reached.
    ///
    /// # Errors
    /// The bytes are not UTF-8, or more than [`MAX_FILE_SIZE`](crate::MAX_FILE_SIZE).
    pub fn insert(&mut self, path: impl Into<Arc<str>>, bytes: impl Into<Vec<u8>>) -> Result<(), Diagnostic> {
        let path = path.into();
        self.insert_as(Arc::clone(&path), path, bytes)
    }

    /// The same for a file that messages call by another name, such as where it is on disk.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert).
    pub fn insert_as(
        &mut self,
        path: impl Into<Arc<str>>,
        name: impl Into<Arc<str>>,
        bytes: impl Into<Vec<u8>>,
    ) -> Result<(), Diagnostic> {
        let source = decode(name.into(), bytes.into())?;
        self.add(path.into(), File::new(source));
        Ok(())
    }

    /// The same for a file that a [`Loader`](crate::Loader) has read.
    pub fn insert_file(&mut self, path: impl Into<Arc<str>>, name: &str, file: &SourceFile) {
        let mut text = with_line_feeds(file.text().to_owned());
        // The mark at its start is gone; another one is text.
        if text.starts_with('\u{feff}') {
            text.insert(0, '\u{feff}');
        }
        self.add(path.into(), File::new(SourceFile::new(name, text)));
    }

    /// Adds a file that could not be read, which counts only if it is reached: then `problem` is said of it.
    pub fn insert_broken(&mut self, path: impl Into<Arc<str>>, name: &str, problem: Diagnostic) {
        let read = OnceLock::from(Read::broken(problem));
        self.add(path.into(), File { read, ..File::new(SourceFile::new(name, "")) });
    }

    fn add(&mut self, path: Arc<str>, file: File) {
        let number = *self.map.entry(path).or_insert(self.list.len());
        match self.list.get_mut(number) {
            Some(before) => *before = file,
            None => self.list.push(file),
        }
    }

    fn get(&self, path: &str) -> Option<&File> {
        self.list.get(*self.map.get(path)?)
    }

    /// How many files there are or have been.
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// Whether these are the files that such paths and bytes are [read](Self::read) as; the paths are sorted, and each is
    /// there once. Nothing is copied.
    #[must_use]
    pub fn are_read_from<'a>(&self, files: impl ExactSizeIterator<Item = (&'a str, &'a [u8])>) -> bool {
        files.len() == self.map.len()
            && self
                .iter()
                .zip(files)
                .all(|((path, text), (other, bytes))| path == other && is_decoded(text, bytes))
    }

    /// The paths and texts, in order of the paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.map.iter().filter_map(|(path, &number)| Some((&**path, self.list.get(number)?.source.text())))
    }

    /// How many bytes all paths and texts have.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.iter().map(|(path, text)| path.len() + text.len()).sum()
    }

    /// Whether there is a file of this path.
    #[must_use]
    pub fn contains(&self, path: &str) -> bool {
        self.map.contains_key(path)
    }

    /// The paths, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.map.keys().map(|path| &**path)
    }

    /// The lines of a file that pull others in, in order; none if there is no such file.
    #[must_use]
    pub fn references(&self, path: &str) -> Vec<Reference<'_>> {
        self.get(path).map(references).unwrap_or_default()
    }
}

impl PromptSet {
    /// A set of these files.
    #[must_use]
    pub fn new(files: Files) -> Self {
        Self { layers: vec![Arc::new(files)] }
    }

    /// This set with other files laid over it: one of the same path replaces the whole file, any other is added.
    #[must_use]
    pub fn overlay(&self, stored: impl Into<Arc<Files>>) -> Self {
        Self { layers: self.layers.iter().cloned().chain([stored.into()]).collect() }
    }

    /// This set without what lies over its first files.
    #[must_use]
    pub fn bottom(&self) -> Self {
        Self { layers: self.layers.iter().take(1).cloned().collect() }
    }

    /// The file of a path, with the path as the set has it.
    pub(super) fn get(&self, path: &str) -> Option<Found<'_>> {
        self.layers.iter().enumerate().rev().find_map(|(layer, files)| {
            let (path, &number) = files.map.get_key_value(path)?;
            Some(Found { path, file: files.list.get(number)?, layer, number })
        })
    }

    /// The files that lie over each other, the last one on top.
    pub(super) fn layers(&self) -> &[Arc<Files>] {
        &self.layers
    }

    /// The paths of all files, in order, each once.
    #[must_use]
    pub fn paths(&self) -> Vec<&str> {
        let mut paths: Vec<&str> = self.layers.iter().flat_map(|layer| layer.paths()).collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    /// The lines of a file that pull others in, in order; none if there is no such file.
    #[must_use]
    pub fn references(&self, path: &str) -> Vec<Reference<'_>> {
        self.get(path).map(|found| references(found.file)).unwrap_or_default()
    }
}

fn references(file: &File) -> Vec<Reference<'_>> {
    let includes = file.read().includes.iter();
    includes
        .map(|include| Reference {
            path: file.source.text().get(include.path.range()).unwrap_or_default(),
            line: file.source.position(include.path.start as usize).line,
        })
        .collect()
}

/// The text of a file: UTF-8, without a byte order mark, every line ended by LF alone (section 2).
fn decode(name: Arc<str>, bytes: Vec<u8>) -> Result<SourceFile, Diagnostic> {
    check_size(&name, &bytes)?;
    let text = with_line_feeds(text_of(&name, bytes)?);
    Ok(SourceFile::new(name, text))
}

/// Whether this is the text that these bytes are [decoded](decode) as, without decoding them.
fn is_decoded(text: &str, bytes: &[u8]) -> bool {
    let mut bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut text = text.as_bytes();
    // As most are, and quickly seen.
    if text == bytes {
        return true;
    }
    while let Some(end) = memchr::memchr(b'\r', bytes) {
        let (Some((line, rest)), Some((before, after))) =
            (text.split_at_checked(end), bytes.split_at_checked(end))
        else {
            return false;
        };
        let Some(next) = rest.strip_prefix(b"\n").filter(|_| line == before) else { return false };
        text = next;
        bytes = after.strip_prefix(b"\r\n").or(after.strip_prefix(b"\r")).unwrap_or(after);
    }
    text == bytes
}

fn with_line_feeds(text: String) -> String {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('\r') {
        out.push_str(before);
        out.push('\n');
        rest = after.strip_prefix('\n').unwrap_or(after);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn line_ends_become_line_feeds() {
        assert_eq!(with_line_feeds("a\r\nb\rc\n\r\r\n\u{2028}d\r".into()), "a\nb\nc\n\n\n\u{2028}d\n");
    }

    #[test]
    fn only_the_first_byte_order_mark_goes() {
        let file = decode("a".into(), "\u{feff}\u{feff}x\r".into()).unwrap();
        assert_eq!(file.text(), "\u{feff}x\n");
    }

    #[test]
    fn bytes_that_are_not_utf8_are_refused_with_their_place() {
        let error = decode("a".into(), b"ok\n\xff".to_vec()).unwrap_err();
        assert_eq!((error.code, error.place.to_string().as_str()), (Code::A102, "a:2:1"));
    }

    #[test]
    fn a_text_is_known_by_the_bytes_it_was_decoded_from() {
        for bytes in ["", "a\nb", "\u{feff}a\r\nb\rc\r", "\u{feff}\u{feff}\r\r\n\n", "a\r\nb\rc\r"] {
            let text = decode("a".into(), bytes.into()).unwrap();
            assert!(is_decoded(text.text(), bytes.as_bytes()), "{bytes:?}");
            for other in ["a", "\r", "a\rb\r", "a\nb\nc\r", "a\r\nb\rc\n\n", "\u{feff}\n\n\n"] {
                let same = decode("a".into(), other.into()).unwrap().text() == text.text();
                assert_eq!(is_decoded(text.text(), other.as_bytes()), same, "{bytes:?} {other:?}");
            }
        }
        assert!(!is_decoded("\u{fffd}", b"\xff"));
    }

    #[test]
    fn the_top_layer_hides_the_file_below() {
        let mut deployed = Files::new();
        deployed.insert("a", "one").unwrap();
        deployed.insert("b", "[[a]]").unwrap();
        let mut stored = Files::new();
        stored.insert("a", "two").unwrap();
        let set = PromptSet::new(deployed).overlay(stored);
        assert_eq!(set.paths(), ["a", "b"]);
        assert_eq!(set.get("a").map(|found| found.file.source.text()), Some("two"));
        assert_eq!(set.references("b"), [Reference { path: "a", line: 1 }]);
    }
}
