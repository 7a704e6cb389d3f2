//! What is known of a compiled prompt besides its text.

/// The facts about an entry that was compiled ahead of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileSpec {
    /// The path of the entry in its set.
    pub entry: &'static str,
    /// The compiled text, with its tokens and `\{{` as they are.
    pub text: &'static str,
    /// The used names, in the order reached.
    pub bindings: &'static [Binding<'static>],
    /// The paths of the files that are in the text, in the order reached, the entry first.
    pub reached: &'static [&'static str],
}

impl FileSpec {
    /// For generated code.
    #[must_use]
    pub const fn new(
        entry: &'static str,
        text: &'static str,
        bindings: &'static [Binding<'static>],
        reached: &'static [&'static str],
    ) -> Self {
        Self { entry, text, bindings, reached }
    }
}

/// A used name and where its value comes from (section 3 of the prompt file specification).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Binding<'a> {
    /// The name, as between the doubled braces.
    pub name: &'a str,
    /// The resolver key.
    pub key: &'a str,
    /// What the resolver is called with.
    pub arguments: Arguments<'a>,
    /// The text that stands in where the resolver has nothing.
    pub default: Option<&'a str>,
    /// The path of the first reached file that declares and uses the name.
    pub file: &'a str,
    /// The line of the declaration's name in it, from 1.
    pub line: u32,
}

impl<'a> Binding<'a> {
    /// For generated code: a binding without arguments or default.
    #[must_use]
    pub const fn new(name: &'a str, key: &'a str, file: &'a str, line: u32) -> Self {
        Self { name, key, arguments: Arguments(Pairs::Borrowed(&[])), default: None, file, line }
    }

    /// For generated code: the same with arguments, sorted by name.
    #[must_use]
    pub const fn with_arguments(mut self, arguments: &'a [(&'a str, &'a str)]) -> Self {
        self.arguments = Arguments(Pairs::Borrowed(arguments));
        self
    }

    /// For generated code: the same with a default.
    #[must_use]
    pub const fn with_default(mut self, default: &'a str) -> Self {
        self.default = Some(default);
        self
    }

    #[cfg(feature = "prompt-files")]
    pub(super) fn with_owned(mut self, arguments: &'a [(String, String)]) -> Self {
        self.arguments = Arguments(Pairs::Owned(arguments));
        self
    }
}

/// The arguments of a declaration: texts by name, in the order of the names.
#[derive(Clone, Copy)]
pub struct Arguments<'a>(Pairs<'a>);

#[derive(Clone, Copy)]
enum Pairs<'a> {
    Borrowed(&'a [(&'a str, &'a str)]),
    #[cfg(feature = "prompt-files")]
    Owned(&'a [(String, String)]),
}

impl<'a> Arguments<'a> {
    /// The text of an argument, if it is given.
    #[must_use]
    pub fn get(self, name: &str) -> Option<&'a str> {
        self.iter().find(|(given, _)| *given == name).map(|(_, text)| text)
    }

    /// All of them: names and texts.
    pub fn iter(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let borrowed = match self.0 {
            Pairs::Borrowed(pairs) => pairs,
            #[cfg(feature = "prompt-files")]
            Pairs::Owned(_) => &[],
        };
        let owned = match self.0 {
            Pairs::Borrowed(_) => [].as_slice(),
            #[cfg(feature = "prompt-files")]
            Pairs::Owned(pairs) => pairs,
        };
        let owned = owned.iter().map(|(name, text): &(String, String)| (name.as_str(), text.as_str()));
        borrowed.iter().copied().chain(owned)
    }

    /// Whether none is given.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }
}

impl std::fmt::Debug for Arguments<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl PartialEq for Arguments<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Arguments<'_> {}
