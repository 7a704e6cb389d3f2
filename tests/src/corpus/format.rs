//! Corpus files as text: in and, unchanged but for what a test rewrites, out again.
//!
//! In: the text of a file. Out: its cases, each a heading with prose and fenced blocks.

/// A corpus file: prose, then cases.
#[derive(Debug)]
pub struct File {
    /// Its name without extension.
    pub name: String,
    preamble: Vec<Piece>,
    /// The cases, in order.
    pub cases: Vec<Section>,
}

/// A case as it is written.
#[derive(Debug)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Its line in the file, from 1.
    pub line: usize,
    /// What stands below the heading.
    pub pieces: Vec<Piece>,
}

/// A piece of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A line of prose.
    Prose(String),
    /// A fenced block.
    Block(Block),
}

/// A fenced block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What the fence says it is.
    pub info: String,
    /// The lines between the fences, as written.
    pub shown: String,
}

const HEADING: &str = "## ";
const FENCE: &str = "```";

/// Reads a file.
///
/// # Errors
/// A block that is never closed, or two cases with one heading.
pub fn parse(name: &str, text: &str) -> Result<File, String> {
    let mut file = File { name: name.to_owned(), preamble: Vec::new(), cases: Vec::new() };
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        if let Some(title) = line.strip_prefix(HEADING) {
            if file.cases.iter().any(|case| case.title == title) {
                return Err(format!("{name}: there are two cases `{title}`"));
            }
            file.cases.push(Section { title: title.to_owned(), line: index + 1, pieces: Vec::new() });
            continue;
        }
        let piece = match fence(line) {
            None => Piece::Prose(line.to_owned()),
            Some((fence, info)) => {
                let mut content = Vec::new();
                loop {
                    let (_, line) = lines
                        .next()
                        .ok_or_else(|| format!("{name}:{}: this block is never closed", index + 1))?;
                    if line == fence {
                        break;
                    }
                    content.push(line);
                }
                Piece::Block(Block { info: info.to_owned(), shown: content.join("\n") })
            }
        };
        match file.cases.last_mut() {
            Some(case) => case.pieces.push(piece),
            None => file.preamble.push(piece),
        }
    }
    Ok(file)
}

/// The backticks and what stands behind them.
fn fence(line: &str) -> Option<(&str, &str)> {
    let info = line.trim_start_matches('`');
    let ticks = &line[..line.len() - info.len()];
    ticks.starts_with(FENCE).then_some((ticks, info))
}

impl File {
    /// The text of the file.
    #[must_use]
    pub fn print(&self) -> String {
        let mut out = String::new();
        print(&self.preamble, &mut out);
        out.extend(self.cases.iter().map(Section::print));
        out
    }
}

impl Section {
    /// The text of the section.
    #[must_use]
    pub fn print(&self) -> String {
        let mut out = format!("{HEADING}{}\n", self.title);
        print(&self.pieces, &mut out);
        out
    }
}

fn print(pieces: &[Piece], out: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Prose(line) => {
                out.push_str(line);
                out.push('\n');
            }
            Piece::Block(Block { info, shown }) => {
                let mut ticks = FENCE.to_owned();
                while shown.lines().any(|line| line.starts_with(&ticks)) {
                    ticks.push('`');
                }
                *out += &format!("{ticks}{info}\n");
                if !shown.is_empty() {
                    *out += &format!("{shown}\n");
                }
                *out += &format!("{ticks}\n");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_prints_as_it_was() {
        let text =
            "# Title\nProse.\n## one\n```part\na: 1\n\n```\n````prompt\n```\n````\n## two\n```x\n```\n";
        let file = parse("f", text).unwrap();
        assert_eq!(file.print(), text);
        let block =
            |info: &str, shown: &str| Piece::Block(Block { info: info.to_owned(), shown: shown.to_owned() });
        assert_eq!(file.cases[0].pieces, [block("part", "a: 1\n"), block("prompt", "```")]);
        assert_eq!((file.cases[1].title.as_str(), file.cases[1].line), ("two", 11));
    }

    #[test]
    fn mistakes_in_a_file() {
        assert!(parse("f", "## a\n```part\n").is_err());
        assert!(parse("f", "## a\n## a\n").is_err());
    }
}
