//! A prompt file, parsed and compiled (section 1 of the dynamic prompt specification).

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use agentc_codegen::flow::{self, Block, Flow, Piece, Reference};
use agentc_codegen::{Code, Diagnostic, Place, SourceFile, Span};
use mlua::{Lua, LuaOptions, StdLib, Value};

use super::error::RunError;
use super::render::{ProseOf, blocks, bodies};

/// A prompt that any [`Engine`](super::Engine) can run. Cheap to clone.
#[derive(Clone)]
pub struct Prompt(pub(super) Arc<Source>);

/// What is shared of a [`Prompt`].
pub(super) struct Source {
    /// Unique in the process.
    pub(super) id: u64,
    pub(super) flow: Arc<Flow>,
    /// Lua's bytecode of a chunk that gives a list of functions, one for each block in the order of the file. Each
    /// takes its global environment.
    pub(super) code: Vec<u8>,
}

impl Prompt {
    /// Parses a file and compiles its blocks; `path` is what messages call it.
    ///
    /// # Errors
    ///
    /// The file is no prompt: kind `Frontmatter`, `Structure`, `Fence`, `Version` or `Lua` (section 1.6), with the place.
    pub fn parse(path: &str, text: &str) -> Result<Self, RunError> {
        let file = Arc::new(SourceFile::new(path, text));
        let parsed = flow::parse(&file);
        let Some(flow) = parsed.flow else { return Err(RunError::file(parsed.diagnostics)) };
        let code = compile(&flow).map_err(RunError::file)?;
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Ok(Self(Arc::new(Source { id, flow: Arc::new(flow), code })))
    }

    /// `name` of the frontmatter.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.flow.name
    }

    /// `description` of the frontmatter.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.0.flow.description
    }

    /// What the file says: arguments, sections, blocks.
    #[must_use]
    pub fn flow(&self) -> &Flow {
        &self.0.flow
    }
}

impl std::fmt::Debug for Prompt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prompt").field("name", &self.0.flow.name).finish_non_exhaustive()
    }
}

impl Source {
    /// The prose of a block for the kernel: text where nothing is to be filled in.
    pub(super) fn prose(
        &self,
        lua: &Lua,
        section: Option<usize>,
        place: usize,
        block: &Block,
    ) -> mlua::Result<Value> {
        match block.prose.pieces.as_slice() {
            [] => lua.create_string("").map(Value::String),
            [Piece::Text(text)] => lua.create_string(text).map(Value::String),
            _ => lua.create_userdata(ProseOf::new(lua, &self.flow, section, place)?).map(Value::UserData),
        }
    }

    /// The section that a heading reference is to, seen from a section: among its siblings and its children, and for a
    /// library among the siblings of every section around it too (sections 2.6 and 2.7).
    pub(super) fn resolve(
        &self,
        from: Option<usize>,
        target: &str,
        is_library: bool,
    ) -> Result<usize, String> {
        let flow = &self.flow;
        let Some(reference) = Reference::parse(target) else {
            return Err(format!("\"{target}\" is no heading; write marks and the name, as in \"## name\""));
        };
        let mut found = match from {
            None => flow.find(flow.children(None), &reference),
            Some(section) => {
                let siblings =
                    flow.find(flow.siblings(section), &reference).filter(|&found| found != section);
                siblings.or_else(|| flow.find(flow.children(from), &reference))
            }
        };
        let mut around = from.and_then(|section| flow.sections.get(section)?.parent);
        while let (None, true, Some(section)) = (found, is_library, around) {
            found = flow.find(flow.siblings(section), &reference);
            around = flow.sections.get(section).and_then(|section| section.parent);
        }
        found.ok_or_else(|| format!("there is no section \"{target}\" that can be reached from here"))
    }
}

/// A state that only compiles; one at a time is enough.
static COMPILER: Mutex<Option<Lua>> = Mutex::new(None);

fn compile(flow: &Flow) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let mut compiler = COMPILER.lock().unwrap_or_else(PoisonError::into_inner);
    let lua = match &mut *compiler {
        Some(lua) => lua,
        empty => empty.insert(
            Lua::new_with(StdLib::NONE, LuaOptions::default()).map_err(|error| broken(flow, &error))?,
        ),
    };
    let all = || bodies(flow).flat_map(|body| blocks(flow, body));
    // By itself first: a block that closes more than it opens must not compile because of what stands around it.
    let wrong: Vec<Diagnostic> = all().filter_map(|block| check(lua, flow, block)).collect();
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut chunk = Chunk { text: "return {".to_owned(), line: 1 };
    for block in all() {
        chunk.skip_to(block.line.saturating_sub(1));
        chunk.push("function(_ENV, ...)\n");
        chunk.push(&lines(flow.text(block.code)));
        chunk.push(" end,");
    }
    chunk.push("}");
    let function = lua.load(&chunk.text).set_name(format!("@{}", flow.file.path())).into_function();
    function.map(|function| function.dump(false)).map_err(|error| broken(flow, &error))
}

/// Lua text whose lines are those of the file.
struct Chunk {
    text: String,
    line: usize,
}

impl Chunk {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.line += text.bytes().filter(|&byte| byte == b'\n').count();
    }

    fn skip_to(&mut self, line: usize) {
        while self.line < line {
            self.push("\n");
        }
    }
}

/// Lua code with every line ending as LF; Lua reads any of them as that, but takes LF CR for one.
fn lines(code: &str) -> std::borrow::Cow<'_, str> {
    if code.contains('\r') { code.replace("\r\n", "\n").replace('\r', "\n").into() } else { code.into() }
}

fn check(lua: &Lua, flow: &Flow, block: &Block) -> Option<Diagnostic> {
    let code = flow.text(block.code);
    let error = lua.load(&*lines(code)).set_name("=lua").into_function().err()?;
    let text = error_text(&error);
    // `lua:LINE: message`, the line counted from the block's first.
    let place = text.strip_prefix("lua:").and_then(|rest| rest.split_once(": "));
    let (line, message) = match place.and_then(|(line, message)| Some((line.parse::<usize>().ok()?, message)))
    {
        Some((line, message)) => (line, message),
        None => (1, &*text),
    };
    let start = nth_line(code, line);
    let end = code
        .get(start..)
        .and_then(|rest| rest.find(['\n', '\r']))
        .map_or(code.len(), |length| start + length);
    let (from, to) = place_in_line(code.get(start..end).unwrap_or_default(), message);
    let at = block.code.start as usize + start;
    let span = Span::new(at + from..at + to);
    let place = Place::Text { file: Arc::clone(&flow.file), span };
    Some(Diagnostic::new(Code::A641, place, format!("Lua does not compile: {message}")))
}

/// The token that Lua's message is `near`, where the line has it once; else the line without its indentation.
fn place_in_line(line: &str, message: &str) -> (usize, usize) {
    let token = message.rsplit_once("near '").and_then(|(_, token)| token.strip_suffix('\''));
    if let Some(token) = token.filter(|token| !token.is_empty())
        && let Some(at) = line.find(token)
        && line.rfind(token) == Some(at)
    {
        return (at, at + token.len());
    }
    (line.len() - line.trim_start().len(), line.len())
}

/// Where a line of Lua code begins, its lines counted from 1.
fn nth_line(code: &str, line: usize) -> usize {
    let mut start = 0;
    for _ in 1..line {
        let Some(rest) = code.get(start..) else { break };
        let Some(end) = rest.find(['\n', '\r']) else { break };
        let width = if rest.get(end..).is_some_and(|rest| rest.starts_with("\r\n")) { 2 } else { 1 };
        start += end + width;
    }
    start
}

fn error_text(error: &mlua::Error) -> String {
    match error {
        mlua::Error::SyntaxError { message, .. } => message.clone(),
        error => error.to_string(),
    }
}

fn broken(flow: &Flow, error: &mlua::Error) -> Vec<Diagnostic> {
    let place = Place::File(flow.file.path().to_owned());
    vec![Diagnostic::new(Code::A641, place, format!("Lua does not compile: {}", error_text(error)))]
}
