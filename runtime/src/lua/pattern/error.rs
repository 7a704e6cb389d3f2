//! Why matching ended without a result.

use std::fmt;

use super::fuel::OutOfFuel;

/// Why matching or substituting gave up. The text of a [`Fault`] is Lua's; the
/// other two have no counterpart in Lua.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// A fault of the pattern or the replacement that Lua reports too.
    Malformed(Fault),
    /// The steps are used up.
    OutOfFuel,
    /// The result of a substitution would be longer than allowed.
    OutputTooLong,
}

/// What is wrong with a pattern or a replacement string; displays as Lua 5.4
/// words it, without the position Lua puts in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `%` is the last character.
    EndsWithPercent,
    /// A set is not closed.
    MissingBracket,
    /// `%b` without two characters after it.
    MissingBalanceArguments,
    /// `%f` without a set after it.
    MissingFrontierSet,
    /// `)` without an open capture.
    InvalidPatternCapture,
    /// A match whose value is asked for left a capture open.
    UnfinishedCapture,
    /// More than 32 captures.
    TooManyCaptures,
    /// More than 200 nested steps.
    TooComplex,
    /// A reference to a capture that does not exist, by its number.
    CaptureIndex(u8),
    /// `%` in a replacement before something else than a digit or `%`.
    InvalidReplacementPercent,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EndsWithPercent => "malformed pattern (ends with '%')",
            Self::MissingBracket => "malformed pattern (missing ']')",
            Self::MissingBalanceArguments => "malformed pattern (missing arguments to '%b')",
            Self::MissingFrontierSet => "missing '[' after '%f' in pattern",
            Self::InvalidPatternCapture => "invalid pattern capture",
            Self::UnfinishedCapture => "unfinished capture",
            Self::TooManyCaptures => "too many captures",
            Self::TooComplex => "pattern too complex",
            Self::CaptureIndex(number) => return write!(f, "invalid capture index %{number}"),
            Self::InvalidReplacementPercent => "invalid use of '%' in replacement string",
        })
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(fault) => fault.fmt(f),
            Self::OutOfFuel => OutOfFuel.fmt(f),
            Self::OutputTooLong => f.write_str("resulting string too long"),
        }
    }
}

impl std::error::Error for PatternError {}

impl From<Fault> for PatternError {
    fn from(fault: Fault) -> Self {
        Self::Malformed(fault)
    }
}

impl From<OutOfFuel> for PatternError {
    fn from(_: OutOfFuel) -> Self {
        Self::OutOfFuel
    }
}
