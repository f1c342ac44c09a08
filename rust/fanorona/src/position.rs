//! A position: stones, side to move, a chain in progress, and what the rule set remembers.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::bitboard::{Bitboard, bit};
use crate::color::Color;
use crate::error::PositionError;
use crate::history::{Back, History};
use crate::movegen::{Ban, Mover};
use crate::moves::Move;
use crate::rules::{Capture, Chain, Rules};
use crate::stones::Stones;
use crate::symmetry::Symmetry;
use crate::variant::Variant;
use crate::zobrist;

/// An immutable position of the game: board, rules, stones, side to move, chain in progress and,
/// where the rules need it, history. It has no counters: see [`Game`](crate::Game) for draws.
///
/// ```
/// use fanorona::{Position, Rules, Variant};
/// let start = Position::start(Variant::TSIVY, Rules::STANDARD);
/// assert_eq!(start.legal_moves().len(), 5);
/// let after = start.play_text("d3-e3A")?;
/// assert_eq!(after.stones(fanorona::Color::Black).count_ones(), 21);
/// # Ok::<(), fanorona::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub(crate) variant: Variant,
    pub(crate) turn: Color,
    /// By [`Color::index`].
    pub(crate) stones: [Bitboard; 2],
    /// Hash of stones and side to move, kept up to date by every step.
    pub(crate) key: u64,
    pub(crate) chain: Option<Move>,
    pub(crate) history: History,
    pub(crate) rules: Rules,
}

impl Position {
    /// The start of a game on this board under these rules.
    #[must_use]
    pub fn start(variant: Variant, rules: Rules) -> Self {
        let (white, black) = variant.start(rules.setup);
        let history = History { first: [rules.first_turn_single; 2], ..History::default() };
        Self::unchecked(variant, rules, [white, black], Color::White, history)
    }

    /// The start of a turn with these stones.
    ///
    /// # Errors
    /// A [`PositionError`] where a stone is off the board, two share a point, there is none at
    /// all, or the history doesn't fit the rules or the stones.
    ///
    /// ```
    /// use fanorona::{Color, History, Position, Rules, Variant};
    /// let position =
    ///     Position::new(Variant::TELO, Rules::THEORY, 1, 1 << 8, Color::White, History::default())?;
    /// assert_eq!(position.legal_moves().len(), 1, "a1-b2A takes the stone on c3");
    /// # Ok::<(), fanorona::PositionError>(())
    /// ```
    pub fn new(
        variant: Variant,
        rules: Rules,
        white: Bitboard,
        black: Bitboard,
        turn: Color,
        history: History,
    ) -> Result<Self, PositionError> {
        Self::check_stones(variant, white, black)?;
        let position = Self::unchecked(variant, rules, [white, black], turn, history);
        position.check_history()?;
        Ok(position)
    }

    pub(crate) fn unchecked(
        variant: Variant,
        rules: Rules,
        stones: [Bitboard; 2],
        turn: Color,
        history: History,
    ) -> Self {
        let key = Self::key_of(stones, turn);
        Self { variant, turn, stones, key, chain: None, history, rules }
    }

    /// Whether the history fits the rules and the stones, at the start of a turn.
    pub(crate) fn check_history(&self) -> Result<(), PositionError> {
        let error = |reason: String| Err(PositionError::new("LAST", reason));
        let History { first, back, huff } = self.history;
        let name = |point| self.variant.point_name(point);
        if first != [false; 2] && !self.rules.first_turn_single {
            return error("first= needs first_turn_single=yes".to_owned());
        }
        if huff != 0 && self.rules.capture != Capture::Huff {
            return error("huff= needs capture=huff".to_owned());
        }
        if huff & !self.enemy() != 0 {
            let point = name((huff & !self.enemy()).trailing_zeros() as u8);
            return error(format!("huff={point}: no stone of the side that is not to move"));
        }
        for color in Color::ALL {
            let Some(Back { origin, destination }) = back[color.index()] else { continue };
            let text = format!("back={}{}", name(origin), name(destination));
            if self.rules.reversal {
                return error(format!("{text}: needs reversal=no"));
            }
            if origin.max(destination) >= self.variant.points() {
                return error(format!("{text}: not on the {} board", self.variant.size()));
            }
            if self.stones(color) & bit(destination) == 0 {
                return error(format!("{text}: no {color} stone on {}", name(destination)));
            }
            // The side not to move has just left its origin; the other may have been followed.
            let occupied = self.stones(color) | if color == self.turn { 0 } else { self.own() };
            if occupied & bit(origin) != 0 {
                return error(format!("{text}: {} is not empty", name(origin)));
            }
            let joined = self.variant.geometry().direction_between(origin, destination).is_some();
            if self.rules.chain == Chain::None && !joined {
                return error(format!("{text}: no line joins the two"));
            }
        }
        Ok(())
    }

    fn key_of(stones: [Bitboard; 2], turn: Color) -> u64 {
        let side = if turn == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 };
        Color::ALL
            .into_iter()
            .fold(side, |key, color| key ^ zobrist::stones(color, stones[color.index()]))
    }

    pub(crate) fn check_stones(
        variant: Variant,
        white: Bitboard,
        black: Bitboard,
    ) -> Result<(), PositionError> {
        let error = |reason: String| Err(PositionError::new("ROWS", reason));
        if (white | black) & !variant.geometry().all != 0 {
            return error(format!("a stone is off the {} board", variant.size()));
        }
        if white & black != 0 {
            let point = (white & black).trailing_zeros() as u8;
            return error(format!("two stones on {}", variant.point_name(point)));
        }
        if white | black == 0 {
            return error("no stone on the board".to_owned());
        }
        Ok(())
    }

    /// The board.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The rule set.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The stones of one side.
    #[must_use]
    pub const fn stones(&self, color: Color) -> Bitboard {
        self.stones[color.index()]
    }

    /// The colour of the stone on a point, if there is one.
    #[must_use]
    pub fn stone_at(&self, point: u8) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.stones(color) & bit(point) != 0)
    }

    /// The turn so far, where a chain is in progress.
    #[must_use]
    pub const fn chain(&self) -> Option<Move> {
        self.chain
    }

    /// What the rule set remembers of earlier turns.
    #[must_use]
    pub const fn history(&self) -> History {
        self.history
    }

    /// Hash of stones and side to move: what the repetition rule compares.
    #[must_use]
    #[inline]
    pub const fn repetition_key(&self) -> u64 {
        self.key
    }

    /// [`Self::repetition_key`] computed from nothing, to check the incremental one.
    #[must_use]
    pub fn fresh_repetition_key(&self) -> u64 {
        Self::key_of(self.stones, self.turn)
    }

    /// Hash of everything that decides which turns are legal: stones, side, chain in progress and
    /// history. Board and rule set are left out.
    #[must_use]
    pub fn hash_key(&self) -> u64 {
        let mut key = self.key;
        if self.rules.needs_history() {
            key ^= self.history_key();
        }
        if let Some(chain) = self.chain {
            let progress = self.progress(&chain);
            let state = u64::from(progress.at) << 8 | progress.last.index() as u64;
            key ^= zobrist::mix(progress.visited ^ zobrist::mix(state));
        }
        key
    }

    fn history_key(&self) -> u64 {
        let History { first, back, huff } = self.history;
        let mut state = huff << 2 | u64::from(first[0]) << 1 | u64::from(first[1]);
        for back in back {
            state = zobrist::mix(state);
            if let Some(back) = back {
                state ^= u64::from(back.origin) << 8 | u64::from(back.destination) | 1 << 16;
            }
        }
        if self.history.is_empty() { 0 } else { zobrist::mix(state) }
    }

    /// The same stones and side under the rules of `theory`, at the start of a turn.
    pub(crate) fn under_theory(&self) -> Self {
        Self::unchecked(self.variant, Rules::THEORY, self.stones, self.turn, History::default())
    }

    /// Whether stones and side to move are the same.
    pub(crate) fn same_stones(&self, other: &Self) -> bool {
        self.key == other.key && self.stones == other.stones && self.turn == other.turn
    }

    /// The same stones with the opponent to move, who has nothing to remove.
    pub(crate) fn with_other_side_to_move(&self) -> Self {
        let history = History { huff: 0, ..self.history };
        Self::unchecked(self.variant, self.rules, self.stones, !self.turn, history)
    }

    pub(crate) fn own(&self) -> Bitboard {
        self.stones[self.turn.index()]
    }

    pub(crate) fn enemy(&self) -> Bitboard {
        self.stones[(!self.turn).index()]
    }

    /// The stones as the mover sees them.
    pub(crate) fn view(&self) -> Stones {
        Stones { own: self.own(), enemy: self.enemy() }
    }

    /// Whether one side has no stone left; the game is over then, whoever is to move.
    #[must_use]
    pub const fn is_eliminated(&self) -> bool {
        self.stones[0] == 0 || self.stones[1] == 0
    }

    /// The mover with `removed` taken off the opponent's stones.
    #[inline]
    pub(crate) fn mover(&self, removed: Option<u8>) -> Mover {
        let single = self.rules.first_turn_single && self.history.is_first(self.turn);
        let ban = match self.history.back[self.turn.index()] {
            Some(back) => Ban { stone: bit(back.destination), target: bit(back.origin) },
            None => Ban::default(),
        };
        Mover {
            geometry: self.variant.geometry(),
            stones: Stones { own: self.own(), enemy: self.enemy() & !removed.map_or(0, bit) },
            capture: self.rules.capture,
            most: self.rules.most,
            chain: if single { Chain::None } else { self.rules.chain },
            ban,
            removed,
        }
    }

    /// The image under a symmetry of the board.
    ///
    /// # Errors
    /// A [`PositionError`] where the symmetry makes files of ranks and the board is not square.
    pub fn transform(&self, symmetry: Symmetry) -> Result<Self, PositionError> {
        symmetry.check(self.variant).map_err(|why| PositionError::new("symmetry", why))?;
        let map = |set| symmetry.apply_set(self.variant, set);
        let point = |point| symmetry.apply(self.variant, point);
        let back = |back: Option<Back>| {
            back.map(|back| Back {
                origin: point(back.origin),
                destination: point(back.destination),
            })
        };
        let history = History {
            first: self.history.first,
            back: self.history.back.map(back),
            huff: map(self.history.huff),
        };
        let stones = self.stones.map(map);
        let mut image = Self::unchecked(self.variant, self.rules, stones, self.turn, history);
        image.chain = self.chain.map(|chain| chain.image(symmetry));
        Ok(image)
    }

    /// The smallest of the position's images under the symmetries of its board; equal for two
    /// positions exactly if a symmetry takes one to the other.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let images = Symmetry::of(self.variant).iter();
        images.filter_map(|&symmetry| self.transform(symmetry).ok()).min().unwrap_or(*self)
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash_key());
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({} under {})", self.fen(), self.rules)
    }
}
