//! The only reader of files.
//!
//! In: paths below a root folder, with `/`. Out: source files, or a diagnostic that names the path;
//! and a record of every path asked for, which is what a build depends on.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::source::SourceFile;
use crate::suggest;

/// The largest file that is read, in bytes.
pub const MAX_FILE_SIZE: u64 = 256 * 1024 * 1024;

/// Reads files and remembers which.
#[derive(Debug)]
pub struct Loader {
    root: PathBuf,
    /// The paths asked for, and whether there was a file.
    asked: BTreeMap<String, bool>,
}

impl Loader {
    /// A reader of files below a folder; their paths are relative to it.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), asked: BTreeMap::new() }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It does not exist, is a folder, cannot be read, is too large, or is not UTF-8.
    pub fn read(&mut self, path: &str) -> Result<Arc<SourceFile>, Diagnostic> {
        let bytes = read_bytes(&self.root.join(path), path).map_err(|error| self.with_nearest(error, path));
        self.asked.insert(path.to_owned(), bytes.is_ok());
        Self::decode(path, bytes?)
    }

    /// A source file of bytes that came from elsewhere.
    ///
    /// # Errors
    /// They are not UTF-8.
    pub fn decode(path: &str, bytes: Vec<u8>) -> Result<Arc<SourceFile>, Diagnostic> {
        Ok(Arc::new(SourceFile::new(path, text_of(path, bytes)?.0)))
    }

    /// Whether there is a file at a path.
    #[must_use]
    pub fn is_file(&self, path: &str) -> bool {
        self.root.join(path).is_file()
    }

    /// The paths of all files that were asked for, whether they exist or not.
    pub fn asked(&self) -> impl Iterator<Item = &str> {
        self.asked.keys().map(String::as_str)
    }

    /// The paths of all files that were read.
    pub fn found(&self) -> impl Iterator<Item = &str> {
        self.asked.iter().filter(|(_, found)| **found).map(|(path, _)| path.as_str())
    }

    /// The paths of all `.agent` files below a folder, sorted.
    ///
    /// # Errors
    /// The folder, or one in it, does not exist or cannot be read, or a name in it is not UTF-8.
    pub fn agents_below(&self, folder: &str) -> Result<Vec<String>, Diagnostic> {
        let search = Search { root: &self.root.join(folder), folder, extension: ".agent", leaves: true };
        let mut agents: Vec<String> = search.run()?.iter().map(|path| join(folder, path)).collect();
        agents.sort();
        Ok(agents)
    }

    /// Adds the file in the same folder whose name is most like that of one that is not there.
    fn with_nearest(&self, error: Diagnostic, path: &str) -> Diagnostic {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let Ok(entries) = std::fs::read_dir(self.root.join(folder)) else { return error };
        let names: Vec<String> =
            entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        let known = names.iter().map(String::as_str).filter(|known| *known != name);
        match suggest::nearest(name, known) {
            Some(near) if folder.is_empty() => error.with_help(format!("did you mean `{near}`?")),
            Some(near) => error.with_help(format!("did you mean `{folder}/{near}`?")),
            None => error,
        }
    }

    /// The folder that paths are relative to.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }
}

/// Looks for files of one kind in a folder and below. Hidden ones are left out.
pub(crate) struct Search<'a> {
    /// The folder.
    pub(crate) root: &'a Path,
    /// What messages call it.
    pub(crate) folder: &'a str,
    /// What the names end in.
    pub(crate) extension: &'a str,
    /// Whether links are followed out of the folder.
    pub(crate) leaves: bool,
}

impl Search<'_> {
    /// The paths of the files, relative to the folder, in no order.
    ///
    /// # Errors
    /// The folder, or one in it, does not exist or cannot be read, or a name in it is not UTF-8.
    pub(crate) fn run(&self) -> Result<Vec<String>, Diagnostic> {
        let mut paths = Vec::new();
        self.below("", 0, &mut paths)?;
        Ok(paths)
    }

    fn below(&self, below: &str, depth: usize, paths: &mut Vec<String>) -> Result<(), Diagnostic> {
        // A link to a folder around it would lead round for ever.
        const DEEPEST: usize = 64;
        let wrong = |code: Code, message: String| problem(code, &join(self.folder, below), message);
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => wrong(Code::A101, "there is no such folder".into()),
            std::io::ErrorKind::NotADirectory => wrong(Code::A103, "this is a file, not a folder".into()),
            _ => wrong(Code::A101, format!("the folder cannot be read: {error}")),
        };
        if depth > DEEPEST {
            return Err(wrong(Code::A103, format!("folders nest deeper than {DEEPEST} here")));
        }
        for entry in std::fs::read_dir(self.root.join(below)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                let message = format!("the name `{}` in this folder is not UTF-8", name.to_string_lossy());
                return Err(wrong(Code::A102, message));
            };
            // Editors and systems leave hidden files that are not for anyone to read.
            if name.starts_with('.') {
                continue;
            }
            let is_link = !self.leaves && entry.file_type().map_err(failed)?.is_symlink();
            if is_link && !is_inside(self.root, &entry.path()) {
                continue;
            }
            let path = join(below, name);
            if entry.path().is_dir() {
                self.below(&path, depth + 1, paths)?;
            } else if name.ends_with(self.extension)
                && entry.path().metadata().map_or(true, |file| file.is_file())
            {
                // Reading a pipe would wait for ever; a link that leads nowhere is told.
                paths.push(path);
            }
        }
        Ok(())
    }
}

/// A path below a folder, either of which may be the empty one.
fn join(folder: &str, path: &str) -> String {
    match (folder, path) {
        ("", only) | (only, "") => only.to_owned(),
        _ => format!("{folder}/{path}"),
    }
}

/// Whether a file is there, and in a folder when all links are followed.
pub(crate) fn is_inside(root: &Path, file: &Path) -> bool {
    matches!((root.canonicalize(), file.canonicalize()), (Ok(root), Ok(file)) if file.starts_with(&root))
}

fn read_bytes(file: &Path, path: &str) -> Result<Vec<u8>, Diagnostic> {
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => problem(Code::A101, path, "there is no such file"),
        std::io::ErrorKind::IsADirectory => problem(Code::A103, path, "this is a folder, not a file"),
        _ => problem(Code::A101, path, format!("the file cannot be read: {error}")),
    };
    let metadata = std::fs::metadata(file).map_err(failed)?;
    if metadata.is_dir() {
        return Err(problem(Code::A103, path, "this is a folder, not a file"));
    }
    let mut bytes = Vec::new();
    // What is no regular file may go on for ever, whatever length it claims.
    std::fs::File::open(file)
        .and_then(|file| file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes))
        .map_err(failed)?;
    check_size(path, &bytes)?;
    Ok(bytes)
}

/// Refuses what is larger than [`MAX_FILE_SIZE`].
pub(crate) fn check_size(path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
    if bytes.len() as u64 > MAX_FILE_SIZE {
        let message = format!("the file is larger than {} MiB", MAX_FILE_SIZE / (1024 * 1024));
        return Err(problem(Code::A104, path, message));
    }
    Ok(())
}

/// The text of a file, which has to be UTF-8, and how many bytes at its start are known to be no carriage returns.
pub(crate) fn text_of(path: &str, bytes: Vec<u8>) -> Result<(String, usize), Diagnostic> {
    agentc_text::buf::text(bytes).map_err(|error| not_utf8(path, &error))
}

/// The place of the first byte that is not UTF-8 is in the text before it.
fn not_utf8(path: &str, error: &std::string::FromUtf8Error) -> Diagnostic {
    let valid = error.utf8_error().valid_up_to();
    let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
    let file = Arc::new(SourceFile::new(path, before));
    let end = file.text().len();
    let place = Place::Text { file, span: crate::source::Span::new(end..end) };
    let byte = error.as_bytes().get(valid).copied().unwrap_or_default();
    Diagnostic::new(
        Code::A102,
        place,
        format!("the file is not UTF-8: the byte 0x{byte:02X} does not belong here"),
    )
    .with_help("save the file as UTF-8")
}

fn problem(code: Code, path: &str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code, Place::File(path.to_owned()), message)
}
