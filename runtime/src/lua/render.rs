//! Filling in prose (sections 5 and 6 of the dynamic prompt specification).
//!
//! In: prose cut into pieces, and the section entry as the kernel keeps it. Out: the text, or the failure.

use std::ffi::c_void;
use std::sync::Arc;

use agentc_codegen::flow::{Block, FailureKind, Flow, Piece, Placeholder, Target};
use mlua::{Lua, LuaString, Table, UserData, Value};

use super::kernel::Kernel;
use super::meter::Meter;
use super::primitives;

/// Deeper data are no JSON data (section 4.1).
pub(super) const MAX_DEPTH: usize = 128;

/// The prose of one block, as the kernel holds it.
pub(super) struct ProseOf {
    flow: Arc<Flow>,
    section: Option<usize>,
    block: usize,
    /// For each piece the name and keys of its placeholder as Lua has them, made once.
    names: Vec<Vec<LuaString>>,
}

impl UserData for ProseOf {}

impl ProseOf {
    /// `section` none: the H1 body.
    pub(super) fn new(
        lua: &Lua,
        flow: &Arc<Flow>,
        section: Option<usize>,
        block: usize,
    ) -> mlua::Result<Self> {
        let mut prose = Self { flow: Arc::clone(flow), section, block, names: Vec::new() };
        let names = prose.pieces().iter().map(|piece| names(lua, piece)).collect::<mlua::Result<_>>()?;
        prose.names = names;
        Ok(prose)
    }

    fn pieces(&self) -> &[Piece] {
        blocks(&self.flow, self.section).get(self.block).map_or(&[], |block| &block.prose.pieces)
    }
}

fn names(lua: &Lua, piece: &Piece) -> mlua::Result<Vec<LuaString>> {
    let Piece::Placeholder(Placeholder { target: Ok(target), .. }) = piece else { return Ok(Vec::new()) };
    let (name, keys) = match target {
        Target::Args | Target::Item => (None, &[][..]),
        Target::Argv { keys } | Target::Var { keys } | Target::Sys { keys } => (None, keys.as_slice()),
        Target::Global { name, keys } => (Some(name), keys.as_slice()),
    };
    name.into_iter().chain(keys).map(|name| lua.create_string(name)).collect()
}

/// Whatever has blocks, in the order of the file: the H1 body, which is none of the sections, then each section.
pub(super) fn bodies(flow: &Flow) -> impl Iterator<Item = Option<usize>> {
    std::iter::once(None).chain((0..flow.sections.len()).map(Some))
}

pub(super) fn blocks(flow: &Flow, section: Option<usize>) -> &[Block] {
    match section {
        None => &flow.h1,
        Some(section) => flow.sections.get(section).map_or(&[], |section| &section.blocks),
    }
}

/// Why a placeholder gave no text.
enum Problem {
    Kind(FailureKind),
    /// Lua's memory, or a limit.
    Lua(mlua::Error),
}

impl From<FailureKind> for Problem {
    fn from(kind: FailureKind) -> Self {
        Self::Kind(kind)
    }
}

impl From<mlua::Error> for Problem {
    fn from(error: mlua::Error) -> Self {
        Self::Lua(error)
    }
}

/// Fills prose in for a section entry: one pass, the first failure ends it. `Ok(Err(text))` is a failure of the
/// prose's own.
pub(super) fn render(
    kernel: &Kernel,
    meter: &Meter,
    prose: &ProseOf,
    entry: &Table,
) -> mlua::Result<Result<Vec<u8>, String>> {
    let mut renderer = Renderer { kernel, meter, entry, var: None, globals: Vec::new(), out: Vec::new() };
    for (piece, names) in prose.pieces().iter().zip(&prose.names) {
        let placeholder = match piece {
            Piece::Text(text) => {
                renderer.out.extend_from_slice(text.as_bytes());
                continue;
            }
            Piece::Placeholder(placeholder) => placeholder,
        };
        match renderer.placeholder(placeholder, names) {
            Ok(()) => meter.text(renderer.out.len())?,
            Err(Problem::Lua(error)) => return Err(error),
            Err(Problem::Kind(kind)) => return Ok(Err(placeholder.failure(kind).to_string())),
        }
    }
    meter.text(renderer.out.len())?;
    Ok(Ok(renderer.out))
}

struct Renderer<'a> {
    kernel: &'a Kernel,
    meter: &'a Meter,
    entry: &'a Table,
    /// Looked up once.
    var: Option<Table>,
    /// Tables that environments hold and that are data as a whole, by address: nothing of the prompt runs between two
    /// placeholders unless a name is looked up through a metatable.
    globals: Vec<*const c_void>,
    out: Vec<u8>,
}

impl Renderer<'_> {
    fn placeholder(&mut self, placeholder: &Placeholder, names: &[LuaString]) -> Result<(), Problem> {
        match placeholder.target.as_ref().map_err(|failure| failure.kind)? {
            Target::Args => {
                let text: LuaString = self.entry.raw_get("args")?;
                self.out.extend_from_slice(&text.as_bytes());
                Ok(())
            }
            Target::Item => match self.entry.raw_get("item")? {
                Value::Nil => Err(FailureKind::NilItem.into()),
                item if item.is_null() => {
                    self.out.extend_from_slice(b"null");
                    Ok(())
                }
                item => self.value(&item),
            },
            Target::Argv { .. } => match self.entry.raw_get("argv")? {
                Value::Nil => Err(FailureKind::NilArgv.into()),
                argv => self.found(argv, names),
            },
            Target::Var { .. } => {
                let var = match self.var.take() {
                    Some(var) => var,
                    None => self.entry.raw_get("var")?,
                };
                self.var = Some(var.clone());
                self.found(Value::Table(var), names)
            }
            Target::Sys { keys } => {
                let name = keys.first().ok_or(FailureKind::BadPath)?;
                match self.kernel.fact(self.entry, name)? {
                    Value::Nil => Err(FailureKind::MissingKey.into()),
                    fact => self.found(fact, names.get(1..).unwrap_or_default()),
                }
            }
            Target::Global { .. } => {
                let (name, keys) = names.split_first().ok_or(FailureKind::UnknownNamespace)?;
                self.global(name, keys)
            }
        }
    }

    fn global(&mut self, name: &LuaString, keys: &[LuaString]) -> Result<(), Problem> {
        let env: Table = self.entry.raw_get("env")?;
        let mut value: Value = env.raw_get(name)?;
        if value.is_nil() {
            // What the prompt's own metatable says; it may run Lua, which may reach a limit.
            self.globals.clear();
            value = self.kernel.global(self.entry, name).map_err(|error| self.raised(error))?;
        }
        if value.is_nil() {
            return Err(FailureKind::UnknownNamespace.into());
        }
        if keys.is_empty() {
            return self.whole(&value);
        }
        // The global must be data as a whole, even when a good field of it is asked for.
        let address = value.to_pointer();
        if !self.globals.contains(&address) {
            let start = self.out.len();
            let whole = self.value(&value);
            self.out.truncate(start);
            whole?;
            self.globals.push(address);
        }
        self.found(value, keys)
    }

    /// An error of the prompt's own Lua means that the look-up failed, unless the run must stop.
    fn raised(&self, error: mlua::Error) -> Problem {
        match error {
            error if primitives::is_memory(&error) => Problem::Lua(error),
            error if self.meter.stopped().is_some() => Problem::Lua(error),
            _ => FailureKind::Serialize.into(),
        }
    }

    /// Walks along keys and appends what is there.
    fn found(&mut self, mut value: Value, keys: &[LuaString]) -> Result<(), Problem> {
        for key in keys {
            let Value::Table(table) = &value else { return Err(FailureKind::MissingKey.into()) };
            let mut member: Value = table.raw_get(key)?;
            if member.is_nil()
                && let Some(data) = self.kernel.data(table)?
            {
                // A view holds nothing itself.
                member = data.raw_get(key)?;
            }
            if member.is_nil() {
                return Err(FailureKind::MissingKey.into());
            }
            value = member;
        }
        self.whole(&value)
    }

    /// A value that a path leads to.
    fn whole(&mut self, value: &Value) -> Result<(), Problem> {
        if value.is_null() { Err(FailureKind::NullValue.into()) } else { self.value(value) }
    }

    /// Appends the text of a value that stands for itself.
    fn value(&mut self, value: &Value) -> Result<(), Problem> {
        match value {
            Value::String(text) => {
                let text = text.to_str().map_err(|_| FailureKind::Serialize)?;
                self.out.extend_from_slice(text.as_bytes());
                Ok(())
            }
            value => {
                let mut writer = Writer { renderer: self, open: Vec::new() };
                writer.value(value)
            }
        }
    }
}

/// Writes compact JSON with sorted keys (section 5).
struct Writer<'a, 'b> {
    renderer: &'a mut Renderer<'b>,
    /// The tables around the value, by address.
    open: Vec<*const c_void>,
}

impl Writer<'_, '_> {
    fn value(&mut self, value: &Value) -> Result<(), Problem> {
        let out = &mut self.renderer.out;
        match value {
            value if value.is_null() => out.extend_from_slice(b"null"),
            Value::Boolean(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
            Value::Integer(value) => out.extend_from_slice(itoa::Buffer::new().format(*value).as_bytes()),
            Value::Number(value) if value.is_finite() => write_float(out, *value),
            Value::String(text) => write_string(out, &text.to_str().map_err(|_| FailureKind::Serialize)?),
            Value::Table(table) => return self.table(table),
            _ => return Err(FailureKind::Serialize.into()),
        }
        Ok(())
    }

    fn table(&mut self, table: &Table) -> Result<(), Problem> {
        let data = self.renderer.kernel.data(table)?;
        let table = data.as_ref().unwrap_or(table);
        let address = table.to_pointer();
        if self.open.len() >= MAX_DEPTH || self.open.contains(&address) {
            return Err(FailureKind::Serialize.into());
        }
        self.open.push(address);
        let length = table.raw_len();
        let result = if length > 0 || self.renderer.kernel.is_marked(table)? {
            self.list(table, length)
        } else {
            self.object(table)
        };
        self.open.pop();
        result
    }

    fn list(&mut self, table: &Table, length: usize) -> Result<(), Problem> {
        // As many keys as the length says, none of them nil, are exactly 1..n.
        let mut keys = 0;
        for pair in table.pairs::<Value, Value>() {
            pair?;
            keys += 1;
        }
        if keys != length {
            return Err(FailureKind::Serialize.into());
        }
        self.renderer.meter.charge(length as u64).map_err(mlua::Error::from)?;
        self.renderer.out.push(b'[');
        for index in 1..=length {
            if index > 1 {
                self.renderer.out.push(b',');
            }
            let value: Value = table.raw_get(index)?;
            if value.is_nil() {
                return Err(FailureKind::Serialize.into());
            }
            self.member(&value)?;
        }
        self.renderer.out.push(b']');
        Ok(())
    }

    fn object(&mut self, table: &Table) -> Result<(), Problem> {
        let mut fields = Vec::new();
        for pair in table.pairs::<Value, Value>() {
            let (Value::String(key), value) = pair? else { return Err(FailureKind::Serialize.into()) };
            fields.push((key.to_str().map_err(|_| FailureKind::Serialize)?.to_owned(), value));
        }
        self.renderer.meter.charge(fields.len() as u64).map_err(mlua::Error::from)?;
        fields.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
        self.renderer.out.push(b'{');
        for (index, (key, value)) in fields.iter().enumerate() {
            if index > 0 {
                self.renderer.out.push(b',');
            }
            write_string(&mut self.renderer.out, key);
            self.renderer.out.push(b':');
            self.member(value)?;
        }
        self.renderer.out.push(b'}');
        Ok(())
    }

    /// The same table in many places may write far more than it holds.
    fn member(&mut self, value: &Value) -> Result<(), Problem> {
        self.value(value)?;
        Ok(self.renderer.meter.text(self.renderer.out.len()).map_err(mlua::Error::from)?)
    }
}

fn write_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
        let (plain, behind) = rest.split_at(at);
        out.extend_from_slice(plain);
        write_escape(out, behind[0]);
        rest = &behind[1..];
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

fn write_escape(out: &mut Vec<u8>, byte: u8) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        0x0C => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        _ => {
            out.extend_from_slice(format!("\\u{byte:04x}").as_bytes());
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

/// The shortest digits that read back as the same double, plain for exponents from -5 to 15.
fn write_float(out: &mut Vec<u8>, value: f64) {
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let text = if !(-5..16).contains(&exponent) {
        format!("{digits}e{exponent:+}")
    } else {
        let plain = value.to_string();
        if plain.contains('.') { plain } else { plain + ".0" }
    };
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(value: f64) -> String {
        let mut out = Vec::new();
        write_float(&mut out, value);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn floats() {
        assert_eq!(float(2.0), "2.0");
        assert_eq!(float(-0.0), "-0.0");
        assert_eq!(float(0.0), "0.0");
        assert_eq!(float(1e15), "1000000000000000.0");
        assert_eq!(float(1e16), "1e+16");
        assert_eq!(float(1.234_567_890_123_456_8e17), "1.2345678901234568e+17");
        assert_eq!(float(0.000_01), "0.00001");
        assert_eq!(float(1.5e-7), "1.5e-7");
        assert_eq!(float(-1.5e-6), "-1.5e-6");
        assert_eq!(float(0.1 + 0.2), "0.30000000000000004");
        assert_eq!(float(1.5e300), "1.5e+300");
    }

    #[test]
    fn strings() {
        let mut out = Vec::new();
        write_string(&mut out, "a\"\\/\u{1b}\u{8}\u{c}\n\r\té\u{7f}");
        assert_eq!(String::from_utf8(out).unwrap(), "\"a\\\"\\\\/\\u001b\\b\\f\\n\\r\\té\u{7f}\"");
    }
}
