//! In: what is between the braces of a tag. Out: what it says (agent format, section 6, the grammar of
//! tags), or which kind of tag it fails to be.

/// A tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// `{inputs.x}`
    Value(Path),
    /// `{#each inputs.xs as x, i}`
    Each(EachTag),
    /// `{#if inputs.on}`
    If(ConditionTag),
    /// `{:else if inputs.on}`
    ElseIf(ConditionTag),
    /// `{:else}`
    Else,
    /// `{/each}`
    EndEach,
    /// `{/if}`
    EndIf,
}

/// A dotted name: at least one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(super) root: String,
    pub(super) fields: Vec<String>,
}

impl Path {
    pub(super) fn parts(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.root).chain(&self.fields).map(String::as_str)
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.parts().collect::<Vec<_>>().join("."))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EachTag {
    pub(super) list: Path,
    pub(super) item: Item,
    pub(super) index: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Name(String),
    Fields(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConditionTag {
    pub(super) negated: bool,
    pub(super) path: Path,
}

/// Why the content of a tag is no tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Malformed {
    Each,
    If,
    ElseIf,
    /// `#for`, or `if` without its mark: it opens a block that there is not.
    Opening,
    /// `/for`, or `/` alone: it closes one.
    Closing,
    Other,
}

/// Reads the content of a tag.
pub(super) fn read(content: &str) -> Result<Tag, Malformed> {
    let content = content.trim_matches(is_space);
    if let Some(rest) = content.strip_prefix("#each") {
        return each(rest).map(Tag::Each).ok_or(Malformed::Each);
    }
    if let Some(rest) = content.strip_prefix("#if") {
        return condition(rest).map(Tag::If).ok_or(Malformed::If);
    }
    if let Some(rest) = content.strip_prefix(":else if") {
        return condition(rest).map(Tag::ElseIf).ok_or(Malformed::ElseIf);
    }
    match content {
        ":else" => Ok(Tag::Else),
        "/each" => Ok(Tag::EndEach),
        "/if" => Ok(Tag::EndIf),
        _ => match Cursor(content).path() {
            Some((path, Cursor(""))) => Ok(Tag::Value(path)),
            _ if content.starts_with('#') || content.starts_with("if ") || content.starts_with("each ") => {
                Err(Malformed::Opening)
            }
            _ if content.starts_with('/') => Err(Malformed::Closing),
            _ => Err(Malformed::Other),
        },
    }
}

/// `ws path ws "as" ws item [ ows "," ows identifier ]`
fn each(rest: &str) -> Option<EachTag> {
    let (list, rest) = Cursor(rest).spaces()?.path()?;
    let rest = rest.spaces()?.token("as")?.spaces()?;
    let (item, rest) = match rest.token("{") {
        Some(rest) => {
            let (fields, rest) = rest.fields()?;
            (Item::Fields(fields), rest)
        }
        None => {
            let (name, rest) = rest.identifier()?;
            (Item::Name(name), rest)
        }
    };
    let (index, rest) = match rest.skip_spaces().token(",") {
        Some(rest) => {
            let (name, rest) = rest.skip_spaces().identifier()?;
            (Some(name), rest)
        }
        None => (None, rest),
    };
    rest.0.is_empty().then_some(EachTag { list, item, index })
}

/// `ws [ "!" ows ] path`
fn condition(rest: &str) -> Option<ConditionTag> {
    let rest = Cursor(rest).spaces()?;
    let (negated, rest) = match rest.token("!") {
        Some(rest) => (true, rest.skip_spaces()),
        None => (false, rest),
    };
    let (path, rest) = rest.path()?;
    rest.0.is_empty().then_some(ConditionTag { negated, path })
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// What is left of a tag's content.
struct Cursor<'a>(&'a str);

impl<'a> Cursor<'a> {
    fn token(&self, token: &str) -> Option<Self> {
        self.0.strip_prefix(token).map(Self)
    }

    fn skip_spaces(&self) -> Self {
        Self(self.0.trim_start_matches(is_space))
    }

    /// At least one space.
    fn spaces(&self) -> Option<Self> {
        self.0.starts_with(is_space).then(|| self.skip_spaces())
    }

    fn identifier(&self) -> Option<(String, Self)> {
        let rest = self.0.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let name = &self.0[..self.0.len() - rest.len()];
        crate::types::is_identifier(name).then(|| (name.to_owned(), Self(rest)))
    }

    fn path(&self) -> Option<(Path, Self)> {
        let (root, mut rest) = self.identifier()?;
        let mut fields = Vec::new();
        while let Some(after) = rest.token(".") {
            let (field, after) = after.identifier()?;
            fields.push(field);
            rest = after;
        }
        Some((Path { root, fields }, rest))
    }

    /// The names of a destructuring, behind its `{` and up to its `}`.
    fn fields(&self) -> Option<(Vec<String>, Self)> {
        let mut names = Vec::new();
        let mut rest = Self(self.0);
        loop {
            let (name, after) = rest.skip_spaces().identifier()?;
            names.push(name);
            let after = after.skip_spaces();
            if let Some(after) = after.token("}") {
                return Some((names, after));
            }
            rest = after.token(",")?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Path {
        let mut parts = text.split('.').map(str::to_owned);
        Path { root: parts.next().unwrap(), fields: parts.collect() }
    }

    fn each_tag(list: &str, item: Item, index: Option<&str>) -> Result<Tag, Malformed> {
        Ok(Tag::Each(EachTag { list: path(list), item, index: index.map(str::to_owned) }))
    }

    #[test]
    fn values() {
        assert_eq!(read(" \n inputs.a.b\t"), Ok(Tag::Value(path("inputs.a.b"))));
        assert_eq!(read("else"), Ok(Tag::Value(path("else"))));
        for content in
            ["", ".", "inputs.", "inputs..a", "inputs.0", "inputs . a", "a + 1", "a|b", "\"a\"", "é"]
        {
            assert_eq!(read(content), Err(Malformed::Other), "{content}");
        }
    }

    #[test]
    fn loops() {
        let name = |name: &str| Item::Name(name.to_owned());
        assert_eq!(read("#each inputs.xs as x"), each_tag("inputs.xs", name("x"), None));
        assert_eq!(read("#each inputs.xs\nas x ,i"), each_tag("inputs.xs", name("x"), Some("i")));
        assert_eq!(read("#each as as as"), each_tag("as", name("as"), None));
        let fields = || Item::Fields(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(read("#each r as { a ,b },  i"), each_tag("r", fields(), Some("i")));
        assert_eq!(read("#each r as {a, b}"), each_tag("r", fields(), None));
        for content in [
            "#each",
            "#each r",
            "#eachr as x",
            "#each as x",
            "#each r as x, i, j",
            "#each x in r",
            "#each r as a.b",
            "#each r as {}",
            "#each r as {a,}",
            "#each r as{a}",
            "#each r as x i",
            "#each r as x,",
        ] {
            assert_eq!(read(content), Err(Malformed::Each), "{content}");
        }
    }

    #[test]
    fn conditions() {
        let tag = |negated, text| ConditionTag { negated, path: path(text) };
        assert_eq!(read("#if inputs.on"), Ok(Tag::If(tag(false, "inputs.on"))));
        assert_eq!(read("#if ! inputs.on"), Ok(Tag::If(tag(true, "inputs.on"))));
        assert_eq!(read(":else if !inputs.on"), Ok(Tag::ElseIf(tag(true, "inputs.on"))));
        for content in ["#if", "#if!a", "#ifa", "#if !!a", "#if a && b", "#if not a", "#if a.", "#if \"a\""] {
            assert_eq!(read(content), Err(Malformed::If), "{content}");
        }
        for content in [":else if", ":else ifa", ":else if a b"] {
            assert_eq!(read(content), Err(Malformed::ElseIf), "{content}");
        }
    }

    #[test]
    fn words() {
        assert_eq!(read(" /each "), Ok(Tag::EndEach));
        assert_eq!(read("/if"), Ok(Tag::EndIf));
        assert_eq!(read(":else"), Ok(Tag::Else));
        for content in [": else", ":elseif a", ":else  if a", ":else x"] {
            assert_eq!(read(content), Err(Malformed::Other), "{content}");
        }
        for content in ["# if a", "#for x", "if a", "each x as y"] {
            assert_eq!(read(content), Err(Malformed::Opening), "{content}");
        }
        for content in ["/ if", "/for", "/each x", "/"] {
            assert_eq!(read(content), Err(Malformed::Closing), "{content}");
        }
    }
}
