//! Long calls: the one place that releases the GIL and looks for signals.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::Error;

/// How long a waiting caller sleeps between two looks at the signals.
const SLICE: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own while the caller waits without the GIL. A signal that raises
/// (Ctrl-C) sets the stop flag that `work` must poll, and the exception is passed on.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    run_watched(py, stop, work, || Ok(()))
}

/// Like [`run`]; `watch` is called each time the caller has looked at the signals. An exception
/// that it raises ends the work and is passed on.
pub(crate) fn run_watched<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
    mut watch: impl FnMut() -> PyResult<()>,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    std::thread::scope(|scope| {
        let send = move || {
            // The receiver outlives the scope, so sending cannot fail.
            let _ = sender.send(work());
        };
        let worker = match std::thread::Builder::new().spawn_scoped(scope, send) {
            Ok(worker) => worker,
            Err(error) => return Err(Error::runtime(format!("no thread left: {error}")).into()),
        };
        let wait = || match receiver.lock() {
            Ok(receiver) => receiver.recv_timeout(SLICE),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        };
        let result = loop {
            match py.detach(wait) {
                Ok(value) => break Ok(value),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals().and_then(|()| watch()) {
                        stop.store(true, Ordering::Relaxed);
                        break Err(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    break Err(Error::runtime("the working thread failed").into());
                }
            }
        };
        // Joined here, so that a panic of the worker ends as the error above. It may take a
        // moment to see the flag, and must not wait for the GIL in vain meanwhile.
        py.detach(|| worker.join().ok());
        result
    })
}

/// Runs `work` on this thread without the GIL: for what takes a moment and cannot be stopped, such
/// as reading a file.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    py.detach(work)
}
