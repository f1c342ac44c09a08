//! The boards: their sizes, names, points and starting positions.

use std::fmt;
use std::str::FromStr;

use crate::bitboard::Bitboard;
use crate::error::ParseError;
use crate::geometry::{self, Geometry};
use crate::rules::Setup;

/// A board: one of the eight sizes with odd sides from 3×3 to 5×9.
///
/// Three of them have names and are played; the others exist for research.
///
/// ```
/// use fanorona::Variant;
/// assert_eq!("5x9".parse::<Variant>(), Ok(Variant::TSIVY));
/// assert_eq!(Variant::TSIVY.point("e3"), Ok(22));
/// assert_eq!(Variant::TSIVY.point_name(22), "e3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variant(u8);

impl Variant {
    /// Fanoron-Telo, 3×3.
    pub const TELO: Self = Self(0);
    /// Fanoron-Dimy, 5×5.
    pub const DIMY: Self = Self(5);
    /// Fanoron-Tsivy, 5×9: the game as it is mostly played.
    pub const TSIVY: Self = Self(7);
    /// All eight boards, by rows and then by columns.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];
    /// The most points that a board has.
    pub const MOST_POINTS: usize = 45;

    /// The board with this many ranks and files, if it is one of the eight.
    #[must_use]
    pub fn with_size(rows: u8, cols: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.rows() == rows && variant.cols() == cols)
    }

    /// 0 for 3×3 to 7 for 5×9, in the order of [`Self::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of ranks.
    #[must_use]
    pub const fn rows(self) -> u8 {
        if self.0 < 4 { 3 } else { 5 }
    }

    /// The number of files.
    #[must_use]
    pub const fn cols(self) -> u8 {
        3 + 2 * (self.0 % 4)
    }

    /// The number of points.
    #[must_use]
    pub const fn points(self) -> u8 {
        self.rows() * self.cols()
    }

    /// Whether the board has as many ranks as files, and so eight symmetries instead of four.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.rows() == self.cols()
    }

    /// Lines and rays of this board.
    #[must_use]
    #[inline]
    pub fn geometry(self) -> &'static Geometry {
        geometry::of(self)
    }

    /// The name of a point, such as `e3`. Points beyond the board give a name that is on no board.
    #[must_use]
    pub fn point_name(self, point: u8) -> String {
        let file = char::from(b'a' + point % self.cols());
        format!("{file}{}", point / self.cols() + 1)
    }

    /// The point with this name.
    ///
    /// # Errors
    /// A [`ParseError`] where the text is not a lower-case file letter and a rank digit of this
    /// board.
    pub fn point(self, name: &str) -> Result<u8, ParseError> {
        if let &[file @ b'a'..=b'i', rank @ b'1'..=b'9'] = name.as_bytes() {
            let (file, rank) = (file - b'a', rank - b'1');
            if file < self.cols() && rank < self.rows() {
                return Ok(rank * self.cols() + file);
            }
        }
        Err(ParseError::new("point", name, format!("not on the {} board", self.size())))
    }

    /// The point at this file and rank, both from 0, if the board has it.
    #[must_use]
    pub fn point_at(self, file: i8, rank: i8) -> Option<u8> {
        let on_board =
            (0..self.cols() as i8).contains(&file) && (0..self.rows() as i8).contains(&rank);
        on_board.then(|| rank as u8 * self.cols() + file as u8)
    }

    /// File and rank of a point, both from 0.
    #[must_use]
    pub const fn file_and_rank(self, point: u8) -> (i8, i8) {
        ((point % self.cols()) as i8, (point / self.cols()) as i8)
    }

    /// The stones at the start: White's set, then Black's (rules, section 2).
    #[must_use]
    pub fn start(self, setup: Setup) -> (Bitboard, Bitboard) {
        let (rows, cols) = (i16::from(self.rows()), i16::from(self.cols()));
        let (middle, centre) = (rows / 2, cols / 2);
        let (mut white, mut black) = (0, 0);
        for point in 0..self.points() {
            let (rank, file) = (i16::from(point) / cols, i16::from(point) % cols);
            let file = if setup == Setup::Mirrored { cols - 1 - file } else { file };
            // Each player, reading from the right hand, alternates beginning with an own stone.
            let white_here = match rank.cmp(&middle) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Greater => false,
                std::cmp::Ordering::Equal if file == centre => continue,
                std::cmp::Ordering::Equal if file < centre => file % 2 == 1,
                std::cmp::Ordering::Equal => (cols - 1 - file) % 2 == 0,
            };
            if white_here {
                white |= 1 << point;
            } else {
                black |= 1 << point;
            }
        }
        (white, black)
    }

    /// The size as text: `5x9`.
    #[must_use]
    pub fn size(self) -> String {
        format!("{}x{}", self.rows(), self.cols())
    }
}

impl fmt::Display for Variant {
    /// The name where the board has one (`telo`, `dimy`, `tsivy`), else the size (`3x7`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TELO => f.write_str("telo"),
            Self::DIMY => f.write_str("dimy"),
            Self::TSIVY => f.write_str("tsivy"),
            _ => f.write_str(&self.size()),
        }
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({self})")
    }
}

impl FromStr for Variant {
    type Err = ParseError;

    /// Reads a name or a size, in either case.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let lower = text.to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|variant| lower == variant.to_string() || lower == variant.size())
            .ok_or_else(|| {
                let known = "expected telo, dimy, tsivy or a size: 3x3 3x5 3x7 3x9 5x3 5x5 5x7 5x9";
                ParseError::new("variant", text, known)
            })
    }
}
