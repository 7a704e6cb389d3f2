//! What a run tells while it runs.

/// Something that happened in a run. Tasks are numbered from 0, the main walk; arms and tasks follow in the order in
/// which they were started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A round goes to the model.
    RoundSent {
        /// The task that sends it.
        task: usize,
        /// The round's number, from 0.
        round: usize,
        /// Its text.
        text: &'a str,
    },
    /// The model answered a round, or failed to.
    RoundEnded {
        /// The task that sent it.
        task: usize,
        /// The round's number.
        round: usize,
        /// The reply, or why there is none.
        reply: Result<&'a str, &'a str>,
    },
    /// An arm or task was started.
    TaskStarted {
        /// The new task.
        task: usize,
        /// The task that started it.
        by: usize,
    },
    /// An arm or task ended. A stopped one is not told.
    TaskEnded {
        /// The task.
        task: usize,
        /// The text it returned (empty if it returned nothing), or why it failed.
        result: Result<&'a str, &'a str>,
    },
}
