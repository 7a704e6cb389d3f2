//! Frontmatter (section 1.2 of the dynamic prompt specification).
//!
//! In: a file. Out: the keys that this layer needs, and where the body begins.

use std::ops::Range;

use super::data::Argument;
use super::line::{self, Line};
use super::yaml::{self, Member, Node, Value};
use super::{arguments, message::quoted};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::source::Span;

/// The version of the language that runs.
const VERSION: i64 = 0;

/// What the frontmatter says, as far as it is right.
#[derive(Debug, Default)]
pub(super) struct Frontmatter {
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
    pub(super) arguments: Option<Vec<Argument>>,
    /// Where the body begins; none if there is nothing to be said of a body, since nobody knows where it begins or
    /// the file is of another version.
    pub(super) body: Option<usize>,
    /// Set if the key `runvil` is missing, which is an error of the structure.
    pub(super) no_version: Option<Diagnostic>,
}

/// Reads the frontmatter.
pub(super) fn read(text: &str, sink: &mut Sink) -> Frontmatter {
    let mut front = Frontmatter::default();
    let Some((opening, inside, body)) = find(text, &mut front, sink) else { return front };
    front.body = Some(body);
    let Some(root) = yaml::read(text, inside, sink) else { return front };
    let members = match root.value {
        Value::Map(members) => members,
        // The block is empty.
        Value::Null => Vec::new(),
        other => {
            let message = format!("the frontmatter is {}, not a map of keys", other.describe());
            let diagnostic = sink.at(Code::A605, root.span, message);
            sink.push(diagnostic.with_help("write one `key: value` on each line, such as `name: greet`"));
            return front;
        }
    };
    let mut keys = Keys { opening, sink };
    // What another version wants of the other keys is not known.
    if keys.version(&members, &mut front) {
        front.body = None;
        return front;
    }
    front.name = keys.text(&members, "name");
    front.description = keys.text(&members, "description");
    if let Some(member) = member(&members, "args") {
        front.arguments = arguments::read(&member.node, keys.sink);
    }
    front
}

/// The opening line, what is between the markers, and where the body begins.
fn find(text: &str, front: &mut Frontmatter, sink: &mut Sink) -> Option<(Span, Range<usize>, usize)> {
    let is_marker = |line: &Line| line.of(text).trim() == "---";
    let mut lines = line::lines(text, 0);
    let first = line::from(text, 0);
    let opening = lines.find(|line| !line.of(text).trim().is_empty()).filter(is_marker);
    let closing = opening.and_then(|_| lines.find(is_marker));
    let problem = match (opening, closing) {
        (Some(opening), Some(closing)) => {
            let span = Span::new(opening.range());
            if opening.start > 0 {
                let message = "the frontmatter does not begin on the first line of the file";
                let diagnostic = sink.at(Code::A601, span, message);
                sink.push(diagnostic.with_help("leave out the lines above its `---`"));
            }
            return Some((span, opening.next..closing.start, closing.next));
        }
        (Some(opening), None) if opening.start == 0 => {
            let message = "the frontmatter that begins here is not closed";
            sink.at(Code::A602, Span::new(opening.range()), message)
                .with_help("end it with a line `---`, above the title")
        }
        _ => {
            front.body = Some(0);
            sink.at(Code::A601, Span::new(first.range()), "the file has no frontmatter").with_help(
                "begin it with a line `---`, the keys `name`, `description` and `runvil: 0`, and a line `---`",
            )
        }
    };
    sink.push(problem);
    None
}

fn member<'a>(members: &'a [Member], name: &str) -> Option<&'a Member> {
    members.iter().find(|member| member.name.as_deref() == Some(name))
}

struct Keys<'s, 'f> {
    opening: Span,
    sink: &'s mut Sink<'f>,
}

impl Keys<'_, '_> {
    /// A required string.
    fn text(&mut self, members: &[Member], name: &str) -> Option<String> {
        let Some(member) = member(members, name) else {
            let message = format!("the frontmatter has no key `{name}`");
            let diagnostic = self.sink.at(Code::A604, self.opening, message);
            self.sink.push(diagnostic.with_help(format!("add a line `{name}: …`")));
            return None;
        };
        string(&member.node, &format!("`{name}`"), Code::A605, self.sink)
    }

    /// Whether the file is of a version that does not run.
    fn version(&mut self, members: &[Member], front: &mut Frontmatter) -> bool {
        const HELP: &str = "write `runvil: 0`";
        let Some(member) = member(members, "runvil") else {
            let message = "the frontmatter has no key `runvil`, so the file cannot be run";
            front.no_version = Some(self.sink.at(Code::A611, self.opening, message).with_help(HELP));
            return false;
        };
        let Node { span, value } = &member.node;
        let (code, message) = match value {
            Value::Integer(Some(VERSION)) => return false,
            Value::Integer(version) => {
                let shown =
                    version.map_or_else(|| "a large number".to_owned(), |version| version.to_string());
                (Code::A612, format!("`runvil` is {shown}, and only version {VERSION} runs"))
            }
            other => (Code::A605, format!("`runvil` is {}, not a whole number", other.describe())),
        };
        self.sink.push(self.sink.at(code, *span, message).with_help(HELP));
        code == Code::A612
    }
}

/// A value that has to be a string; if it is not, that is said with the help of quotes where these are what is missing.
pub(super) fn string(node: &Node, what: &str, code: Code, sink: &mut Sink) -> Option<String> {
    let help = match &node.value {
        Value::String(text) => return Some(text.clone()),
        Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => "put it in quotes",
        Value::Null => "write a text behind the colon",
        Value::Alias | Value::Tagged => "write the text itself",
        Value::List | Value::Map(_) => "write a text, in quotes if it begins with a bracket or brace",
    };
    let message = format!("{what} is {}, not a string", node.value.describe());
    sink.push(sink.at(code, node.span, message).with_help(help));
    None
}

/// A member's key, for a message.
pub(super) fn key(member: &Member) -> String {
    member.name.as_deref().map_or_else(|| "a key".to_owned(), quoted)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{codes, flow, said, with_front};

    #[test]
    fn keys_of_a_right_file() {
        let read = flow(
            "---\nname: 'a \"b\"'\ndescription: >\n  c\n  d\nrunvil: +0\nother: { x: [1, 2] }\n---\n# T\n",
        );
        assert_eq!((read.name.as_str(), read.description.as_str()), ("a \"b\"", "c d\n"));
        assert_eq!(read.arguments, None);
        assert_eq!(flow(&with_front("args: {}")).arguments, Some(Vec::new()));
        assert_eq!(flow(" --- \t\r\nname: !!str 1\rdescription: no\r\nrunvil: 0x0\n\t---\n# T").name, "1");
    }

    #[test]
    fn markers() {
        assert_eq!(said("# T\n"), ["1:1 A601 the file has no frontmatter"]);
        assert_eq!(codes(""), ["1:1 A601", "1:1 A621"]);
        assert_eq!(codes("----\nname: n\n---\n# T\n"), ["1:1 A601", "2:1 A623"]);
        assert_eq!(said("---\nname: n\n# T\n"), ["1:1 A602 the frontmatter that begins here is not closed"]);
        assert_eq!(
            said(&format!("\n{}", with_front(""))),
            ["2:1 A601 the frontmatter does not begin on the first line of the file"]
        );
        // A closing line counts wherever YAML would have it.
        assert_eq!(codes("---\nname: |\n  a\n  ---\n# T\n"), ["1:1 A604", "1:1 A611"]);
    }

    #[test]
    fn missing_keys() {
        assert_eq!(
            said("---\n---\n# T\n"),
            [
                "1:1 A604 the frontmatter has no key `name`",
                "1:1 A604 the frontmatter has no key `description`",
                "1:1 A611 the frontmatter has no key `runvil`, so the file cannot be run",
            ]
        );
    }

    #[test]
    fn wrong_values() {
        let of = |front: &str| said(&format!("---\n{front}\n---\n# T\n"));
        for (name, what) in [
            ("", "nothing"),
            ("~", "nothing"),
            ("42", "a whole number"),
            ("1e3", "a number"),
            ("True", "a boolean"),
            ("[a]", "a list"),
            ("{a: b}", "a map"),
            ("!x a", "a tagged value"),
        ] {
            let found = of(&format!("name: {name}\ndescription: d\nrunvil: 0"));
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(
                found[0].starts_with("2:")
                    && found[0].ends_with(&format!(" A605 `name` is {what}, not a string")),
                "{found:?}"
            );
        }
        for value in ["'0'", "0.0", "zero", "null", "[0]"] {
            let found = of(&format!("name: n\ndescription: d\nrunvil: {value}"));
            assert!(found.len() == 1 && found[0].starts_with("4:9 A605 `runvil` is "), "{found:?}");
        }
        assert_eq!(of("- name: n"), ["2:1 A605 the frontmatter is a list, not a map of keys"]);
        assert_eq!(of("name"), ["2:1 A605 the frontmatter is a string, not a map of keys"]);
        let alias = "description: &d d\nname: *d\nrunvil: 0";
        assert_eq!(of(alias), ["3:7 A605 `name` is an alias, not a string"]);
        let args = "name: n\ndescription: d\nrunvil: 0\nargs:";
        assert_eq!(of(args), ["5:1 A605 `args` is nothing, not a map of declarations"]);
    }
}
