//! Work that several threads share.

use std::thread;

/// Does `lead` on the caller's thread while so many others `help`, each with its number from 1 on;
/// returns when all are done. A machine that has no thread left works with fewer.
pub(crate) fn with_helpers<T>(
    helpers: usize,
    help: impl Fn(usize) + Sync,
    lead: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        let help = &help;
        for number in 1..=helpers {
            if thread::Builder::new().spawn_scoped(scope, move || help(number)).is_err() {
                break;
            }
        }
        lead()
    })
}
