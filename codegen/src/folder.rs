//! Folders of prompt files (section 8 of the prompt file specification).
//!
//! In: a folder below the loader's root. Out: its files as a set, by path: `kit/rules.md` is `kit/rules`. Hidden files
//! are left out, and links are not followed out of the folder.

use std::collections::VecDeque;
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::load::Loader;
use crate::prompt_files::{Files, is_path};

/// What the name of a prompt file ends in.
const EXTENSION: &str = ".md";

impl Loader {
    /// All prompt files of a folder.
    ///
    /// # Errors
    /// The folder, or one in it, does not exist or cannot be read; files that cannot be read or are not UTF-8.
    pub fn prompt_files(&mut self, folder: &str) -> Result<Files, Vec<Diagnostic>> {
        let mut files = Files::new();
        let mut problems = Vec::new();
        for path in self.prompt_paths(folder).map_err(|problem| vec![problem])? {
            let name = file_name(folder, &path);
            match self.read(&name) {
                Ok(file) => files.insert_file(path, &name, &file),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() { Ok(files) } else { Err(problems) }
    }

    /// The prompt files of a folder that some entries reach, and no others. One that cannot be read is in the set with
    /// the reason why.
    ///
    /// # Errors
    /// There is no such folder.
    pub fn reached_prompt_files(&mut self, folder: &str, entries: &[&str]) -> Result<Files, Diagnostic> {
        let root = self.root().join(folder);
        if !root.is_dir() {
            let message = "there is no such folder";
            return Err(Diagnostic::new(Code::A101, Place::File(folder.to_owned()), message));
        }
        let mut files = Files::new();
        let mut queue: VecDeque<String> = entries.iter().map(|&entry| entry.to_owned()).collect();
        while let Some(path) = queue.pop_front() {
            let name = file_name(folder, &path);
            if !is_path(&path) || files.contains(&path) {
                continue;
            }
            // A build wants to know of the file that is not there, too.
            let read = self.read(&name);
            if !is_inside(&root, &self.root().join(&name)) {
                continue;
            }
            match read {
                Ok(file) => files.insert_file(path.clone(), &name, &file),
                Err(problem) => files.insert_broken(path.clone(), &name, problem),
            }
            queue.extend(files.references(&path).iter().map(|reference| reference.path.to_owned()));
        }
        Ok(files)
    }

    /// The paths of all prompt files of a folder, sorted.
    ///
    /// # Errors
    /// The folder, or one in it, does not exist or cannot be read, or a name in it is not UTF-8.
    pub fn prompt_paths(&self, folder: &str) -> Result<Vec<String>, Diagnostic> {
        let mut paths = Vec::new();
        let search = Search { root: &self.root().join(folder), folder };
        search.below("", 0, &mut paths)?;
        paths.sort();
        Ok(paths)
    }
}

/// Where a prompt file is, below the loader's root.
pub(crate) fn file_name(folder: &str, path: &str) -> String {
    match folder.trim_end_matches('/') {
        "" => format!("{path}{EXTENSION}"),
        folder => format!("{folder}/{path}{EXTENSION}"),
    }
}

/// Whether a file is there, and in a folder when all links are followed.
fn is_inside(root: &Path, file: &Path) -> bool {
    matches!((root.canonicalize(), file.canonicalize()), (Ok(root), Ok(file)) if file.starts_with(&root))
}

struct Search<'a> {
    root: &'a Path,
    /// What messages call it.
    folder: &'a str,
}

impl Search<'_> {
    fn below(&self, below: &str, depth: usize, paths: &mut Vec<String>) -> Result<(), Diagnostic> {
        // A link to a folder around it would lead round for ever.
        const DEEPEST: usize = 64;
        let place = || Place::File(format!("{}/{below}", self.folder).trim_matches('/').to_owned());
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => Diagnostic::new(Code::A101, place(), "there is no such folder"),
            std::io::ErrorKind::NotADirectory => {
                Diagnostic::new(Code::A103, place(), "this is a file, not a folder")
            }
            _ => Diagnostic::new(Code::A101, place(), format!("the folder cannot be read: {error}")),
        };
        if depth > DEEPEST {
            let message = format!("folders nest deeper than {DEEPEST} here");
            return Err(Diagnostic::new(Code::A103, place(), message));
        }
        for entry in std::fs::read_dir(self.root.join(below)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                let message = format!("the name `{}` in this folder is not UTF-8", name.to_string_lossy());
                return Err(Diagnostic::new(Code::A102, place(), message));
            };
            let is_link = entry.file_type().map_err(failed)?.is_symlink();
            if name.starts_with('.') || is_link && !is_inside(self.root, &entry.path()) {
                continue;
            }
            let path = if below.is_empty() { name.to_owned() } else { format!("{below}/{name}") };
            if entry.path().is_dir() {
                self.below(&path, depth + 1, paths)?;
            } else if let Some(path) = path.strip_suffix(EXTENSION) {
                paths.push(path.to_owned());
            }
        }
        Ok(())
    }
}
