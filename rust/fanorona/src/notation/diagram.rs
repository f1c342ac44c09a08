//! A position as a picture in plain characters, for people.

use std::fmt;

use crate::bitboard::bit;
use crate::color::Color;
use crate::position::Position;

impl fmt::Display for Position {
    /// The board with its lines, ranks and files named, then the side to move and the chain in
    /// progress.
    ///
    /// ```
    /// use fanorona::{Position, Rules, Variant};
    /// let board = Position::start(Variant::TELO, Rules::STANDARD).to_string();
    /// assert_eq!(board.lines().collect::<Vec<_>>(), [
    ///     "3  B-B-B",
    ///     r"   |\|/|",
    ///     "2  B-.-W",
    ///     r"   |/|\|",
    ///     "1  W-W-W",
    ///     "   a b c",
    ///     "White to move",
    /// ]);
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, cols) = (self.variant().rows(), self.variant().cols());
        for rank in (0..rows).rev() {
            let symbols: Vec<&str> =
                (0..cols).map(|file| self.symbol(rank * cols + file)).collect();
            writeln!(f, "{}  {}", rank + 1, symbols.join("-"))?;
            if rank > 0 {
                let strong = |file: u8| (file + rank - 1).is_multiple_of(2);
                let diagonals = (0..cols - 1).map(|file| if strong(file) { "/" } else { "\\" });
                let lines: String = diagonals.flat_map(|diagonal| ["|", diagonal]).collect();
                writeln!(f, "   {lines}|")?;
            }
        }
        let files: Vec<String> =
            (0..cols).map(|file| char::from(b'a' + file).to_string()).collect();
        writeln!(f, "   {}", files.join(" "))?;
        let side = match self.turn() {
            Color::White => "White",
            Color::Black => "Black",
        };
        match self.chain() {
            Some(chain) => write!(f, "{side} to go on after {chain}"),
            None => write!(f, "{side} to move"),
        }
    }
}

impl Position {
    fn symbol(&self, point: u8) -> &'static str {
        if self.stones(Color::White) & bit(point) != 0 {
            "W"
        } else if self.stones(Color::Black) & bit(point) != 0 {
            "B"
        } else {
            "."
        }
    }
}
