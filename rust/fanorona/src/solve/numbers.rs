//! Proof and disproof numbers: how much is thought to be missing to either answer.

/// What can no longer be had. Open numbers are smaller.
pub(super) const INFINITE: u32 = u16::MAX as u32;

/// How many positions at least are thought to be missing to a proof and to a disproof of "the
/// attacker wins"; neither is zero or infinite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// What is known of the question about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// The attacker wins. The rank is the most turns of the attacker until a table or the end is
    /// reached in the proof that was found.
    Proved { rank: u32 },
    /// The attacker does not win; believed until a closed set of positions proves it.
    Disproved,
    /// Not answered yet.
    Open(Numbers),
}

impl Value {
    /// Whether the attacker wins, where that is known.
    pub(super) fn answer(self) -> Option<bool> {
        match self {
            Self::Proved { .. } => Some(true),
            Self::Disproved => Some(false),
            Self::Open(_) => None,
        }
    }
}
