//! Work on many things side by side.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

/// Does the same work on each thing, on as many threads as there are processors. What comes of it is in the order of the
/// things, whichever was ready first.
pub fn on_each<T: Sync, R: Send>(things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (pending, done) = (Mutex::new(things.iter().enumerate()), Mutex::new(Vec::new()));
    let next = || pending.lock().expect("taking the next one does not fail").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some((number, thing)) = next() {
                    let result = work(thing);
                    done.lock().expect("putting a result in does not fail").push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("all threads have ended");
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}
