//! What a run tells while it runs, for people: one line for each event, with times and sizes and no contents.

use std::collections::HashMap;
use std::time::Duration;

use agentc::lua::Event;

/// When rounds and tasks began, since the run did.
#[derive(Default)]
pub(crate) struct Progress {
    rounds: HashMap<usize, Duration>,
    tasks: HashMap<usize, Duration>,
}

impl Progress {
    /// The line of an event, `now` after the start of the run.
    pub(crate) fn line(&mut self, event: &Event<'_>, now: Duration) -> Option<String> {
        let said = match *event {
            Event::RoundSent { task, round, text } => {
                self.rounds.insert(round, now);
                format!("round {round}{} sent, {}", of(task), size(text))
            }
            Event::RoundEnded { task, round, reply } => {
                let name = format!("round {round}{}", of(task));
                ended(&name, "answered", self.rounds.remove(&round), now, reply)
            }
            Event::TaskStarted { task, by } => {
                self.tasks.insert(task, now);
                match by {
                    0 => format!("task {task} started"),
                    by => format!("task {task} started by task {by}"),
                }
            }
            Event::TaskEnded { task, result } => {
                ended(&format!("task {task}"), "ended", self.tasks.remove(&task), now, result)
            }
            _ => return None,
        };
        Some(format!("{:>7}  {said}", seconds(now)))
    }
}

fn ended(
    name: &str,
    how: &str,
    began: Option<Duration>,
    now: Duration,
    result: Result<&str, &str>,
) -> String {
    let took = seconds(now.saturating_sub(began.unwrap_or(now)));
    match result {
        Ok(text) => format!("{name} {how} after {took}, {}", size(text)),
        Err(_) => format!("{name} failed after {took}"),
    }
}

/// The main walk, which is task 0, is not worth a word.
fn of(task: usize) -> String {
    if task == 0 { String::new() } else { format!(" of task {task}") }
}

fn seconds(time: Duration) -> String {
    format!("{:.1}s", time.as_secs_f64())
}

fn size(text: &str) -> String {
    match text.len() {
        1 => "1 byte".to_owned(),
        length => format!("{length} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_tell_times_and_sizes() {
        let mut progress = Progress::default();
        let mut told =
            |event: Event<'_>, at: u64| progress.line(&event, Duration::from_millis(at)).unwrap_or_default();
        let lines = [
            told(Event::RoundSent { task: 0, round: 0, text: "äb" }, 0),
            told(Event::RoundEnded { task: 0, round: 0, reply: Ok("c") }, 1240),
            told(Event::TaskStarted { task: 1, by: 0 }, 1300),
            told(Event::TaskStarted { task: 2, by: 1 }, 1300),
            told(Event::RoundSent { task: 2, round: 1, text: "" }, 1300),
            told(Event::RoundEnded { task: 2, round: 1, reply: Err("secret") }, 61_300),
            told(Event::TaskEnded { task: 2, result: Err("secret") }, 61_400),
            told(Event::TaskEnded { task: 1, result: Ok("") }, 61_400),
        ];
        assert_eq!(
            lines,
            [
                "   0.0s  round 0 sent, 3 bytes",
                "   1.2s  round 0 answered after 1.2s, 1 byte",
                "   1.3s  task 1 started",
                "   1.3s  task 2 started by task 1",
                "   1.3s  round 1 of task 2 sent, 0 bytes",
                "  61.3s  round 1 of task 2 failed after 60.0s",
                "  61.4s  task 2 failed after 60.1s",
                "  61.4s  task 1 ended after 60.1s, 0 bytes",
            ]
        );
    }
}
