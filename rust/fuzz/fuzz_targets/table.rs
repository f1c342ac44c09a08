//! Any bytes as a table file or as a folder's list, and any contents under a right digest: a clear
//! refusal or a value, and never a wrong value where a digest tells.

#![no_main]

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use arbitrary::Arbitrary;
use fanorona::tablebase::{Monitor, Name, Request, TableError, TableStatistics, Tablebase};
use fanorona::tablebase::{build, verify};
use fanorona::{Fen, Position, Rules, Variant, Wdl};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

const VALUES: &str = "3x3-2v1.wdl";
const DISTANCES: &str = "3x3-2v1.dtc";
const LIST: &str = "manifest.sha256";
/// Where a header has the length of what follows it, its digest, and its end.
const LENGTH: usize = 24;
const DIGEST: usize = 48;
const HEADER: usize = 80;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    /// A file as it is, of values or of distances.
    File(bool, &'a [u8]),
    /// What is compressed, under a header that is right.
    Packed(bool, &'a [u8]),
    /// A good file with bytes changed.
    Changed(bool, [(u16, u8); 3]),
    /// A list of digests.
    List(&'a str),
}

/// A folder with good tables, and what they say.
struct Folder {
    path: PathBuf,
    good: [(&'static str, Vec<u8>); 2],
    answers: Vec<(Position, Answer)>,
}

type Answer = (Wdl, Option<i32>);

static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let path = std::env::temp_dir().join(format!("fanorona-fuzz-{}", std::process::id()));
    let request = Request { distances: true, ..Request::new(Variant::TELO, 3) };
    build(&path, request, &monitor(), &mut |_| {}).expect("tables");
    std::fs::remove_file(path.join(LIST)).expect("removed");
    let good = [VALUES, DISTANCES].map(|name| (name, read(&path.join(name))));
    let tables = Tablebase::open(&path).expect("opened");
    let positions = ["1b1/3/w1w w", "b2/3/1ww w", "w1w/3/2b w", "bww/3/3 w"];
    let answers = positions.map(|text| {
        let position = Fen::parse(text, Rules::THEORY).expect("a position").position;
        (position, ask(&tables, &position).expect("an answer"))
    });
    Folder { path, good, answers: answers.to_vec() }
});

fn monitor() -> Monitor {
    Monitor::new(NonZeroUsize::MIN)
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("read")
}

fn ask(tables: &Tablebase, position: &Position) -> Result<Answer, TableError> {
    Ok((tables.probe_wdl(position)?, tables.probe_dtc(position)?))
}

/// Everything that reads tables; they must be right unless they were `forged`.
fn look(folder: &Folder, forged: bool) {
    let tables = match Tablebase::open(&folder.path) {
        Ok(tables) => tables,
        Err(TableError::Damaged { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    for (position, expected) in &folder.answers {
        match ask(&tables, position) {
            Ok(found) => assert!(forged || found == *expected, "{position:?}: {found:?}"),
            Err(TableError::Damaged { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    for text in [VALUES, DISTANCES] {
        let name = Name::parse(text).expect("a name");
        match verify(&tables, name, 1, &monitor()) {
            Ok(found) => assert!(forged || found.wrong == 0, "{text}: {found:?}"),
            Err(TableError::Damaged { .. }) => {}
            Err(error) => panic!("{error}"),
        }
        match TableStatistics::of(&tables, name.variant, name.counts, &monitor()) {
            Ok(_) | Err(TableError::Damaged { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

fn packed(good: &[u8], contents: &[u8]) -> Vec<u8> {
    let mut file = [&good[..HEADER], contents].concat();
    file[LENGTH..LENGTH + 8].copy_from_slice(&(contents.len() as u64).to_le_bytes());
    let digest = Sha256::new().chain_update(&file[..DIGEST]).chain_update(contents).finalize();
    file[DIGEST..HEADER].copy_from_slice(&digest);
    file
}

fuzz_target!(|input: Input<'_>| {
    let folder = &*FOLDER;
    let good = |distances: bool| &folder.good[usize::from(distances)];
    let (name, bytes, forged) = match input {
        Input::File(distances, bytes) => (good(distances).0, bytes.to_vec(), false),
        Input::Packed(distances, bytes) => {
            let (name, good) = good(distances);
            (*name, packed(good, bytes), true)
        }
        Input::Changed(distances, changes) => {
            let (name, mut bytes) = good(distances).clone();
            for (at, change) in changes {
                let at = usize::from(at) % bytes.len();
                bytes[at] ^= change;
            }
            (name, bytes, false)
        }
        Input::List(text) => (LIST, text.as_bytes().to_vec(), false),
    };
    let path = folder.path.join(name);
    std::fs::write(&path, bytes).expect("written");
    look(folder, forged);
    match folder.good.iter().find(|(good, _)| *good == name) {
        Some((_, good)) => std::fs::write(&path, good).expect("written"),
        None => std::fs::remove_file(&path).expect("removed"),
    }
});
