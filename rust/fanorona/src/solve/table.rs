//! The transposition table: proof and disproof numbers in bounded memory.

use super::error::SolveError;
use super::node::Node;
use super::numbers::{INFINITE, Numbers, Value};
use crate::bitboard::Bitboard;
use crate::stones::Stones;
use crate::zobrist;

/// Places in which an entry may stand; a cache line of them.
const WAYS: usize = 4;
/// The bits that a set of points takes; both words have room above.
const STONES_BITS: u32 = 45;
const STONES_MASK: u64 = (1 << STONES_BITS) - 1;
const NUMBER_BITS: u32 = 16;
const NUMBER_MASK: u64 = (1 << NUMBER_BITS) - 1;
const ATTACKER: u64 = 1 << STONES_BITS;
const PROOF_SHIFT: u32 = STONES_BITS + 1;
const DISPROOF_SHIFT: u32 = STONES_BITS;
const EFFORT_SHIFT: u32 = STONES_BITS + NUMBER_BITS;
/// The largest effort that is told apart, as a power of four.
const MOST_EFFORT: u64 = 7;

/// A position with its numbers; the position is kept whole, so that none is taken for another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry([u64; 2]);

impl Entry {
    fn new(node: &Node, value: Value, effort: u64) -> Self {
        let attacker = if node.attacker_moves { ATTACKER } else { 0 };
        let effort = u64::from(effort.max(1).ilog2() / 2).min(MOST_EFFORT);
        let (proof, disproof) = match value {
            Value::Open(Numbers { proof, disproof }) => (proof, disproof),
            Value::Proved { rank } => (0, rank.min(INFINITE)),
            Value::Disproved => (INFINITE, 0),
        };
        let proof = u64::from(proof) << PROOF_SHIFT;
        let disproof = u64::from(disproof) << DISPROOF_SHIFT;
        let Stones { own, enemy } = node.stones;
        Self([own | attacker | proof, enemy | disproof | effort << EFFORT_SHIFT])
    }

    /// Nobody searches a position whose mover has won, so an entry has opponent's stones.
    fn is_empty(self) -> bool {
        self.0[1] & STONES_MASK == 0
    }

    fn is_of(self, node: &Node) -> bool {
        let attacker = if node.attacker_moves { ATTACKER } else { 0 };
        self.0[0] & (STONES_MASK | ATTACKER) == node.stones.own | attacker
            && self.0[1] & STONES_MASK == node.stones.enemy
    }

    fn node(self) -> Node {
        let stones = Stones { own: self.0[0] & STONES_MASK, enemy: self.0[1] & STONES_MASK };
        Node { stones, attacker_moves: self.0[0] & ATTACKER != 0 }
    }

    fn value(self) -> Value {
        let proof = (self.0[0] >> PROOF_SHIFT & NUMBER_MASK) as u32;
        let disproof = (self.0[1] >> DISPROOF_SHIFT & NUMBER_MASK) as u32;
        match (proof, disproof) {
            (0, rank) => Value::Proved { rank },
            (_, 0) => Value::Disproved,
            _ => Value::Open(Numbers { proof, disproof }),
        }
    }

    /// What would be lost with the entry: its effort, more if it is an answer.
    fn worth(self) -> u64 {
        let answer = !matches!(self.value(), Value::Open(_));
        (self.0[1] >> EFFORT_SHIFT) * 2 + u64::from(answer)
    }
}

/// Proof and disproof numbers of the positions that took the most work.
#[derive(Debug)]
pub(super) struct Table {
    /// Bare words, since memory that is all zero costs nothing until it is used.
    entries: Vec<[u64; 2]>,
    used: usize,
}

impl Table {
    /// A table of so many megabytes.
    pub(super) fn new(memory_mb: u64) -> Result<Self, SolveError> {
        let wanted = memory_mb.max(1).checked_mul((1 << 20) / (size_of::<Entry>() as u64));
        let room = wanted.and_then(|wanted| usize::try_from(wanted).ok());
        // Asked for without a panic first; the table then comes zeroed by the system.
        let fits = room.is_some_and(|room| Vec::<[u64; 2]>::new().try_reserve_exact(room).is_ok());
        match room {
            Some(room) if fits => Ok(Self { entries: vec![[0; 2]; room], used: 0 }),
            _ => Err(SolveError::NoMemory(memory_mb)),
        }
    }

    /// The number of positions in it.
    pub(super) fn used(&self) -> usize {
        self.used
    }

    /// The number of positions that it has room for.
    pub(super) fn room(&self) -> usize {
        self.entries.len()
    }

    /// Its entries as they are kept in files.
    pub(super) fn words(&self) -> impl Iterator<Item = [u64; 2]> {
        self.entries.iter().copied().filter(|&words| !Entry(words).is_empty())
    }

    /// Puts an entry from a file back, if it is one of this board.
    pub(super) fn put_words(&mut self, words: [u64; 2], all: Bitboard) -> bool {
        let entry = Entry(words);
        let node = entry.node();
        let Stones { own, enemy } = node.stones;
        let fits = own & enemy == 0 && (own | enemy) & !all == 0 && own != 0 && enemy != 0;
        if fits {
            self.put_entry(&node, entry);
        }
        fits
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill([0; 2]);
        self.used = 0;
    }

    fn bucket(&self, node: &Node) -> usize {
        let Stones { own, enemy } = node.stones;
        let side = u64::from(node.attacker_moves) << 63;
        let hash = zobrist::mix(own ^ zobrist::mix(enemy ^ side));
        let buckets = (self.entries.len() / WAYS) as u128;
        ((u128::from(hash) * buckets) >> 64) as usize * WAYS
    }

    pub(super) fn get(&self, node: &Node) -> Option<Value> {
        let first = self.bucket(node);
        let ways = &self.entries[first..first + WAYS];
        ways.iter().map(|&words| Entry(words)).find(|entry| entry.is_of(node)).map(Entry::value)
    }

    /// Remembers the numbers of a position, in the place of the one worth least.
    pub(super) fn put(&mut self, node: &Node, value: Value, effort: u64) {
        self.put_entry(node, Entry::new(node, value, effort));
    }

    fn put_entry(&mut self, node: &Node, new: Entry) {
        let first = self.bucket(node);
        let mut place = first;
        for at in first..first + WAYS {
            let entry = Entry(self.entries[at]);
            if entry.is_of(node) || entry.is_empty() {
                place = at;
                break;
            }
            if entry.worth() < Entry(self.entries[place]).worth() {
                place = at;
            }
        }
        self.used += usize::from(Entry(self.entries[place]).is_empty());
        self.entries[place] = new.0;
    }
}
