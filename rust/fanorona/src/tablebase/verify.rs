//! Checking tables: files against their digests, and every value against those one turn deeper.

use std::sync::atomic::{AtomicU64, Ordering};

use super::counts::Counts;
use super::error::TableError;
use super::monitor::Monitor;
use super::name::{Name, TableKind};
use super::probe::Tablebase;
use super::retrograde::{after_paikas, mover};
use crate::stones::Stones;
use crate::variant::Variant;
use crate::wdl::Wdl;

/// What a check found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Quiet positions that were compared with those one turn deeper.
    pub positions: u64,
    /// How many of them do not agree.
    pub wrong: u64,
}

/// Compares the values of a table, all or every `every`th, with the values after each turn: won
/// exactly if some turn loses for the opponent, lost exactly if every turn wins for them. Distances
/// are compared in the same way. Positions with a capture are not in tables, so there is nothing to
/// compare.
///
/// # Errors
/// A [`TableError`] where the table, or one that it depends on, is missing, damaged or changed, or
/// the monitor was stopped.
///
/// ```
/// use std::num::NonZeroUsize;
/// use fanorona::tablebase::{Monitor, Name, Request, Tablebase, verify};
/// use fanorona::Variant;
///
/// let monitor = Monitor::new(NonZeroUsize::MIN);
/// let tables = Tablebase::in_memory(Request::new(Variant::TELO, 3), &monitor)?;
/// let name = Name::parse("3x3-2v1.wdl").expect("a name");
/// assert_eq!(verify(&tables, name, 1, &monitor)?.wrong, 0);
/// # Ok::<(), fanorona::tablebase::TableError>(())
/// ```
pub fn verify(
    tables: &Tablebase,
    name: Name,
    every: usize,
    monitor: &Monitor,
) -> Result<Verified, TableError> {
    let Name { variant, counts, kind } = name;
    let stop = monitor.stop_flag();
    // All that the check will look at is read first, so that errors come from here.
    for counts in Counts::up_to(counts.total() - 1).chain([counts, counts.swapped()]) {
        tables.values(variant, counts, stop)?;
    }
    if kind == TableKind::Dtc {
        tables.need(name, stop)?;
        tables.need(Name { counts: counts.swapped(), ..name }, stop)?;
    }
    let index = &tables.values(variant, counts, stop)?.index;
    let (positions, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
    let every = every.max(1);
    let finished = monitor.share(index.len().div_ceil(every), 1, |number| {
        let stones = index.stones(number * every);
        if mover(variant, stones).has_capture() {
            return;
        }
        positions.fetch_add(1, Ordering::Relaxed);
        let agrees = match kind {
            TableKind::Wdl => value_agrees(tables, variant, stones),
            TableKind::Dtc => distance_agrees(tables, variant, stones),
        };
        if agrees != Ok(true) {
            wrong.fetch_add(1, Ordering::Relaxed);
        }
    });
    if !finished {
        return Err(TableError::Stopped);
    }
    Ok(Verified { positions: positions.into_inner(), wrong: wrong.into_inner() })
}

fn after(variant: Variant, stones: Stones) -> impl Iterator<Item = Stones> {
    let Stones { own, enemy } = stones;
    after_paikas(variant.geometry(), own, enemy).map(move |own| Stones { own, enemy }.swapped())
}

type Agrees = Result<bool, ()>;

fn value_agrees(tables: &Tablebase, variant: Variant, stones: Stones) -> Agrees {
    let value = |stones| tables.value(variant, stones).map_err(drop);
    let mut best = Wdl::Loss;
    for stones in after(variant, stones) {
        best = best.max(-value(stones)?);
    }
    Ok(best == value(stones)?)
}

fn distance_agrees(tables: &Tablebase, variant: Variant, stones: Stones) -> Agrees {
    let value = |stones| tables.value(variant, stones).map_err(drop);
    let distance = |stones| tables.distance(variant, stones).map_err(drop);
    let won = match value(stones)? {
        Wdl::Draw => return Ok(true),
        Wdl::Win => true,
        Wdl::Loss => false,
    };
    // The winner takes the shortest way among the turns that win, the loser the longest of all.
    let mut distances = Vec::new();
    for stones in after(variant, stones) {
        if !won || value(stones)? == Wdl::Loss {
            distances.push(distance(stones)?);
        }
    }
    let best = if won { distances.iter().min() } else { distances.iter().max() };
    Ok(distance(stones)? == best.map_or(0, |best| best + 1))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::path::Path;
    use std::sync::atomic::AtomicBool;

    use super::super::index::Index;
    use super::*;
    use crate::tablebase::{Request, build};

    /// The contents of a table's file.
    fn contents(folder: &Path, name: Name) -> Vec<u8> {
        let path = folder.join(name.to_string());
        let stop = AtomicBool::new(false);
        let bytes = name.read(&path, &stop).expect("read");
        name.unpack(&path, &bytes, &stop).expect("unpacked")
    }

    #[test]
    fn wrong_values_and_distances_are_found_whatever_the_digest_says() {
        let folder = std::env::temp_dir().join(format!("fanorona-verify-{}", std::process::id()));
        let monitor = Monitor::new(NonZeroUsize::MIN);
        let request = Request { distances: true, ..Request::new(Variant::TELO, 3) };
        build(&folder, request, &monitor, &mut |_| {}).expect("built");
        std::fs::remove_file(folder.join("manifest.sha256")).expect("removed");
        let counts = Counts { own: 1, enemy: 2 };
        for kind in [TableKind::Wdl, TableKind::Dtc] {
            let name = Name { variant: Variant::TELO, counts, kind };
            let good = contents(&folder, name);
            let index = Index::new(name.variant, counts, monitor.stop_flag()).expect("an index");
            let quiet = |stones| !mover(name.variant, stones).has_capture();
            let place = index.all().find(|&(_, stones)| quiet(stones)).expect("a position").0;
            let mut wrong = good.clone();
            match kind {
                // A loss becomes a draw, a draw or a win becomes something else.
                TableKind::Wdl => wrong[place / 4] ^= 2 << (place % 4 * 2),
                TableKind::Dtc => wrong[place] += 1,
            }
            for (bytes, expected) in [(&good, 0..=0), (&wrong, 1..=u64::MAX)] {
                let packed = name.pack(bytes, 1, &monitor).expect("packed").expect("not stopped");
                std::fs::write(folder.join(name.to_string()), packed).expect("written");
                let tables = Tablebase::open(&folder).expect("opened");
                let found = verify(&tables, name, 1, &monitor).expect("verified");
                assert!(expected.contains(&found.wrong), "{name} {found:?}");
            }
            let packed = name.pack(&good, 1, &monitor).expect("packed").expect("not stopped");
            std::fs::write(folder.join(name.to_string()), packed).expect("written");
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
