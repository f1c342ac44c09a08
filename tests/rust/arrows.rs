//! The arrows of ARCHITECTURE.md between modules, read from the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn core() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All source files of a folder, those in its folders included.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries
        .flat_map(|entry| match entry.path() {
            path if path.is_dir() => files(&path),
            path => vec![path],
        })
        .collect()
}

/// The code of a file without comments and tests, which stand at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The modules named right after `prefix`, such as `crate::`.
fn modules_after(prefix: &str, code: &str) -> BTreeSet<String> {
    let names = code.split(prefix).skip(1).map(|rest| {
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        rest[..end.unwrap_or(rest.len())].to_owned()
    });
    names.filter(|name| name.starts_with(|letter: char| letter.is_lowercase())).collect()
}

/// For each module of the core those that it uses; a board and its lines are one.
fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let room = |name: &str| if name == "geometry" { "variant" } else { name }.to_owned();
    for path in files(&core()).iter().filter(|path| !path.ends_with("lib.rs")) {
        let inside = path.strip_prefix(core()).expect("a file of the core");
        let first = inside.iter().next().and_then(|name| name.to_str()).expect("a name");
        let module = room(first.trim_end_matches(".rs"));
        let mut used: BTreeSet<String> =
            modules_after("crate::", &code(path)).iter().map(|name| room(name)).collect();
        used.remove(&module);
        all.entry(module).or_default().extend(used);
    }
    all
}

#[test]
fn no_module_of_the_core_is_used_by_what_it_uses() {
    let mut left = uses();
    assert!(left["solve"].contains("tablebase") && left["tablebase"].contains("search"));
    while let Some(free) = left.iter().find(|(_, used)| used.is_empty()).map(|(name, _)| name) {
        let free = free.clone();
        left.remove(&free);
        for used in left.values_mut() {
            used.remove(&free);
        }
    }
    assert!(left.is_empty(), "these use each other in a circle, or use one that does: {left:?}");
}

#[test]
fn the_naive_generator_shares_only_the_vocabulary() {
    let vocabulary = ["color", "direction", "history", "moves", "rules", "variant"];
    assert!(uses()["naive"].iter().eq(vocabulary.iter()), "{:?}", uses()["naive"]);
}

#[test]
fn the_check_of_proofs_knows_nothing_of_the_solver() {
    let (mut seen, mut open) = (BTreeSet::new(), vec!["check".to_owned()]);
    while let Some(name) = open.pop() {
        let path = core().join(format!("solve/{name}.rs"));
        if seen.insert(name) {
            open.extend(modules_after("super::", &code(&path)));
        }
    }
    let expected = ["certificate", "check", "digested", "error", "varint"];
    assert!(seen.iter().eq(expected.iter()), "{seen:?}");
}

#[test]
fn one_file_of_the_bindings_makes_exceptions_and_one_releases_the_lock() {
    let bindings = core().join("../../fanorona-py/src");
    for (words, alone) in [("new_err(", "errors.rs"), (".detach(", "interrupt.rs")] {
        let those = files(&bindings).into_iter().filter(|path| code(path).contains(words));
        let names: Vec<_> = those.filter_map(|path| Some(path.file_name()?.to_owned())).collect();
        assert_eq!(names, [alone], "{words}");
    }
    assert!(
        files(&bindings).iter().all(|path| {
            path.ends_with("interrupt.rs") || !code(path).contains("check_signals(")
        })
    );
}
