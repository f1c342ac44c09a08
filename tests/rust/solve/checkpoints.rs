//! Searches that go on from files, and files that are no checkpoints.

use super::*;

#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let folder = Folder::new("checkpoint");
    let path = folder.path().join("checkpoint");
    let variant = Variant::DIMY;
    let tables = tables(variant, 4);
    let root = Position::start(variant, Rules::THEORY);
    let limits = Limits { checkpoint: Some(&path), ..PLAIN };
    let run = |limits: Limits<'_>| {
        let mut solver = Solver::new(variant, Some(tables.clone()), 8).expect("a solver");
        solve(&mut solver, &root, &limits)
    };
    let mut most = 5_000;
    let solution = loop {
        let solution = run(Limits { nodes: Some(most), ..limits }).expect("searched");
        assert!(solution.nodes.iter().sum::<u64>() <= most + 100_000);
        if solution.certificate.is_some() {
            break solution;
        }
        most += 20_000;
    };
    assert!(most > 20_000, "the first searches were too short for an answer");
    assert_eq!(solution.verdict(), Some(Verdict::Draw));
    let other = Position::start(variant, Rules::FIFTY);
    let mut solver = Solver::new(variant, Some(tables.clone()), 8).expect("a solver");
    let error = solve(&mut solver, &other, &limits).expect_err("another position").to_string();
    assert!(error.ends_with("a checkpoint of another position"), "{error}");
    let bytes = std::fs::read(&path).expect("a checkpoint");
    let mut random = Random::new(1);
    for _ in 0..100 {
        let mut changed = bytes.clone();
        let at = random.below(changed.len());
        changed[at] ^= 1 << random.below(8);
        std::fs::write(&path, &changed).expect("written");
        assert!(run(limits).is_err(), "byte {at}");
        std::fs::write(&path, &bytes[..at]).expect("written");
        assert!(run(limits).is_err(), "cut at {at}");
    }
    // Under a right digest, an entry with two stones on one point.
    let mut body = bytes[..bytes.len() - 32].to_vec();
    let [own, enemy] = [body.len() - 16, body.len() - 8];
    body[enemy] |= 1;
    body[own] |= 1;
    std::fs::write(&path, sealed(body)).expect("written");
    let error = run(limits).expect_err("no position").to_string();
    assert!(error.ends_with("an entry is no position of the board"), "{error}");
}

/// Pipes, which would keep whoever opens them waiting.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let folder = Folder::new("irregular");
    let pipe = folder.pipe("pipe");
    let mut solver = Solver::new(Variant::TELO, None, 1).expect("a solver");
    let root = Position::start(Variant::TELO, Rules::THEORY);
    for path in [pipe.as_path(), folder.path()] {
        let limits = Limits { checkpoint: Some(path), ..PLAIN };
        for error in [
            solve(&mut solver, &root, &limits).expect_err("no checkpoint"),
            Certificate::read(path).expect_err("no certificate"),
        ] {
            assert_eq!(error.to_string(), format!("{}: not a regular file", path.display()));
        }
    }
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_told_at_once() {
    let folder = Folder::new("unwritable");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("written");
    let path = file.join("checkpoint");
    let limits = Limits { checkpoint: Some(&path), ..PLAIN };
    let mut solver = Solver::new(Variant::TELO, None, 1).expect("a solver");
    let root = Position::start(Variant::TELO, Rules::THEORY);
    let error = solve(&mut solver, &root, &limits).expect_err("no folder").to_string();
    assert!(error.starts_with(&path.display().to_string()), "{error}");
}
