//! Folders of prompt files (section 8 of the prompt file specification).
//!
//! In: a folder below the loader's root. Out: its files as a set, by path: `kit/rules.md` is `kit/rules`. Hidden files
//! are left out, and links are not followed out of the folder.

use std::collections::VecDeque;

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::load::{Loader, Search, is_inside};
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
        let (root, folder) = (self.root().join(folder), folder.trim_end_matches('/'));
        let search = Search { root: &root, folder, extension: EXTENSION, leaves: false };
        let mut paths = search.run()?;
        paths.iter_mut().for_each(|path| path.truncate(path.len() - EXTENSION.len()));
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
