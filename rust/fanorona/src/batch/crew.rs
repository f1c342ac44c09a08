//! Threads that wait for work.

use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};
use std::{process, thread};

/// How long a thread without work stays awake.
const AWAKE: Duration = Duration::from_micros(500);

/// Threads that wait between calls, since to start one takes as long as hundreds of steps. They
/// end when the crew is dropped.
pub(super) struct Crew<T> {
    workers: Vec<Worker<T>>,
    process: u32,
}

struct Worker<T> {
    jobs: Sender<(T, Work<T>)>,
    done: Receiver<T>,
}

/// What is done with an item.
pub(super) type Work<T> = fn(&mut T);

impl<T: Send + 'static> Crew<T> {
    /// A crew of this many threads beside the caller's.
    pub(super) fn new(others: usize) -> io::Result<Self> {
        let workers = (0..others).map(|_| Worker::new()).collect::<io::Result<_>>()?;
        Ok(Self { workers, process: process::id() })
    }

    /// Works on all items, the first on the caller's thread and each other on one of its own, and
    /// returns when all are done. Says whether all came back: one is lost where its thread
    /// panicked.
    pub(super) fn work(&self, items: &mut Vec<T>, work: Work<T>) -> bool {
        if self.process != process::id() {
            // A fork has the caller's thread alone, and would wait for the others for ever.
            items.iter_mut().for_each(work);
            return true;
        }
        if items.len() != self.workers.len() + 1 {
            return false;
        }
        let mut sent = 0;
        for (item, worker) in items.drain(1..).zip(&self.workers) {
            sent += usize::from(worker.jobs.send((item, work)).is_ok());
        }
        items.iter_mut().for_each(work);
        items.extend(self.workers.iter().take(sent).map_while(|worker| receive(&worker.done)));
        items.len() == self.workers.len() + 1
    }
}

impl<T: Send + 'static> Worker<T> {
    fn new() -> io::Result<Self> {
        let (jobs, received) = channel::<(T, Work<T>)>();
        let (finished, done) = channel();
        thread::Builder::new().name("batch".to_owned()).spawn(move || {
            while let Some((mut item, work)) = receive(&received) {
                work(&mut item);
                if finished.send(item).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { jobs, done })
    }
}

/// The next item; none where there will be no more. To wake a thread that sleeps takes as long as
/// many a step, so it first looks again and again for a while, giving way to others each time.
fn receive<T>(from: &Receiver<T>) -> Option<T> {
    let start = Instant::now();
    while start.elapsed() < AWAKE {
        match from.try_recv() {
            Ok(item) => return Some(item),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => thread::yield_now(),
        }
    }
    from.recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_items_are_worked_on_and_stay_in_order() {
        let crew = Crew::new(3).expect("threads");
        let mut items = vec![1, 2, 3, 4];
        for _ in 0..1000 {
            assert!(crew.work(&mut items, |item| *item += 4));
        }
        assert_eq!(items, [4001, 4002, 4003, 4004]);
    }

    #[test]
    fn a_thread_that_is_lost_is_reported() {
        let crew = Crew::new(1).expect("threads");
        let mut items = vec![1, 0];
        assert!(!crew.work(&mut items, |item| assert_ne!(*item, 0)));
        assert!(!crew.work(&mut vec![1, 2], |_| {}), "also later on");
    }
}
