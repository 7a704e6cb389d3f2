//! Warnings that count as errors.

use std::collections::BTreeSet;

use crate::code::Code;
use crate::compile::Compiled;
use crate::diagnostic::{Diagnostic, Severity};

/// The warnings that are errors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deny {
    all: bool,
    codes: BTreeSet<Code>,
}

impl Deny {
    /// Adds a code, or `warnings` for all of them.
    ///
    /// # Errors
    /// The name is no warning; the message says so.
    pub(crate) fn add(&mut self, name: &str) -> Result<(), String> {
        if name == "warnings" {
            self.all = true;
            return Ok(());
        }
        match name.parse::<Code>() {
            Ok(code) if code.severity() == Severity::Warning => {
                self.codes.insert(code);
                Ok(())
            }
            Ok(code) => Err(format!("`{code}` is an error already; only warnings can be denied")),
            Err(_) => Err(format!("`{name}` is no warning; write `warnings` or a code such as `A901`")),
        }
    }

    /// Makes errors of the warnings that are denied.
    pub(crate) fn apply(&self, mut compiled: Compiled) -> Compiled {
        self.raise(&mut compiled.diagnostics);
        compiled
    }

    /// The same for the diagnostics alone.
    pub(crate) fn raise(&self, diagnostics: &mut [Diagnostic]) {
        for diagnostic in diagnostics.iter_mut().filter(|diagnostic| self.denies(diagnostic)) {
            diagnostic.severity = Severity::Error;
        }
    }

    fn denies(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.severity == Severity::Warning && (self.all || self.codes.contains(&diagnostic.code))
    }
}
