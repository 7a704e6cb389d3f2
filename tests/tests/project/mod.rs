//! Small crates of users, built with cargo as users build them.
//!
//! In: a folder of `tests/projects`, or files that a test writes. Out: what cargo and the program print.
//!
//! A crate is copied below the target folder first, so that nothing is left in the repository, and all of
//! them share one target folder, so that agentc is built once for all.

// Each test program uses a part of this.
#![allow(dead_code)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use serde_json::Value as Json;

/// A crate, or a workspace of them, in a folder of its own.
pub struct Project {
    folder: PathBuf,
}

/// What cargo did.
pub struct Ran {
    /// Its exit code.
    pub code: Option<i32>,
    /// What it, or the program it ran, printed.
    pub stdout: String,
    /// What it said itself.
    pub stderr: String,
}

impl Project {
    /// A folder without files. No two tests may use the same name.
    pub fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // What an earlier run left; there is nothing in the first.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let project = Self { folder };
        let lock = fs::read(workspace().join("Cargo.lock")).unwrap();
        project.write("Cargo.lock", lock);
        project
    }

    /// A copy of a folder of `tests/projects`. Its packages, which are called as the folder or begin with
    /// that, are called as the copy, or two copies would take each other's place in the target folder.
    pub fn copy_of(original: &str, name: &str) -> Self {
        let project = Self::new(name);
        let folder = workspace().join("tests/projects").join(original);
        for path in files_below(&folder) {
            let mut content = fs::read(folder.join(&path)).unwrap();
            if path.ends_with("Cargo.toml") {
                let manifest = String::from_utf8(content).unwrap();
                let named = |name| format!("name = \"{name}");
                content = manifest.replace(&named(original), &named(name)).into();
            }
            project.write(&path, content);
        }
        project
    }

    /// Writes a file. Paths in a manifest that lead out of `tests/projects` lead to the workspace from here too.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let file = self.folder.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        if path.ends_with("Cargo.toml") {
            let mut manifest = String::from_utf8(content.as_ref().to_vec()).unwrap();
            let root = format!("\"{}/", slashed(workspace()));
            for out in ["\"../../../../", "\"../../../"] {
                manifest = manifest.replace(out, &root);
            }
            fs::write(file, manifest).unwrap();
        } else {
            fs::write(file, content).unwrap();
        }
    }

    /// Writes a file that cargo takes for newer than anything it built, whatever the clock of the file
    /// system; [`settle`](Self::settle) makes it an old one.
    pub fn edit(&self, path: &str, content: &str) {
        self.write(path, content);
        self.touch(path);
    }

    /// Makes a file or folder newer than anything that cargo built.
    pub fn touch(&self, path: &str) {
        let soon = SystemTime::now() + Duration::from_secs(3_600);
        set_modified(&self.folder.join(path), soon);
    }

    /// Makes everything older than what cargo built.
    pub fn settle(&self) {
        let past = SystemTime::now() - Duration::from_secs(3_600);
        for path in files_below(&self.folder) {
            let path = self.folder.join(path);
            for path in path.ancestors() {
                if path.starts_with(&self.folder) {
                    set_modified(path, past);
                }
            }
        }
    }

    /// Where a file of it stands.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    /// Removes a file.
    pub fn remove(&self, path: &str) {
        fs::remove_file(self.folder.join(path)).unwrap();
    }

    /// Runs cargo, without the network.
    pub fn cargo(&self, arguments: &[&str]) -> Ran {
        let output = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target())
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_TERM_COLOR", "never")
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env_remove("CARGO_BUILD_RUSTFLAGS")
            .env_remove("CARGO_BUILD_TARGET")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("RUSTFLAGS")
            .env_remove("RUSTDOCFLAGS")
            .output()
            .unwrap();
        Ran {
            code: output.status.code(),
            stdout: self.anonymous(&output.stdout),
            stderr: self.anonymous(&output.stderr),
        }
    }

    /// What `cargo run` prints.
    pub fn run(&self) -> String {
        self.cargo(&["run", "--quiet"]).succeeded().stdout
    }

    /// A text without the folders of this machine.
    fn anonymous(&self, text: &[u8]) -> String {
        String::from_utf8_lossy(text)
            .replace(&slashed(&self.folder), "$DIR")
            .replace(&slashed(workspace()), "$WORKSPACE")
    }
}

impl Ran {
    /// Fails the test with all that was printed unless cargo was successful.
    pub fn succeeded(self) -> Self {
        self.ended_with(0)
    }

    /// Fails the test unless cargo failed as it does for code that does not build.
    pub fn failed(self) -> Self {
        self.ended_with(101)
    }

    fn ended_with(self, code: i32) -> Self {
        let Self { stdout, stderr, .. } = &self;
        assert!(self.code == Some(code), "{:?}\n{stdout}\n{stderr}", self.code);
        self
    }

    /// The messages of `--message-format=json`.
    pub fn messages(&self) -> Vec<Json> {
        let lines = self.stdout.lines();
        lines.filter_map(|line| serde_json::from_str(line).ok()).collect()
    }
}

/// The folder of the workspace.
pub fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The target folder of all projects.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("projects")
}

/// The files below a folder, as paths from there with `/`, sorted; without what cargo leaves there.
fn files_below(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if !entry.path().is_dir() {
            files.extend((name != "Cargo.lock").then_some(name));
        } else if name != "target" {
            let below = files_below(&entry.path());
            files.extend(below.into_iter().map(|path| format!("{name}/{path}")));
        }
    }
    files.sort();
    files
}

fn set_modified(path: &Path, time: SystemTime) {
    File::open(path).unwrap().set_modified(time).unwrap();
}

fn slashed(path: &Path) -> String {
    path.to_str().unwrap().replace('\\', "/")
}
