//! Work that several threads share.

use std::thread;

/// Does `lead` on the caller's thread while so many others `help`; returns when all are done. A
/// machine that has no thread left works with fewer.
pub(crate) fn with_helpers<T>(
    helpers: usize,
    help: impl Fn() + Sync,
    lead: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        let help = &help;
        for _ in 0..helpers {
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        lead()
    })
}
