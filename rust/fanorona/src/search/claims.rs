//! Which turns threads are searching at the moment, so that others search something else first.

use std::sync::atomic::{AtomicU64, Ordering};

use super::turns::Turn;

/// Many more places than threads hold claims at once.
const PLACES: usize = 4096;

/// The turns that are being searched somewhere, each claimed for as long as that takes. A thread
/// leaves the claimed turns of a position for the end, and then mostly finds their values in the
/// table (T. Kerrigan's simplification of J.-C. Weill, "The ABDADA Distributed Minimax Search
/// Algorithm", ICCA Journal 19(1), 1996).
///
/// Claims that share a place drive each other out. A turn is then searched twice, or later than it
/// could be, and nothing is wrong.
pub(super) struct Claims(Vec<AtomicU64>);

impl Claims {
    pub(super) fn new() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether a thread is searching a turn of the position with this key.
    pub(super) fn holds(&self, key: u64, turn: &Turn) -> bool {
        let claim = claim(key, turn);
        self.place(claim).load(Ordering::Relaxed) == claim
    }

    /// A thread begins to search it.
    pub(super) fn add(&self, key: u64, turn: &Turn) {
        let claim = claim(key, turn);
        self.place(claim).store(claim, Ordering::Relaxed);
    }

    /// It has been searched.
    pub(super) fn remove(&self, key: u64, turn: &Turn) {
        self.place(claim(key, turn)).store(0, Ordering::Relaxed);
    }

    fn place(&self, claim: u64) -> &AtomicU64 {
        &self.0[claim as usize % PLACES]
    }
}

/// A number for the turn, hardly ever that of another and never 0.
fn claim(key: u64, turn: &Turn) -> u64 {
    let mixed = (key ^ u64::from(turn.signature())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed.rotate_right(32) | 1 << 63
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::rules::Rules;
    use crate::search::turns;
    use crate::variant::Variant;

    #[test]
    fn a_claim_holds_until_it_is_removed() {
        let position = Position::start(Variant::TSIVY, Rules::STANDARD);
        let (key, mut list) = (position.hash_key(), Vec::new());
        turns::append(&position, &mut list);
        let claims = Claims::new();
        for turn in &list {
            claims.add(key, turn);
        }
        assert!(list.iter().all(|turn| claims.holds(key, turn)));
        assert!(list.iter().all(|turn| !claims.holds(!key, turn)), "of another position");
        claims.remove(key, &list[0]);
        let held: Vec<bool> = list.iter().map(|turn| claims.holds(key, turn)).collect();
        assert_eq!(held, [false, true, true, true, true]);
    }
}
