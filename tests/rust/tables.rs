//! Endgame tables against a plain solver, position by position, and against themselves.

mod common;

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use fanorona::tablebase::{
    Counts, Farthest, Monitor, Name, Request, TableError, TableKind, TableStatistics, Tablebase,
    build, verify,
};
use fanorona::{Color, History, Position, Rules, Symmetry, Variant};

use common::folder::Folder;
use common::solved::{Solved, position, stones};
use common::{Random, few_stones};

fn board(rows: u8, cols: u8) -> Variant {
    Variant::with_size(rows, cols).expect("a board")
}

fn monitor() -> Monitor {
    Monitor::new(NonZeroUsize::new(2).expect("two"))
}

/// The tables of a board, distances included.
fn built(name: &str, variant: Variant, stones: u32) -> (Folder, Tablebase) {
    let folder = Folder::new(name);
    let request = Request { distances: true, ..Request::new(variant, stones) };
    build(folder.path(), request, &monitor(), &mut |_| {}).expect("built");
    let tables = Tablebase::open(folder.path()).expect("opened");
    (folder, tables)
}

/// Compares every position with the plain solver's.
fn compare(name: &str, variant: Variant, stones: u32) {
    let (_folder, tables) = built(name, variant, stones);
    let solved = Solved::new(variant, stones);
    let distances = solved.distances();
    assert!(solved.values.values().any(|&value| value == -1));
    for (&placed, &value) in &solved.values {
        let position = position(variant, placed);
        let found = tables.probe_wdl(&position).expect("a value");
        assert_eq!(found.sign(), value, "{}", position.fen());
        let distance = tables.probe_dtc(&position).expect("a distance");
        let expected = distances.get(&placed).map(|&distance| i32::from(value) * distance as i32);
        assert_eq!(distance, expected, "{}", position.fen());
    }
}

#[test]
fn all_of_telo() {
    compare("telo", Variant::TELO, 9);
}

#[test]
fn few_stones_on_3x5_and_on_dimy() {
    compare("3x5-quick", board(3, 5), 4);
    compare("5x3-quick", board(5, 3), 4);
    compare("dimy-quick", Variant::DIMY, 3);
}

#[test]
fn pairs_that_were_built_apart_are_those_that_are_built_together() {
    let (whole, _tables) = built("pairs-together", Variant::DIMY, 4);
    for fewer in [2, 1] {
        let apart = Folder::new(&format!("pairs-apart-{fewer}"));
        let request =
            Request { distances: true, fewer: Some(fewer), ..Request::new(Variant::DIMY, 4) };
        let mut names = Vec::new();
        build(apart.path(), request, &monitor(), &mut |table| {
            if table.name.counts.total() == 4 {
                names.push(table.name.to_string());
            }
        })
        .expect("built");
        let pair: &[&str] = if fewer == 2 { &["2v2"] } else { &["1v3", "3v1"] };
        assert_eq!(names.len(), 2 * pair.len());
        for name in names {
            assert!(pair.iter().any(|counts| name.contains(counts)), "{name}");
            let bytes = |folder: &Folder| std::fs::read(folder.path().join(&name)).expect("read");
            assert!(bytes(&whole) == bytes(&apart), "{name}");
        }
    }
    for fewer in [0, 3] {
        let request = Request { fewer: Some(fewer), ..Request::new(Variant::DIMY, 4) };
        let refused = build(whole.path(), request, &monitor(), &mut |_| {}).expect_err("refused");
        assert_eq!(refused.to_string(), format!("fewer {fewer}: expected 1 to 2"));
    }
}

#[test]
#[ignore = "deep: a minute"]
fn six_stones_on_3x5_and_four_on_dimy() {
    compare("3x5", board(3, 5), 6);
    compare("dimy", Variant::DIMY, 4);
}

#[test]
fn symmetric_positions_and_exchanged_colours_have_the_same_value() {
    let boards = [("dimy-symmetric", Variant::DIMY, 4), ("tsivy-symmetric", Variant::TSIVY, 3)];
    for (name, variant, most) in boards {
        let (_folder, tables) = built(name, variant, most);
        let ask = |position: &Position| {
            let value = tables.probe_wdl(position).expect("a value");
            (value, tables.probe_dtc(position).expect("a distance"))
        };
        let mut random = Random::new(4);
        for _ in 0..5_000 {
            let [own, enemy] = few_stones(&mut random, variant, most as usize);
            let of = |white, black, turn| {
                let history = History::default();
                Position::new(variant, Rules::STANDARD, white, black, turn, history)
                    .expect("stones")
            };
            let position = of(own, enemy, Color::White);
            let found = ask(&position);
            assert_eq!(ask(&of(enemy, own, Color::Black)), found, "{}", position.fen());
            for &symmetry in Symmetry::of(variant) {
                let image = position.transform(symmetry).expect("a symmetry of the board");
                assert_eq!(ask(&image), found, "{} {symmetry:?}", position.fen());
            }
        }
    }
}

#[test]
fn every_value_agrees_with_those_one_turn_deeper() {
    let (_folder, tables) = built("verified", Variant::DIMY, 4);
    for name in tables.names() {
        let found = verify(&tables, name, 1, &monitor()).expect("verified");
        assert_eq!(found.wrong, 0, "{name}");
        let sample = verify(&tables, name, 10, &monitor()).expect("verified");
        assert!(sample.positions <= found.positions / 5, "{name}");
    }
}

/// Those with a capture that leads into the tables included.
#[test]
fn positions_of_more_stones_than_there_are_tables_for_are_not_told() {
    let (_folder, tables) = built("beyond-tables", Variant::TELO, 3);
    let solved = Solved::new(Variant::TELO, 4);
    let larger = solved.values.keys().filter(|(own, enemy)| (own | enemy).count_ones() == 4);
    for &placed in larger.filter(|(own, enemy)| *own != 0 && *enemy != 0) {
        let found = tables.probe_wdl(&position(Variant::TELO, placed));
        assert!(matches!(found, Err(TableError::Missing(_))), "{placed:x?}: {found:?}");
    }
}

#[test]
fn statistics_count_every_position_once() {
    let (_folder, tables) = built("statistics", Variant::DIMY, 4);
    let solved = Solved::new(Variant::DIMY, 4);
    let distances = solved.distances();
    for name in tables.names().filter(|name| name.kind == TableKind::Wdl) {
        let Name { variant, counts, .. } = name;
        let found = TableStatistics::of(&tables, variant, counts, &monitor()).expect("counted");
        assert_eq!(found.won + found.drawn + found.lost, counts.positions(variant), "{name}");
        let of_table = |(own, enemy): (u64, u64)| {
            counts == Counts { own: own.count_ones(), enemy: enemy.count_ones() }
        };
        let values = solved.values.iter().filter(|&(&placed, _)| of_table(placed));
        let count = |value| values.clone().filter(|&(_, &found)| found == value).count() as u64;
        assert_eq!([found.won, found.drawn, found.lost], [1, 0, -1].map(count), "{name}");
        let won = values.clone().filter(|&(_, &value)| value == 1);
        let farthest = won.clone().map(|(placed, _)| distances[placed]).max();
        assert_eq!(found.farthest.map(|farthest| farthest.distance), farthest, "{name}");
        if let Some(Farthest { distance, position }) = found.farthest {
            let probed = tables.probe_dtc(&position).expect("a distance");
            assert_eq!(probed, Some(distance as i32), "{name}");
            // The smallest; of symmetric ones that with the smallest anchor is looked at.
            if counts.own <= counts.enemy {
                let all = won.map(|(placed, _)| placed).filter(|&at| distances[at] == distance);
                assert_eq!(Some(&stones(&position)), all.min(), "{name}");
            }
        }
        let alone = Monitor::new(NonZeroUsize::MIN);
        let again = TableStatistics::of(&tables, variant, counts, &alone).expect("counted");
        assert_eq!(again, found, "threads do not matter: {name}");
        let captures = values.filter(|&(&placed, _)| {
            let turns = position(variant, placed).legal_moves();
            turns.first().is_some_and(fanorona::Move::is_capture)
        });
        assert_eq!(found.with_capture, captures.count() as u64, "{name}");
    }
}

#[test]
fn a_stopped_computation_has_no_result() {
    let folder = Folder::new("stopped");
    let stopped = monitor();
    stopped.stop();
    let request = Request::new(Variant::TELO, 4);
    assert!(build(folder.path(), request, &stopped, &mut |_| {}).is_err());
    let (_folder, tables) = built("whole", Variant::TELO, 3);
    let name = tables.names().next().expect("a table");
    assert!(verify(&tables, name, 1, &stopped).is_err());
    assert!(TableStatistics::of(&tables, name.variant, name.counts, &stopped).is_err());
}

#[test]
fn reading_that_was_stopped_says_so_and_begins_anew() {
    let (folder, tables) = built("stopped-reading", Variant::TELO, 3);
    let (stop, go_on) = (AtomicBool::new(true), AtomicBool::new(false));
    let position = position(Variant::TELO, (0b101, 0b1000_0000));
    let name = tables.names().next().expect("a table");
    let counts = name.counts;
    let results = [
        tables.load_until(Variant::TELO, 3, &stop).err(),
        tables.load_values(Variant::TELO, 3, &stop).err(),
        tables.probe_wdl_until(&position, &stop).err(),
        tables.probe_dtc_until(&position, &stop).err(),
        tables.digest(name, &stop).err(),
        tables.values_digest(Variant::TELO, counts, &stop).err(),
    ];
    assert!(
        results.iter().all(|result| matches!(result, Some(TableError::Stopped))),
        "{results:?}"
    );
    assert!(!tables.has_read(&position, TableKind::Wdl));
    tables.load_until(Variant::TELO, 3, &go_on).expect("loaded");
    // What is in memory is told whether or not it is wished to stop.
    assert!(tables.probe_dtc_until(&position, &stop).is_ok());
    drop(folder);
}

#[test]
fn what_has_been_read_is_known_for_each_kind() {
    let (folder, tables) = built("kinds", Variant::TELO, 3);
    let position = position(Variant::TELO, (0b101, 0b1000_0000));
    let read = |tables: &Tablebase| {
        [TableKind::Wdl, TableKind::Dtc].map(|kind| tables.has_read(&position, kind))
    };
    assert_eq!(read(&tables), [false, false]);
    tables.load_values(Variant::TELO, 3, &AtomicBool::new(false)).expect("loaded");
    assert_eq!(read(&tables), [true, false]);
    tables.probe_dtc(&position).expect("a distance");
    assert_eq!(read(&tables), [true, true]);
    // Without a file there is nothing to read.
    std::fs::remove_file(folder.path().join("3x3-2v1.dtc")).expect("removed");
    let fewer = Tablebase::open(folder.path()).expect("opened");
    assert_eq!(read(&fewer), [false, false]);
    fewer.load_values(Variant::TELO, 3, &AtomicBool::new(false)).expect("loaded");
    assert_eq!(read(&fewer), [true, true]);
}

#[test]
fn only_tables_of_so_many_stones_are_read() {
    let (folder, tables) = built("so-many", Variant::TELO, 4);
    std::fs::write(folder.path().join("3x3-2v2.wdl"), "nothing").expect("written");
    let stop = AtomicBool::new(false);
    tables.load_until(Variant::TELO, 3, &stop).expect("loaded");
    assert!(tables.load_until(Variant::TELO, 4, &stop).is_err());
}

#[test]
fn requests_beyond_what_is_allowed_or_there_is_are_refused() {
    let folder = Folder::new("beyond");
    let request = Request { memory_mb: 1, ..Request::new(Variant::TSIVY, 5) };
    let error = build(folder.path(), request, &monitor(), &mut |_| {}).expect_err("refused");
    let text = error.to_string();
    assert!(text.starts_with("memory_mb 1: tables of 5 stones on 5x9 need about "), "{text}");
    for stones in [0, 1, 20, 30, 45, 46, u32::MAX] {
        for memory_mb in [1, u64::MAX] {
            let request = Request { memory_mb, ..Request::new(Variant::TSIVY, stones) };
            let error =
                build(folder.path(), request, &monitor(), &mut |_| {}).expect_err("refused");
            let text = error.to_string();
            assert!(text.starts_with("stones ") || text.starts_with("memory_mb "), "{text}");
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
