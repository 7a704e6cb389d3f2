//! Title, sections and Lua blocks of a body (sections 1.3 to 1.5 of the dynamic prompt specification).
//!
//! In: the marks of a body. Out: its title, its sections with their blocks, and what is wrong with the structure and
//! with fences.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

use super::data::{Block, Section};
use super::line;
use super::markdown::{Lua, Mark};
use super::message::quoted;
use super::prose;
use crate::diagnostic::{Code, Sink};
use crate::source::Span;

/// What a body is made of.
#[derive(Debug, Default)]
pub(super) struct Structure {
    pub(super) title: String,
    pub(super) h1: Vec<Block>,
    pub(super) sections: Vec<Section>,
    pub(super) roots: Vec<usize>,
}

/// Reads the marks of the body that begins at a byte.
pub(super) fn read(
    text: &str,
    body: usize,
    marks: Vec<Mark>,
    structure: &mut Sink,
    fences: &mut Sink,
) -> Structure {
    let mut reader = Reader {
        text,
        structure,
        fences,
        out: Structure::default(),
        place: Place::Above,
        prose: body,
        titles: Titles::default(),
        open: Vec::new(),
        names: BTreeMap::new(),
        counted: (0, 1),
    };
    reader.titles(&marks, body);
    for mark in marks {
        reader.mark(mark);
    }
    reader.out
}

/// Where a block belongs to.
#[derive(Clone, Copy)]
enum Place {
    /// Above the title, where everything is ignored.
    Above,
    H1,
    Section(usize),
    /// Behind a second title.
    Nowhere,
}

/// The headings of level 1.
#[derive(Default)]
struct Titles {
    /// There is one.
    exist: bool,
    /// The first one, once it has come.
    first: Option<Span>,
    /// How many have come.
    count: usize,
}

/// A section that the next heading may belong to.
struct Open {
    level: u8,
    index: usize,
    /// It skips a level, which has been said.
    skips: bool,
}

struct Reader<'a, 's> {
    text: &'a str,
    structure: &'s mut Sink,
    fences: &'s mut Sink,
    out: Structure,
    place: Place,
    /// Where the pending prose of the next block begins.
    prose: usize,
    titles: Titles,
    /// The last section of each level down to the current one.
    open: Vec<Open>,
    /// The heading of each name, by the section it belongs to and the title it stands under.
    names: BTreeMap<(usize, Option<usize>, String), Span>,
    /// A byte, and its line.
    counted: (usize, usize),
}

impl Reader<'_, '_> {
    /// Looks for a title, and for headings above it.
    fn titles(&mut self, marks: &[Mark], body: usize) {
        const HELP: &str = "write a line such as `# Greet` above all sections";
        let mut headings = marks.iter().filter_map(|mark| match mark {
            Mark::Heading { level, lines, .. } => Some((*level, Span::new(lines.clone()))),
            _ => None,
        });
        let first = headings.next();
        let title =
            first.filter(|(level, _)| *level == 1).or_else(|| headings.find(|(level, _)| *level == 1));
        self.titles.exist = title.is_some();
        let Some((_, title)) = title else {
            self.place = Place::H1;
            // It may stand in what a block without end swallows.
            let swallowed = |mark: &Mark| matches!(mark, Mark::Lua(Lua { next: None, almost: None, .. }));
            if first.is_none() && marks.iter().any(swallowed) {
                return;
            }
            let span = first.map_or_else(|| Span::new(line::from(self.text, body).range()), |(_, span)| span);
            let diagnostic = self.structure.at(Code::A621, span, "the file has no title, which is an H1");
            self.structure.push(diagnostic.with_help(HELP));
            return;
        };
        if let Some((_, span)) = first.filter(|(_, first)| *first != title) {
            let message = "a heading stands above the title; only text may";
            let title = self.structure.place(title);
            let diagnostic = self.structure.at(Code::A623, span, message);
            let diagnostic = diagnostic.with_related(title, "this H1 is the title");
            self.structure.push(diagnostic.with_help("move the title above it"));
        }
    }

    fn mark(&mut self, mark: Mark) {
        match mark {
            Mark::Break { next } => self.prose = next,
            Mark::Lua(lua) => self.lua(lua),
            Mark::Heading { level, name, lines, next } => {
                self.prose = next;
                if level == 1 {
                    self.title(name, Span::new(lines));
                } else if self.titles.count > 0 || !self.titles.exist {
                    self.section(level, name, Span::new(lines));
                }
            }
        }
    }

    fn title(&mut self, name: String, span: Span) {
        self.titles.count += 1;
        self.open.clear();
        if let Some(first) = self.titles.first {
            self.place = Place::Nowhere;
            let message = format!("there is a second H1 {}, and a file has one title", quoted(&name));
            let first = self.structure.place(first);
            let diagnostic = self.structure.at(Code::A622, span, message);
            let diagnostic = diagnostic.with_related(first, "this H1 is the title");
            self.structure.push(diagnostic.with_help("make it a section: `## …`"));
            return;
        }
        if name.is_empty() {
            let diagnostic = self.structure.at(Code::A621, span, "the title has no text: this H1 is empty");
            self.structure.push(diagnostic.with_help("write a text behind the `#`"));
        }
        self.titles.first = Some(span);
        self.place = Place::H1;
        self.out.title = name;
    }

    fn section(&mut self, level: u8, name: String, heading: Span) {
        let mut skips = false;
        while let Some(open) = self.open.pop_if(|open| open.level >= level) {
            skips = open.level == level && open.skips;
        }
        let parent = self.open.last().map(|open| open.index);
        let wanted = self.open.last().map_or(1, |open| open.level) + 1;
        // The next heading of the level that a heading has skipped to is part of the same mistake.
        if level > wanted && !skips {
            let message =
                format!("the heading {} is an H{level} where an H{wanted} has to come first", quoted(&name));
            let help = format!("write it with {wanted} `#`, or put a section of that level above it");
            self.structure.push(self.structure.at(Code::A624, heading, message).with_help(help));
        }
        let index = self.out.sections.len();
        self.open.push(Open { level, index, skips: level > wanted });
        match self.names.entry((self.titles.count, parent, name.clone())) {
            Entry::Vacant(entry) => {
                entry.insert(heading);
            }
            Entry::Occupied(entry) => {
                let message = format!("there is a second section {} beside the first", quoted(&name));
                let first = self.structure.place(*entry.get());
                let diagnostic = self.structure.at(Code::A625, heading, message);
                let diagnostic = diagnostic.with_related(first, "this is the first one");
                self.structure.push(diagnostic.with_help("give one of them another name"));
            }
        }
        match parent.and_then(|parent| self.out.sections.get_mut(parent)) {
            Some(parent) => parent.children.push(index),
            None => self.out.roots.push(index),
        }
        self.out.sections.push(Section {
            level,
            name,
            parent,
            children: Vec::new(),
            heading,
            blocks: Vec::new(),
        });
        self.place = Place::Section(index);
    }

    fn lua(&mut self, lua: Lua) {
        let Some(next) = lua.next else { return self.unclosed(&lua) };
        let around = self.prose..lua.opening.start;
        self.prose = next;
        let blocks = match self.place {
            Place::Above | Place::Nowhere => return,
            Place::H1 => &mut self.out.h1,
            Place::Section(index) => match self.out.sections.get_mut(index) {
                Some(section) => &mut section.blocks,
                None => return,
            },
        };
        let line = line_of(self.text, lua.code.start, &mut self.counted);
        blocks.push(Block { prose: prose::read(self.text, around), code: Span::new(lua.code), line });
    }

    fn unclosed(&mut self, lua: &Lua) {
        let message = "the Lua block that begins here is not closed";
        let diagnostic = self.fences.at(Code::A631, Span::new(lua.opening.range()), message);
        let diagnostic = match lua.almost {
            Some(line) => {
                let place = self.fences.place(Span::new(line.range()));
                diagnostic.with_related(place, "this line does not close it")
            }
            None => diagnostic,
        };
        let help = "close it with a line that is three backticks and nothing else, not even a space";
        self.fences.push(diagnostic.with_help(help));
    }
}

/// The line that begins at a byte, counted on from where was counted last.
fn line_of(text: &str, at: usize, counted: &mut (usize, usize)) -> usize {
    let passed: Range<usize> = counted.0..at;
    let lines = line::count(text.get(passed).unwrap_or_default());
    *counted = (at, counted.1 + lines);
    counted.1
}
