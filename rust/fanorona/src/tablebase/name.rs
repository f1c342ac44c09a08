//! Which table is which.

use std::fmt;

use super::counts::Counts;
use super::index::Index;
use super::values::PER_WORD;
use crate::variant::Variant;

/// What a table tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum TableKind {
    /// Won, drawn or lost.
    Wdl,
    /// The distance to conversion.
    Dtc,
}

impl TableKind {
    const fn suffix(self) -> &'static str {
        match self {
            Self::Wdl => "wdl",
            Self::Dtc => "dtc",
        }
    }

    /// The number of bytes of a table with so many places, before compression.
    const fn bytes(self, places: u64) -> u64 {
        match self {
            Self::Wdl => places.div_ceil(PER_WORD as u64).saturating_mul(8),
            Self::Dtc => places,
        }
    }
}

/// Which table a file holds; as text it is the file's name, such as `5x9-3v2.wdl`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name {
    /// The board.
    pub variant: Variant,
    /// The stones of the player to move and of the opponent.
    pub counts: Counts,
    /// What it tells.
    pub kind: TableKind,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { own, enemy } = self.counts;
        write!(f, "{}-{own}v{enemy}.{}", self.variant.size(), self.kind.suffix())
    }
}

impl Name {
    /// The name that a file's name spells, if it is that of a table.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (board, rest) = text.split_once('-')?;
        let (counts, suffix) = rest.split_once('.')?;
        let (own, enemy) = counts.split_once('v')?;
        let kind = [TableKind::Wdl, TableKind::Dtc].into_iter().find(|k| k.suffix() == suffix)?;
        let variant = Variant::ALL.into_iter().find(|variant| variant.size() == board)?;
        let counts = Counts { own: own.parse().ok()?, enemy: enemy.parse().ok()? };
        let name = Self { variant, counts, kind };
        // Only the one way of writing it, and only what fits on the board.
        (name.fits() && name.to_string() == text).then_some(name)
    }

    fn fits(&self) -> bool {
        let Counts { own, enemy } = self.counts;
        let points = u32::from(self.variant.points());
        (1..=points).contains(&own) && (1..=points).contains(&enemy) && own + enemy <= points
    }

    /// How many positions the table tells about, a few of them twice; of each set of symmetric ones
    /// it has one.
    ///
    /// ```
    /// use fanorona::tablebase::Name;
    /// assert_eq!(Name::parse("3x3-1v1.wdl").unwrap().places(), 24);
    /// ```
    #[must_use]
    pub fn places(&self) -> u64 {
        Index::length_of(self.variant, self.counts)
    }

    /// The number of bytes of the contents.
    pub(super) fn length(&self) -> u64 {
        self.kind.bytes(self.places())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in ["3x3-2v1.wdl", "5x9-3v4.dtc"] {
            assert_eq!(Name::parse(text).expect("a name").to_string(), text);
        }
        for text in ["3x3-02v1.wdl", "3x3-0v1.wdl", "3x3-5v5.wdl", "4x4-1v1.wdl", "3x3-2v1.xyz"] {
            assert_eq!(Name::parse(text), None, "{text}");
        }
    }
}
