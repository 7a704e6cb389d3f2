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
pub(super) fn read<'f>(
    text: &str,
    body: usize,
    marks: Vec<Mark>,
    structure: &mut Sink<'f>,
    fences: &mut Sink<'f>,
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

struct Reader<'a, 's, 'f> {
    text: &'a str,
    structure: &'s mut Sink<'f>,
    fences: &'s mut Sink<'f>,
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

impl Reader<'_, '_, '_> {
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

#[cfg(test)]
mod tests {
    use super::super::testing::{flow, said, with_body};
    use super::super::{Flow, Reference};

    fn tree(flow: &Flow) -> Vec<String> {
        let shown = |section: &super::Section| {
            let heading = flow.text(section.heading);
            format!(
                "{} {} {:?} {:?} {heading:?} {}",
                section.level,
                section.name,
                section.parent,
                section.children,
                section.blocks.len()
            )
        };
        flow.sections.iter().map(shown).collect()
    }

    #[test]
    fn sections() {
        let body = "Notes\n\n```lua\n```\n# T\n\n## A\n```lua\n```\n### B\n#### C\n### D ##\n## E\nx\n\nB\n--\n### B\n";
        let flow = flow(&with_body(body));
        assert_eq!(flow.title, "T");
        assert_eq!(flow.h1.len(), 0);
        assert_eq!(
            tree(&flow),
            [
                "2 A None [1, 3] \"## A\" 1",
                "3 B Some(0) [2] \"### B\" 0",
                "4 C Some(1) [] \"#### C\" 0",
                "3 D Some(0) [] \"### D ##\" 0",
                "2 E None [] \"## E\" 0",
                "2 B None [6] \"B\\n--\" 0",
                "3 B Some(5) [] \"### B\" 0",
            ]
        );
        assert_eq!(flow.children(None), [0, 4, 5]);
        assert_eq!(flow.siblings(3), [1, 3]);
        assert_eq!(
            (flow.next(0), flow.next(1), flow.next(3), flow.next(5), flow.next(9)),
            (Some(4), Some(3), None, None, None)
        );
        let find = |among: &[usize], reference| flow.find(among, &Reference::parse(reference).unwrap());
        assert_eq!(find(flow.children(None), "## B"), Some(5));
        assert_eq!(find(flow.children(None), "### B"), None);
        assert_eq!(find(flow.children(Some(0)), "### B"), Some(1));
        assert_eq!(find(flow.children(Some(0)), "### b"), None);
    }

    #[test]
    fn one_title_with_text() {
        assert_eq!(said(&with_body("## A\n### B\n")), ["6:1 A621 the file has no title, which is an H1"]);
        assert_eq!(said(&with_body("")), ["6:1 A621 the file has no title, which is an H1"]);
        assert_eq!(said(&with_body("a\n\n#\n## A\n")), ["8:1 A621 the title has no text: this H1 is empty"]);
        let second = "9:1 A622 there is a second H1 `B`, and a file has one title";
        assert_eq!(said(&with_body("# T\n## A\n\n# B\n## A\n")), [second]);
        let above = "8:1 A623 a heading stands above the title; only text may";
        assert_eq!(said(&with_body("a\n\n### A\n### A\n# T\n## A\n")), [above]);
        // A title may be in what a block without end swallows.
        let unclosed = "6:1 A631 the Lua block that begins here is not closed";
        assert_eq!(said(&with_body("```lua\n# T\n")), [unclosed]);
    }

    #[test]
    fn no_level_is_skipped() {
        let first = "7:1 A624 the heading `A` is an H3 where an H2 has to come first";
        assert_eq!(said(&with_body("# T\n### A\n### B\n#### C\n## D\n")), [first]);
        let second = "8:1 A624 the heading `B` is an H5 where an H3 has to come first";
        assert_eq!(said(&with_body("# T\n## A\n##### B\n### C\n#### D\n##### E\n")), [second]);
    }

    #[test]
    fn names_of_siblings_differ() {
        let twice = "9:1 A625 there is a second section `A` beside the first";
        assert_eq!(said(&with_body("# T\n## A\n### A\n## *A*\n## a\n### A\n")), [twice]);
        assert_eq!(said(&with_body("# T\n## A\n### B\n### C\n#### B\n## B\n")), [""; 0]);
    }

    /// The proses of a body's blocks.
    fn proses(body: &str) -> Vec<String> {
        let flow = flow(&with_body(body));
        let blocks = flow.h1.iter().chain(flow.sections.iter().flat_map(|section| &section.blocks));
        blocks.map(|block| flow.text(block.prose.span).to_owned()).collect()
    }

    #[test]
    fn pending_prose() {
        let lua = "```lua\nx\n```\n";
        assert_eq!(
            proses(&format!(
                "above\n# T\na\n{lua}b\n\n---\n\n c \n{lua}d\n## A\n{lua}\n\ne\n\n\nf\t\n \n{lua}g"
            )),
            ["a", " c ", "", "e\n\n\nf\t"]
        );
        assert_eq!(proses("T\n===\r\na\r\n\r\nb\r\n\r\n```lua\r\n```\r\n"), ["a\r\n\r\nb"]);
        assert_eq!(proses("# T\ra\r\rb\r```lua\r```\r"), ["a\r\rb"]);
        assert_eq!(proses("# T\n> ---\n\n```json\n---\n```\n```lua\n```"), ["> ---\n\n```json\n---\n```"]);
        assert_eq!(proses("# T\n\n \u{3000}é\n\n```lua\n```\n"), [" \u{3000}é"]);
        assert_eq!(proses("# T\na\n* * *\nb\n```lua\n```\n"), ["b"]);
    }

    #[test]
    fn lines_of_code_are_lines_of_the_file() {
        let lines = |body: &str| {
            let flow = flow(&with_body(body));
            flow.h1.iter().map(|block| (block.line, flow.text(block.code).to_owned())).collect::<Vec<_>>()
        };
        let code = |line, code: &str| (line, code.to_owned());
        assert_eq!(lines("# T\n```lua\na\nb\n```\n\n```lua\n```\n"), [code(8, "a\nb\n"), code(13, "")]);
        assert_eq!(lines("# T\r```lua\r\na\r```\r\r```lua\n\nb\n```\n"), [code(8, "a\r"), code(12, "\nb\n")]);
    }
}
