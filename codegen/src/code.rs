//! The codes of diagnostics. A code keeps its meaning for ever; `agentc explain CODE` prints its page.

use std::fmt;
use std::str::FromStr;

use crate::diagnostic::Severity;

macro_rules! codes {
    ($($name:ident $title:literal)*) => {
        /// The kind of a [`Diagnostic`](crate::Diagnostic): `A1xx` loading, `A2xx` syntax, `A3xx` names, types
        /// and values, `A4xx` templates, `A5xx` prompt files, `A6xx` Lua
        /// prompts, `A9xx` warnings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// Every code there is, in order.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The code as written, such as `A404`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)* }
            }

            /// What it is about, in a few words.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }

            /// A page about it: what it means, an example, and what to do.
            #[must_use]
            pub fn explain(self) -> &'static str {
                match self {
                    $(Self::$name => include_str!(concat!("../explain/", stringify!($name), ".md")),)*
                }
            }
        }
    };
}

codes! {
    A101 "a file cannot be read"
    A102 "a file is not UTF-8"
    A103 "a path that leads to the wrong thing"
    A104 "a file is too large"
    A105 "a sub-agent has no file"
    A106 "a sub-agent's file has another name in it"
    A107 "a file that is not a prompt file"
    A201 "indentation by tabs"
    A202 "uneven indentation"
    A203 "a line indented under nothing"
    A204 "a line without a colon"
    A205 "a malformed header"
    A206 "a wrong count"
    A207 "a row of the wrong width"
    A208 "a value quoted badly"
    A209 "an unknown escape"
    A210 "a blank line inside a table or list"
    A211 "a key given twice"
    A212 "a block line indented by one space"
    A213 "a block on a key that cannot have one"
    A214 "a document that is not an object"
    A215 "nesting that is too deep"
    A216 "a line that is not an item or row"
    A217 "more messages than are listed"
    A301 "an unknown key"
    A302 "a missing key"
    A303 "a value of the wrong kind or out of range"
    A304 "a bad name"
    A305 "a value that is not a list or table"
    A306 "wrong columns"
    A307 "an unsupported type"
    A308 "a name given twice"
    A309 "a tool's input that is not an object type"
    A310 "a name in both tools and uses"
    A311 "mixed forms of tools"
    A321 "a missing input value"
    A322 "an input value of the wrong type"
    A323 "an input value outside its enum"
    A324 "a surplus input value"
    A325 "an input value given twice"
    A326 "input values that are not JSON"
    A401 "a malformed tag"
    A402 "a brace that is never closed"
    A403 "a closing brace on its own"
    A404 "an undeclared input"
    A405 "an unknown name"
    A406 "an unknown field"
    A407 "a loop over something that is not an array input"
    A408 "a malformed block tag"
    A409 "fields of elements that are not objects"
    A410 "a name given twice in one `#each`"
    A411 "a condition that is not a boolean input"
    A412 "a block that is never closed"
    A413 "a closing tag out of place"
    A414 "an else out of place"
    A415 "blocks nested too deep"
    A501 "a path that is none"
    A502 "a file that is not there"
    A503 "files that pull each other in"
    A504 "files nested too deep"
    A505 "a prompt that is too large"
    A506 "brackets that pull nothing in"
    A507 "an undeclared name"
    A508 "a block that is never closed"
    A509 "a malformed line in a block"
    A510 "an unknown field of a declaration"
    A511 "a name or field given twice"
    A512 "one name with two meanings"
    A513 "an unknown resolver key"
    A514 "a resolver that fails"
    A515 "a value that is missing"
    A601 "a file without frontmatter"
    A602 "frontmatter that is never closed"
    A603 "frontmatter that is not YAML"
    A604 "a missing key of the frontmatter"
    A605 "a value of the wrong kind in the frontmatter"
    A606 "a malformed declaration of an argument"
    A607 "a key of the frontmatter given twice"
    A608 "frontmatter nested too deep"
    A611 "no `runvil` key"
    A612 "a version that does not run"
    A621 "no title"
    A622 "more than one title"
    A623 "a heading above the title"
    A624 "a heading that skips a level"
    A625 "two sections of one name"
    A631 "a Lua block that is not closed"
    A641 "Lua that does not compile"
    A901 "an indented block tag"
    A902 "a block tag that joins two lines"
    A903 "a tag in doubled braces"
    A951 "a name declared and never used"
    A952 "a file pulled in twice"
}

impl Code {
    /// Errors make a file invalid; the `A9xx` are warnings.
    #[must_use]
    pub fn severity(self) -> Severity {
        if self.as_str().starts_with("A9") { Severity::Warning } else { Severity::Error }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A string that is no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownCode;

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such code")
    }
}

impl std::error::Error for UnknownCode {}

/// Reads a code in either case.
impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        Self::ALL.iter().copied().find(|code| code.as_str().eq_ignore_ascii_case(text)).ok_or(UnknownCode)
    }
}
