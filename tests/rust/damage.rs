//! Damaged and foreign table files: a clear error, never a wrong answer, whatever was done to them.

mod common;

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use fanorona::tablebase::{Monitor, Name, Request, TableError, Tablebase, build};
use fanorona::{Fen, Position, Rules, Variant, Wdl};

use common::folder::Folder;

const TABLE: &str = "3x3-2v1.wdl";
const LIST: &str = "manifest.sha256";

/// A quiet position of [`TABLE`].
fn position() -> Position {
    let position = Fen::parse("1b1/3/w1w w", Rules::THEORY).expect("a position").position;
    assert!(position.legal_moves().iter().all(|turn| !turn.is_capture()));
    position
}

/// A folder with the tables of three stones on Telo, and with its list of digests if wanted.
fn folder(name: &str, with_list: bool) -> Folder {
    let folder = Folder::new(name);
    let monitor = Monitor::new(NonZeroUsize::MIN);
    build(folder.path(), Request::new(Variant::TELO, 3), &monitor, &mut |_| {}).expect("built");
    if !with_list {
        fs::remove_file(folder.path().join(LIST)).expect("removed");
    }
    folder
}

fn ask(folder: &Path) -> Result<Wdl, TableError> {
    Tablebase::open(folder)?.probe_wdl(&position())
}

/// Asks, and expects an error about a damaged file of this name.
fn refused(folder: &Path, name: &str, what: &str) -> String {
    match ask(folder) {
        Err(TableError::Damaged { path, reason }) => {
            assert_eq!(path, folder.join(name), "{what}");
            reason
        }
        other => panic!("{what}: {other:?}"),
    }
}

#[test]
fn every_truncation_and_every_flipped_bit_is_noticed() {
    for with_list in [true, false] {
        let folder = folder(&format!("bits-{with_list}"), with_list);
        let path = folder.path().join(TABLE);
        let good = fs::read(&path).expect("read");
        assert!(ask(folder.path()).is_ok());
        for at in 0..good.len() {
            fs::write(&path, &good[..at]).expect("written");
            refused(folder.path(), TABLE, &format!("cut at {at}"));
            for bit in 0..8 {
                let mut changed = good.clone();
                changed[at] ^= 1 << bit;
                fs::write(&path, &changed).expect("written");
                refused(folder.path(), TABLE, &format!("bit {bit} of byte {at}"));
            }
        }
        fs::write(&path, [&good[..], b"more"].concat()).expect("written");
        refused(folder.path(), TABLE, "something after the end");
        fs::write(&path, &good).expect("written");
        assert!(ask(folder.path()).is_ok());
    }
}

#[test]
fn files_that_are_other_things() {
    let folder = folder("others", false);
    let path = folder.path().join(TABLE);
    let other = folder.path().join("3x3-1v2.wdl");
    fs::copy(&other, &path).expect("copied");
    assert_eq!(refused(folder.path(), TABLE, "copy"), "another table than its name says");
    fs::write(&path, "").expect("written");
    assert_eq!(refused(folder.path(), TABLE, "empty"), "too short for a table");
    fs::write(&path, vec![b'x'; 1000]).expect("written");
    assert_eq!(refused(folder.path(), TABLE, "text"), "no table of this game");
    let long = fs::File::create(&path).expect("created");
    long.set_len(1 << 40).expect("a file with a hole");
    assert_eq!(refused(folder.path(), TABLE, "long"), "longer than it could be");
    fs::remove_file(&path).expect("removed");
    fs::create_dir(&path).expect("created");
    assert_eq!(refused(folder.path(), TABLE, "folder"), "not a regular file");
    fs::remove_dir(&path).expect("removed");
    assert!(matches!(ask(folder.path()), Err(TableError::Missing(_))));
}

#[cfg(unix)]
#[test]
fn a_pipe_does_not_block() {
    let folder = folder("pipe", false);
    fs::remove_file(folder.path().join(TABLE)).expect("removed");
    folder.pipe(TABLE);
    assert_eq!(refused(folder.path(), TABLE, "pipe"), "not a regular file");
}

#[cfg(unix)]
#[test]
fn a_builder_waits_for_no_pipe() {
    let folder = Folder::new("pipes");
    let monitor = Monitor::new(NonZeroUsize::MIN);
    let build = || build(folder.path(), Request::new(Variant::TELO, 3), &monitor, &mut |_| {});
    let lock = folder.pipe("build.lock");
    let error = build().expect_err("a pipe as the lock");
    assert!(error.to_string().ends_with("build.lock: not a regular file"), "{error}");
    fs::remove_file(&lock).expect("removed");
    folder.pipe("3x3-2v1.wdl.part");
    build().expect("built");
    assert!(ask(folder.path()).is_ok());
}

#[cfg(unix)]
#[test]
fn a_builder_changes_no_file_that_links_lead_to() {
    use std::os::unix::fs::symlink;
    let (folder, other) = (Folder::new("links"), Folder::new("linked"));
    let monitor = Monitor::new(NonZeroUsize::MIN);
    let file = other.path().join("file");
    fs::write(&file, "precious").expect("written");
    for name in ["build.lock", "3x3-2v1.wdl.part", "manifest.sha256.part"] {
        symlink(&file, folder.path().join(name)).expect("linked");
    }
    build(folder.path(), Request::new(Variant::TELO, 3), &monitor, &mut |_| {}).expect("built");
    assert_eq!(fs::read_to_string(&file).expect("read"), "precious");
    let table = fs::symlink_metadata(folder.path().join(TABLE)).expect("a table");
    assert!(table.is_file());
}

#[test]
fn no_more_than_the_header_of_a_file_that_is_none_is_read() {
    let folder = Folder::new("holes");
    let name = "5x9-5v5.wdl";
    let path = folder.path().join(name);
    let file = fs::File::create(&path).expect("created");
    // More than could be read in the time of a test.
    file.set_len(30 << 30).expect("a file with a hole");
    let tables = Tablebase::open(folder.path()).expect("opened");
    let stop = AtomicBool::new(false);
    for error in [
        tables.digest(Name::parse(name).expect("a name"), &stop).map(drop).expect_err("no digest"),
        tables.load(Variant::TSIVY).expect_err("no table"),
    ] {
        assert!(error.to_string().ends_with("no table of this game"), "{error}");
    }
}

#[test]
fn lists_that_do_not_fit() {
    let folder = folder("lists", true);
    let path = folder.path().join(LIST);
    let good = fs::read_to_string(&path).expect("read");
    // The digest of another table in its place.
    let of_other = good.lines().find(|line| line.ends_with("1v1.wdl")).expect("a line");
    let digest = of_other.split(' ').next().expect("a digest");
    let lines = good.lines().map(|line| {
        let name = line.rsplit(' ').next().expect("a name");
        if name == TABLE { format!("{digest}  {TABLE}\n") } else { format!("{line}\n") }
    });
    fs::write(&path, lines.collect::<String>()).expect("written");
    let reason = refused(folder.path(), TABLE, "another digest");
    assert_eq!(reason, "not the file that the folder's list has under this name");
    // Broken lists.
    let long = "x".repeat(2 << 20);
    for text in ["\n", "nonsense", &good[..good.len() - 20], &format!("{good}+{good}"), &long] {
        fs::write(&path, text).expect("written");
        refused(folder.path(), LIST, text.get(..20).unwrap_or(text));
    }
    fs::write(&path, b"\xff\xfe").expect("written");
    refused(folder.path(), LIST, "no text");
    // A table that is listed and gone.
    fs::write(&path, &good).expect("written");
    fs::remove_file(folder.path().join(TABLE)).expect("removed");
    let tables = Tablebase::open(folder.path()).expect("opened");
    let absent: Vec<String> = tables.absent().iter().map(ToString::to_string).collect();
    assert_eq!(absent, [TABLE]);
    assert!(matches!(tables.probe_wdl(&position()), Err(TableError::Missing(_))));
}

#[test]
fn files_of_other_names_are_left_alone() {
    let folder = folder("names", true);
    for name in ["3x3-2v1.wdl.part", "3x3-02v1.wdl", "5x9-1v1.txt", ".hidden", "4x4-1v1.wdl"] {
        fs::write(folder.path().join(name), "nothing").expect("written");
    }
    let tables = Tablebase::open(folder.path()).expect("opened");
    assert_eq!(tables.names().count(), 3);
    assert!(ask(folder.path()).is_ok());
}

#[test]
fn a_build_mends_a_list_that_was_not_written_any_more() {
    let folder = folder("mended", false);
    let monitor = Monitor::new(NonZeroUsize::MIN);
    let request = Request::new(Variant::TELO, 3);
    build(folder.path(), request, &monitor, &mut |table| assert_eq!(table.bytes, 0))
        .expect("built");
    let lines = fs::read_to_string(folder.path().join(LIST)).expect("read");
    assert_eq!(lines.lines().count(), 3);
}
