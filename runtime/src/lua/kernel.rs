//! The part of the engine that is written in Lua (`kernel/*.lua`): what a prompt can see, section entries, chains.
//!
//! It lies in the same Lua state as the prompt, out of the prompt's reach, so that calls, libraries and tasks are
//! ordinary Lua calls and coroutines, and every instruction of theirs counts.

use std::sync::{Arc, Mutex, OnceLock};

use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, LuaString, Table, Value};

use super::meter::Meter;
use super::primitives;
use super::prompt::Source;
use super::vm::Facts;

/// In the order in which they build on each other.
const FILES: [(&str, &str); 9] = [
    ("kernel", include_str!("kernel/kernel.lua")),
    ("base", include_str!("kernel/base.lua")),
    ("text", include_str!("kernel/text.lua")),
    ("math", include_str!("kernel/math.lua")),
    ("table", include_str!("kernel/table.lua")),
    ("coroutine", include_str!("kernel/coroutine.lua")),
    ("data", include_str!("kernel/data.lua")),
    ("section", include_str!("kernel/section.lua")),
    ("chain", include_str!("kernel/chain.lua")),
];

/// Instructions between two looks at the meter.
pub(super) const HOOK_INTERVAL: u32 = 250;

/// Bytes or members up to which a library function is too quick to be paid for.
const BIG: u32 = 1024;

/// The kernel of one Lua state.
pub(super) struct Kernel {
    data_key: Table,
    marked: Table,
    fact: Function,
    global: Function,
    pub(super) start: Function,
    pub(super) step: Function,
    pub(super) stop: Function,
    pub(super) finish: Function,
}

impl Kernel {
    /// Loads the kernel into a new state.
    pub(super) fn load(
        lua: &Lua,
        meter: &Arc<Meter>,
        facts: &Arc<Mutex<Facts>>,
    ) -> mlua::Result<Arc<OnceLock<Self>>> {
        let cell = Arc::new(OnceLock::new());
        let table = lua.create_table()?;
        table.raw_set("NULL", Value::NULL)?;
        table.raw_set("BIG", BIG)?;
        table.raw_set("HOOK", HOOK_INTERVAL)?;
        table.raw_set("DEPTH", super::render::MAX_DEPTH)?;
        primitives::install(lua, &table, meter, facts, &cell)?;
        for code in compiled()? {
            lua.load(code.as_slice()).set_mode(ChunkMode::Binary).call::<()>(&table)?;
        }
        let kernel = Self {
            data_key: table.raw_get("DATA")?,
            marked: table.raw_get("MARKED")?,
            fact: table.raw_get("fact")?,
            global: table.raw_get("global")?,
            start: table.raw_get("start")?,
            step: table.raw_get("step")?,
            stop: table.raw_get("stop")?,
            finish: table.raw_get("finish")?,
        };
        let _ = cell.set(kernel);
        Ok(cell)
    }

    /// Puts the list marker on a table.
    pub(super) fn mark(&self, list: &Table) -> mlua::Result<()> {
        self.marked.raw_set(list, true)
    }

    pub(super) fn is_marked(&self, table: &Table) -> mlua::Result<bool> {
        self.marked.raw_get::<Value>(table).map(|mark| !mark.is_nil())
    }

    /// The table behind a view.
    pub(super) fn data(&self, table: &Table) -> mlua::Result<Option<Table>> {
        table.raw_get(&self.data_key)
    }

    /// A global that the environment itself does not hold.
    pub(super) fn global(&self, entry: &Table, name: &LuaString) -> mlua::Result<Value> {
        self.global.call((entry, name))
    }

    /// A field of `sys` for an entry.
    pub(super) fn fact(&self, entry: &Table, name: &str) -> mlua::Result<Value> {
        self.fact.call((entry, name))
    }
}

/// The files as Lua's own bytecode, compiled once in a process; without debug information, so that no line of theirs
/// shows in a message.
fn compiled() -> mlua::Result<&'static [Vec<u8>]> {
    static CODE: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    if let Some(code) = CODE.get() {
        return Ok(code);
    }
    let lua = Lua::new_with(mlua::StdLib::NONE, mlua::LuaOptions::default())?;
    let compile = |(name, text): &(&str, &str)| {
        lua.load(*text).set_name(format!("={name}")).into_function().map(|function| function.dump(true))
    };
    let code = FILES.iter().map(compile).collect::<mlua::Result<_>>()?;
    Ok(CODE.get_or_init(|| code))
}

/// The program table of a prompt: its blocks, prose and sections as `kernel/section.lua` reads them.
pub(super) fn program(lua: &Lua, prompt: &Arc<Source>) -> mlua::Result<Table> {
    let program = lua.create_table()?;
    let blocks: Table = lua.load(prompt.code.as_slice()).set_mode(ChunkMode::Binary).eval()?;
    program.raw_set("blocks", blocks)?;
    let [prose, first, last, names, following] = [(); 5].map(|()| lua.create_table());
    let (prose, first, last, names, following) = (prose?, first?, last?, names?, following?);
    let flow = &prompt.flow;
    let mut count = 0;
    for section in super::render::bodies(flow) {
        let number = number_of(section);
        first.raw_set(number, count + 1)?;
        for (place, block) in super::render::blocks(flow, section).iter().enumerate() {
            count += 1;
            prose.raw_set(count, prompt.prose(lua, section, place, block)?)?;
        }
        last.raw_set(number, count)?;
        let name = section
            .and_then(|section| flow.sections.get(section))
            .map_or(&flow.title, |section| &section.name);
        names.raw_set(number, name.as_str())?;
        if let Some(next) = section.and_then(|section| flow.next(section)) {
            following.raw_set(number, number_of(Some(next)))?;
        }
    }
    program.raw_set("prose", prose)?;
    program.raw_set("first", first)?;
    program.raw_set("last", last)?;
    program.raw_set("names", names)?;
    program.raw_set("following", following)?;
    program.raw_set("source", lua.create_userdata(SourceRef(Arc::clone(prompt)))?)?;
    Ok(program)
}

/// A prompt, as the kernel holds it.
pub(super) struct SourceRef(pub(super) Arc<Source>);

impl mlua::UserData for SourceRef {}

/// Sections are numbered from 1 in the kernel; 0 is the H1 body.
pub(super) fn number_of(section: Option<usize>) -> usize {
    section.map_or(0, |section| section + 1)
}

pub(super) fn section_of(number: usize) -> Option<usize> {
    number.checked_sub(1)
}
