//! A progress line on a terminal, for runs that take longer than a second.

use std::io::IsTerminal as _;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::output;

/// The time for which nothing is shown.
const QUIET: Duration = Duration::from_secs(1);

/// The interval at which the line is updated.
const STEP: Duration = Duration::from_millis(500);

/// Moves to the start of the line, and clears it.
const CLEAR: &str = "\r\x1b[K";

/// Shows, until it is dropped, for how long a run has been active.
pub(crate) struct Progress(Option<(Arc<Ended>, JoinHandle<()>)>);

#[derive(Default)]
struct Ended {
    flag: Mutex<bool>,
    changed: Condvar,
}

impl Progress {
    /// Starts the timer, if standard error is a terminal.
    pub(crate) fn of(what: &'static str) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let ended = Arc::new(Ended::default());
        let watched = Arc::clone(&ended);
        let shown = std::thread::Builder::new().spawn(move || show(what, &watched));
        Self(shown.ok().map(|thread| (ended, thread)))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let Some((ended, thread)) = self.0.take() else { return };
        *ended.flag.lock().unwrap_or_else(PoisonError::into_inner) = true;
        ended.changed.notify_all();
        // The line must be cleared before anything else is printed.
        drop(thread.join());
    }
}

fn show(what: &str, ended: &Ended) {
    let start = Instant::now();
    let mut wait = QUIET;
    let mut is_shown = false;
    let mut flag = ended.flag.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let waited = ended.changed.wait_timeout_while(flag, wait, |has_ended| !*has_ended);
        flag = waited.unwrap_or_else(PoisonError::into_inner).0;
        if *flag {
            break;
        }
        output::err(&format!("{CLEAR}{what}… {} s", start.elapsed().as_secs()));
        (wait, is_shown) = (STEP, true);
    }
    if is_shown {
        output::err(CLEAR);
    }
}
