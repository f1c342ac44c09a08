//! Any bytes under a right digest: a clear refusal, or a certificate that is written as it was read;
//! and what it claims is true.

#![no_main]

use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use fanorona::solve::Certificate;
use fanorona::tablebase::{Monitor, Request, Tablebase};
use fanorona::{Color, Variant, Wdl};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

/// All of Telo, which also checks what is claimed.
static TABLES: LazyLock<Tablebase> = LazyLock::new(|| {
    let monitor = Monitor::new(NonZeroUsize::MIN);
    Tablebase::in_memory(Request::new(Variant::TELO, 9), &monitor).expect("tables")
});

fuzz_target!(|body: &[u8]| {
    let mut file = [b"FANOCERT", body].concat();
    let digest = Sha256::digest(&file);
    file.extend(digest);
    let Ok(certificate) = Certificate::from_bytes(&file) else { return };
    assert_eq!(certificate.to_bytes(), file);
    if certificate.check(Some(&TABLES), &AtomicBool::new(false)).is_err() {
        return;
    }
    if certificate.root.variant() == Variant::TELO {
        let winner = match TABLES.probe_wdl(&certificate.root).expect("a value") {
            Wdl::Win => Some(certificate.root.turn()),
            Wdl::Loss => Some(!certificate.root.turn()),
            Wdl::Draw => None::<Color>,
        };
        assert_eq!(certificate.winner(), winner);
    }
});
