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
pub struct Files(BTreeMap<String, File>);

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
    /// Apart, so that a map of files moves little.
    read: OnceLock<Box<Read>>,
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
    pub(super) fn read(&self) -> &Read {
        self.read.get_or_init(|| Box::new(read(&self.source)))
    }
}

impl Files {
    /// No files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file, or replaces the one of this path; messages call it by its path. A path that breaks the rules of
    /// section 1 is kept and cannot be reached.
    ///
    /// # Errors
    /// The bytes are not UTF-8, or more than [`MAX_FILE_SIZE`](crate::MAX_FILE_SIZE).
    pub fn insert(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Result<(), Diagnostic> {
        let path = path.into();
        self.insert_as(path.clone(), &path, bytes)
    }

    /// The same for a file that messages call by another name, such as where it is on disk.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert).
    pub fn insert_as(
        &mut self,
        path: impl Into<String>,
        name: &str,
        bytes: impl Into<Vec<u8>>,
    ) -> Result<(), Diagnostic> {
        let source = decode(name, bytes.into())?;
        self.0.insert(path.into(), File { source: Arc::new(source), read: OnceLock::new() });
        Ok(())
    }

    /// The same for a file that a [`Loader`](crate::Loader) has read.
    pub fn insert_file(&mut self, path: impl Into<String>, name: &str, file: &SourceFile) {
        let mut text = with_line_feeds(file.text().to_owned());
        // The mark at its start is gone; another one is text.
        if text.starts_with('\u{feff}') {
            text.insert(0, '\u{feff}');
        }
        let source = Arc::new(SourceFile::new(name, text));
        self.0.insert(path.into(), File { source, read: OnceLock::new() });
    }

    /// Adds a file that could not be read, which counts only if it is reached: then `problem` is said of it.
    pub fn insert_broken(&mut self, path: impl Into<String>, name: &str, problem: Diagnostic) {
        let source = Arc::new(SourceFile::new(name, ""));
        self.0.insert(path.into(), File { source, read: OnceLock::from(Box::new(Read::broken(problem))) });
    }

    /// The paths and texts, in order of the paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(path, file)| (path.as_str(), file.source.text()))
    }

    /// How many bytes all paths and texts have.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.iter().map(|(path, text)| path.len() + text.len()).sum()
    }

    /// Whether there is a file of this path.
    #[must_use]
    pub fn contains(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// The paths, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The lines of a file that pull others in, in order; none if there is no such file.
    #[must_use]
    pub fn references(&self, path: &str) -> Vec<Reference<'_>> {
        self.0.get(path).map(references).unwrap_or_default()
    }
}

/// Of all paths and texts: equal files hash alike.
impl std::hash::Hash for Files {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_usize(self.0.len());
        self.iter().for_each(|file| file.hash(state));
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
        let mut layers = self.layers.clone();
        layers.push(stored.into());
        Self { layers }
    }

    /// This set without what lies over its first files.
    #[must_use]
    pub fn bottom(&self) -> Self {
        Self { layers: self.layers.iter().take(1).cloned().collect() }
    }

    /// The file of a path, with the path as the set has it.
    pub(super) fn get(&self, path: &str) -> Option<(&str, &File)> {
        self.layers
            .iter()
            .rev()
            .find_map(|layer| layer.0.get_key_value(path))
            .map(|(path, file)| (path.as_str(), file))
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
        self.get(path).map(|(_, file)| references(file)).unwrap_or_default()
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
fn decode(name: &str, bytes: Vec<u8>) -> Result<SourceFile, Diagnostic> {
    check_size(name, &bytes)?;
    Ok(SourceFile::new(name, with_line_feeds(text_of(name, bytes)?)))
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
        let file = decode("a", "\u{feff}\u{feff}x\r".into()).unwrap();
        assert_eq!(file.text(), "\u{feff}x\n");
    }

    #[test]
    fn bytes_that_are_not_utf8_are_refused_with_their_place() {
        let error = decode("a", b"ok\n\xff".to_vec()).unwrap_err();
        assert_eq!((error.code, error.place.to_string().as_str()), (Code::A102, "a:2:1"));
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
        assert_eq!(set.get("a").map(|(_, file)| file.source.text()), Some("two"));
        assert_eq!(set.references("b"), [Reference { path: "a", line: 1 }]);
    }
}
