//! Lua prompts beside the files of the other languages: which files are some, and `agentc check` of them.

use std::sync::Arc;

use agentc::lua::Prompt;
use agentc_codegen::{Code, Diagnostic, Loader, Place, SourceFile, flow};

/// What the name of a Lua prompt ends in.
const EXTENSION: &str = ".md";

/// Whether a path is that of a file which may be a Lua prompt.
pub(crate) fn is_candidate(loader: &Loader, path: &str) -> bool {
    path.ends_with(EXTENSION) && loader.is_file(path)
}

/// All Lua prompts of a folder.
pub(crate) fn below(loader: &mut Loader, folder: &str) -> Result<Vec<String>, Diagnostic> {
    let paths = loader.prompt_paths(folder)?;
    let paths = paths.into_iter().map(|path| format!("{folder}/{path}{EXTENSION}"));
    Ok(paths.filter(|path| is_flow_at(loader, path)).collect())
}

/// What is wrong with a candidate.
pub(crate) fn check(loader: &mut Loader, path: &str) -> Vec<Diagnostic> {
    let file = match loader.read(path) {
        Ok(file) => file,
        Err(diagnostic) => return vec![diagnostic],
    };
    if !is_flow(&file) {
        let message = "this is not a prompt file, whose name ends in `.agent`";
        return vec![Diagnostic::new(Code::A107, Place::File(path.to_owned()), message).with_help(
            "a Lua prompt says `runvil: 0` in its frontmatter; files that pull each other in are checked with \
             `--root DIR`",
        )];
    }
    let parsed = flow::parse(&file);
    let mut diagnostics = parsed.diagnostics;
    if parsed.flow.is_some()
        && let Err(error) = Prompt::parse(path, file.text())
    {
        diagnostics.extend(error.diagnostics);
    }
    diagnostics
}

/// Refuses a Lua prompt for a verb that is for other files.
pub(crate) fn refuse(loader: &mut Loader, path: &str, message: &str) -> Result<(), Diagnostic> {
    if is_candidate(loader, path) && is_flow_at(loader, path) {
        let refusal = Diagnostic::new(Code::A107, Place::File(path.to_owned()), message);
        return Err(refusal.with_help(format!("`agentc run {path}` runs it")));
    }
    Ok(())
}

/// The same as [`is_flow`] of a file that may be impossible to read; then what comes before the mistake decides.
fn is_flow_at(loader: &mut Loader, path: &str) -> bool {
    match loader.read(path) {
        Ok(file) => is_flow(&file),
        Err(Diagnostic { place: Place::Text { file, .. }, .. }) => has_key(file.text()),
        Err(_) => false,
    }
}

/// Whether the frontmatter has the key `runvil`.
fn is_flow(file: &Arc<SourceFile>) -> bool {
    has_key(file.text()) && !flow::parse(file).diagnostics.iter().any(|found| found.code == Code::A611)
}

/// Whether a line of the frontmatter looks as if it had the key; where YAML cannot be read, this is all that is known.
fn has_key(text: &str) -> bool {
    let is_key = |rest: &str| rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':');
    let mut lines = text.split(['\n', '\r']).map(str::trim).skip_while(|line| line.is_empty());
    lines.next() == Some("---")
        && lines.take_while(|line| *line != "---").any(|line| line.split("runvil").skip(1).any(is_key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lua_prompt_has_the_key_in_its_frontmatter() {
        let is_flow = |text: &str| is_flow(&Arc::new(SourceFile::new("f.md", text)));
        for text in [
            "---\nrunvil: 0\n---\n",
            "\n--- \r\nname: n\r\n\"runvil\" : 1\r\n---\r\n",
            "---\r{name: n, runvil: x}\r---\r",
            "---\nrunvil: 0\nname: [\n---\n",
            "---\nrunvil: 0\n",
            "---\n'runvil': 0\nname: runvil\n---\n",
        ] {
            assert!(is_flow(text), "{text:?}");
        }
        for text in [
            "",
            "---",
            "# Title\nrunvil: 0\n",
            "text\n---\nrunvil: 0\n---\n",
            "---\nname: n\n---\nrunvil: 0\n",
            "---\nclinic: tenant.clinic\n---\n",
            "---\nThis is about runvil.\n---\n",
            "---\ndescription: 'runvil: 0'\n---\n",
            "---\n# runvil: 0\nname: n\n---\n",
        ] {
            assert!(!is_flow(text), "{text:?}");
        }
    }
}
