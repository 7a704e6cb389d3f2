//! A model that answers once everybody waits.

use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

use agentc::lua::{Model, Reply, Round};

/// Answers no round before so many were sent.
pub struct Together(Arc<Mutex<Waiting>>);

struct Waiting {
    left: usize,
    wakers: Vec<Waker>,
}

impl Together {
    pub fn new(rounds: usize) -> Self {
        Self(Arc::new(Mutex::new(Waiting { left: rounds, wakers: Vec::new() })))
    }
}

impl Model for Together {
    fn id(&self) -> &'static str {
        "together"
    }

    fn infer(&self, _round: Round) -> Reply {
        let waiting = Arc::clone(&self.0);
        {
            let mut waiting = waiting.lock().unwrap();
            waiting.left = waiting.left.saturating_sub(1);
            if waiting.left == 0 {
                waiting.wakers.drain(..).for_each(Waker::wake);
            }
        }
        Box::pin(poll_fn(move |context| {
            let mut waiting = waiting.lock().unwrap();
            if waiting.left == 0 {
                return Poll::Ready(Ok("ok".to_owned()));
            }
            waiting.wakers.push(context.waker().clone());
            Poll::Pending
        }))
    }
}
