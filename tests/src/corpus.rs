//! The project's own cases: text files for people, one for each topic of the agent format.
//!
//! In: `tests/corpus/*.md`. Out: cases, each with its source, what it is rendered with, and what has to
//! come out. `tests/corpus/README.md` says how a file is written.

pub mod format;
pub mod outcome;
pub mod visible;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use format::{Block, File, Piece, Section};

/// A case.
#[derive(Clone, Debug)]
pub struct Case {
    /// File and heading.
    pub id: String,
    /// The whole text of the `.agent` file.
    pub source: String,
    /// Files beside it, by name. Without any the source has no folder.
    pub files: BTreeMap<String, String>,
    /// What it is rendered with, once or several times.
    pub runs: Vec<Run>,
}

/// One rendering of a case, and what has to come out.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The input values, as JSON.
    pub inputs: Option<String>,
    /// The complete environment.
    pub env: BTreeMap<String, String>,
    /// What has to come out.
    pub expected: BTreeMap<Part, Expected>,
    /// How many pieces of the section there are up to its last block.
    end: usize,
}

/// A part of what comes of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Everything the compiler has to say, and what is wrong with the input values.
    Diagnostics,
    /// The prompt.
    Prompt,
    /// The system text.
    System,
    /// What the file says besides its templates.
    Facts,
}

/// What has to come out.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The text.
    pub text: String,
    /// Of [`Part::Facts`], the ones that are compared; all of them if none is named.
    pub which: Vec<String>,
    /// The place of the block among the pieces of its section.
    piece: usize,
}

impl Part {
    const ALL: [Self; 4] = [Self::Diagnostics, Self::Prompt, Self::System, Self::Facts];

    /// The word that marks its block.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Diagnostics => "diagnostics",
            Self::Prompt => "prompt",
            Self::System => "system",
            Self::Facts => "facts",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The folder of the corpus.
#[must_use]
pub fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
}

/// The files of the corpus, sorted by name.
///
/// # Errors
/// The folder or a file in it cannot be read.
pub fn files() -> Result<Vec<File>, String> {
    let folder = folder();
    let at = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(at)? {
        let name = entry.map_err(at)?.file_name();
        let name = name.to_string_lossy();
        names.extend(name.strip_suffix(".md").filter(|name| *name != "README").map(str::to_owned));
    }
    names.sort();
    let file = |name: &String| {
        let path = folder.join(format!("{name}.md"));
        let text = std::fs::read_to_string(path).map_err(|error| format!("{name}.md: {error}"))?;
        format::parse(name, &text)
    };
    names.iter().map(file).collect()
}

/// The cases of all files.
///
/// # Errors
/// A file or a case in it cannot be read.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for file in files()? {
        for section in &file.cases {
            cases.push(Case::read(&file.name, section)?);
        }
    }
    Ok(cases)
}

impl Case {
    /// Reads a case.
    ///
    /// # Errors
    /// What cannot be read, and where.
    pub fn read(file: &str, section: &Section) -> Result<Self, String> {
        let at = |error: String| format!("{file}.md:{}: {}: {error}", section.line, section.title);
        let mut case = Self {
            id: format!("{file}/{}", section.title),
            source: String::new(),
            files: BTreeMap::new(),
            runs: vec![Run::default()],
        };
        if section.pieces.iter().filter(|piece| is_source(piece)).count() != 1 {
            return Err(at("a case has one source".to_owned()));
        }
        for (index, piece) in section.pieces.iter().enumerate() {
            if let Piece::Block(block) = piece {
                case.block(index, block).map_err(at)?;
            }
        }
        Ok(case)
    }

    fn block(&mut self, piece: usize, block: &Block) -> Result<(), String> {
        let text = visible::read(&block.shown)?;
        let mut words = block.info.split_whitespace();
        let word = words.next().unwrap_or_default();
        match word {
            "agent" => self.source = text + "\n",
            "bytes" => self.source = text,
            "part" => self.source = completed(&text),
            "file" => {
                let name = words.next().ok_or("a file needs a name")?;
                self.files.insert(name.to_owned(), text + "\n");
            }
            _ => {
                let run = self.run();
                // Another run begins where the one before has what this block says, or its end.
                let again = !run.expected.is_empty()
                    || (word == "inputs" && run.inputs.is_some())
                    || (word == "env" && !run.env.is_empty());
                if again && matches!(word, "inputs" | "env") {
                    self.runs.push(Run::default());
                }
                let run = self.run();
                match word {
                    "inputs" => run.inputs = Some(text),
                    "env" => run.env = env(&text)?,
                    _ => {
                        let part = Part::ALL.into_iter().find(|part| part.word() == word);
                        let part = part.ok_or_else(|| format!("there is no block `{word}`"))?;
                        let which = words.map(str::to_owned).collect();
                        let expected = Expected { text, which, piece };
                        if run.expected.insert(part, expected).is_some() {
                            return Err(format!("there are two blocks `{word}`"));
                        }
                    }
                }
            }
        }
        self.run().end = piece + 1;
        Ok(())
    }

    /// The run that is being read.
    fn run(&mut self) -> &mut Run {
        if self.runs.is_empty() {
            self.runs.push(Run::default());
        }
        let last = self.runs.len() - 1;
        &mut self.runs[last]
    }
}

fn is_source(piece: &Piece) -> bool {
    matches!(piece, Piece::Block(block) if matches!(block.info.as_str(), "agent" | "bytes" | "part"))
}

/// A part of a file with what it lacks below it.
fn completed(part: &str) -> String {
    let mut source = part.to_owned();
    source.push('\n');
    let has = |key: &str| {
        part.lines().any(|line| {
            line.split([':', '['])
                .next()
                .is_some_and(|found| found.trim_matches([' ', '"', '\u{feff}']) == key)
        })
    };
    for (key, line) in [("agent", "agent: a\n"), ("model", "model: m\n"), ("prompt", "prompt: p\n")] {
        if !has(key) {
            source.push_str(line);
        }
    }
    source
}

fn env(text: &str) -> Result<BTreeMap<String, String>, String> {
    text.split('\n')
        .filter(|line| !line.is_empty())
        .map(|line| {
            let (name, value) = line.split_once('=').ok_or_else(|| format!("`{line}` sets no variable"))?;
            Ok((name.to_owned(), value.to_owned()))
        })
        .collect()
}
