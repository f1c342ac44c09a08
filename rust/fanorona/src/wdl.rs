//! What a position is worth under perfect play.

use std::ops::Neg;

/// Won, drawn or lost, from the view of the player to move.
///
/// ```
/// use fanorona::Wdl;
/// assert_eq!(-Wdl::Win, Wdl::Loss);
/// assert_eq!(Wdl::Draw.sign(), 0);
/// assert!(Wdl::Win > Wdl::Draw);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// The opponent wins.
    Loss = -1,
    /// Neither can win.
    Draw = 0,
    /// The mover wins.
    Win = 1,
}

impl Wdl {
    /// All values, from the worst to the best.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// +1, 0 or −1.
    #[must_use]
    pub const fn sign(self) -> i8 {
        self as i8
    }
}

impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}
