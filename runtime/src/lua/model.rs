//! Models: who answers rounds (section 2.9 of the dynamic prompt specification).

use std::collections::VecDeque;
use std::fmt;
use std::future::ready;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};

/// A future reply; not bound to any runtime.
pub type Reply = Pin<Box<dyn Future<Output = Result<String, ModelError>> + Send>>;

/// Answers rounds. Many may wait for their reply at a time.
pub trait Model: Send + Sync {
    /// Its id, which `sys.model` shows.
    fn id(&self) -> &str;

    /// Sends a round and gives its reply. Dropping the future gives the round up.
    fn infer(&self, round: Round) -> Reply;
}

/// One round.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Round {
    /// The text, exactly as it is to be sent.
    pub text: String,
    /// Its number in the run, from 0, in the order in which rounds are sent.
    pub number: usize,
}

/// Why a model did not answer. In Lua it is an error value of kind `internal`; uncaught it ends the run with kind
/// [`Completion`](super::RunErrorKind::Completion).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError {
    message: String,
}

impl ModelError {
    /// An error with this message. It becomes visible to the prompt, so it should hold no secret.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ModelError {}

/// A model for tests: gives out replies in the order in which rounds are sent, then fails.
#[derive(Debug)]
pub struct ScriptedModel {
    id: String,
    replies: Mutex<VecDeque<String>>,
}

impl ScriptedModel {
    /// A model with these replies and the id `scripted`.
    #[must_use]
    pub fn new<R: Into<String>>(replies: impl IntoIterator<Item = R>) -> Self {
        let replies = replies.into_iter().map(Into::into).collect();
        Self { id: "scripted".to_owned(), replies: Mutex::new(replies) }
    }

    /// With another id.
    #[must_use]
    pub fn with_id(self, id: impl Into<String>) -> Self {
        Self { id: id.into(), ..self }
    }
}

impl Model for ScriptedModel {
    fn id(&self) -> &str {
        &self.id
    }

    fn infer(&self, _round: Round) -> Reply {
        let reply = self.replies.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        Box::pin(ready(reply.ok_or_else(|| ModelError::new("the scripted model has no reply left"))))
    }
}
