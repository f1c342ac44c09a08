//! Which turns of a position are legal: listing them all, and checking one without listing.

use crate::bitboard::{Bitboard, bit, points};
use crate::direction::Direction;
use crate::error::MoveError;
use crate::movegen::{LargestCapture, Mover, Progress, Visitor};
use crate::moves::{Kind, Move, Step};
use crate::position::Position;
use crate::rules::{Capture, Chain};
use crate::stones::Stones;
use crate::variant::Variant;

impl Position {
    /// Hands every legal turn to a visitor; nothing where the game is over. In mid-chain these
    /// are the whole turns that begin with the chain.
    pub fn visit_turns<V: Visitor>(&self, visitor: &mut V) {
        if self.is_eliminated() {
            return;
        }
        if let Some(chain) = self.chain {
            self.visit_continuations(&chain, visitor);
        } else if self.history.huff == 0 {
            self.mover(None).visit(visitor);
        } else {
            for point in points(self.history.huff) {
                let mover = self.mover(Some(point));
                if mover.stones.enemy == 0 {
                    let path = visitor.begin(Some(point), None);
                    visitor.turn(path, mover.stones);
                } else {
                    mover.visit(visitor);
                }
            }
        }
    }

    fn visit_continuations<V: Visitor>(&self, chain: &Move, visitor: &mut V) {
        let mut path = visitor.begin(chain.removed(), chain.origin());
        for step in chain.steps() {
            path = visitor.step(path, step.direction, step.kind, step.destination);
        }
        let mover = self.mover(None);
        if self.can_end_turn() {
            visitor.turn(path, mover.stones);
        }
        mover.visit_rest(self.progress(chain), path, visitor);
    }

    /// Every legal turn, in no promised order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = ListMoves { variant: self.variant, moves: Vec::with_capacity(32) };
        self.visit_turns(&mut list);
        list.moves
    }

    /// Whether there is any legal turn.
    ///
    /// ```
    /// use fanorona::{Fen, Rules};
    /// let blocked: Fen = Fen::parse("9/9/9/bb7/wb7 w", Rules::STANDARD)?;
    /// assert!(!blocked.position.has_legal_move());
    /// # Ok::<(), fanorona::PositionError>(())
    /// ```
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        if self.is_eliminated() {
            return false;
        }
        if self.chain.is_some() || self.history.huff == 0 {
            return self.chain.is_some() || self.mover(None).has_turn();
        }
        points(self.history.huff).any(|point| {
            let mover = self.mover(Some(point));
            mover.stones.enemy == 0 || mover.has_turn()
        })
    }

    /// Whether the player to move can capture by a step.
    #[must_use]
    pub fn has_capture(&self) -> bool {
        !self.is_eliminated() && (self.chain.is_some() || self.mover(None).has_capture())
    }

    /// Whether `turn` is one of [`Self::legal_moves`], found without listing them.
    #[must_use]
    pub fn is_legal(&self, turn: &Move) -> bool {
        self.captured(turn).is_ok()
    }

    /// What a turn captures, the removal included; in mid-chain what is still to fall.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] where the turn is not legal here.
    pub fn captured(&self, turn: &Move) -> Result<Bitboard, MoveError> {
        self.check(turn)
            .map_err(|reason| MoveError::illegal(turn.to_string(), reason))
            .map(|after| self.enemy() & !after.enemy)
    }

    /// The stones after a legal turn, or the reason why it isn't legal.
    pub(crate) fn check(&self, turn: &Move) -> Result<Stones, &'static str> {
        if turn.variant() != self.variant {
            return Err("it belongs to another board");
        }
        if self.is_eliminated() {
            return Err("the game is over");
        }
        if let Some(chain) = self.chain {
            if !turn.starts_with(&chain) {
                return Err("it does not begin with the chain in progress");
            }
            if turn.len() == chain.len() {
                let may_stop = self.can_end_turn();
                return may_stop.then_some(self.mover(None).stones).ok_or("the chain must go on");
            }
            return self.check_captures(self.mover(None), turn, chain.len());
        }
        match turn.removed() {
            None if self.history.huff != 0 => return Err("it must begin with a removal"),
            Some(point) if self.history.huff & bit(point) == 0 => {
                return Err("that stone may not be removed");
            }
            _ => {}
        }
        let mover = self.mover(turn.removed());
        match (turn.is_empty(), mover.stones.enemy == 0) {
            (true, true) => Ok(mover.stones),
            (true, false) => Err("the removal must be followed by a turn"),
            (false, true) => Err("the removal takes the last stone and ends the game"),
            (false, false) if turn.is_paika() => Self::check_paika(&mover, turn),
            (false, false) => self.check_captures(mover, turn, 0),
        }
    }

    fn check_paika(mover: &Mover, turn: &Move) -> Result<Stones, &'static str> {
        let Some(step) = turn.steps().next() else { return Err("there is no step") };
        Self::check_step(mover, step, 0)?;
        if bit(step.origin) == mover.ban.stone && bit(step.destination) == mover.ban.target {
            return Err("the stone may not go straight back");
        }
        let captures = |kind| mover.step_captures(Step { kind, ..step }) != 0;
        if captures(Kind::Approach) || captures(Kind::Withdrawal) {
            return Err("the step captures, so it must say how");
        }
        if mover.capture == Capture::Mandatory && mover.has_capture() {
            return Err("a capture is possible, so the turn must capture");
        }
        let own = mover.stones.own ^ bit(step.origin) ^ bit(step.destination);
        Ok(Stones { own, ..mover.stones })
    }

    fn check_step(mover: &Mover, step: Step, visited: Bitboard) -> Result<(), &'static str> {
        if mover.stones.own & bit(step.origin) == 0 {
            return Err("the origin holds no stone of the player to move");
        }
        if mover.geometry.neighbour(step.origin, step.direction) != Some(step.destination) {
            return Err("no line leads there");
        }
        if (mover.stones.own | mover.stones.enemy) & bit(step.destination) != 0 {
            return Err("the destination is not empty");
        }
        if visited & bit(step.destination) != 0 {
            return Err("the stone may not return to that point");
        }
        Ok(())
    }

    /// Follows the captures of a turn from its `done`th step on.
    fn check_captures(
        &self,
        mut mover: Mover,
        turn: &Move,
        done: usize,
    ) -> Result<Stones, &'static str> {
        let before = mover;
        if turn.len() > 1 && mover.chain == Chain::None {
            return Err("only one step is allowed");
        }
        let mut progress = (done > 0).then(|| self.progress(&turn.prefix(done)));
        for step in turn.steps().skip(done) {
            let visited = progress.map_or_else(
                || {
                    let banned = bit(step.origin) == mover.ban.stone;
                    bit(step.origin) | if banned { mover.ban.target } else { 0 }
                },
                |progress| progress.visited,
            );
            Self::check_step(&mover, step, visited)?;
            if progress.is_some_and(|progress| progress.last == step.direction) {
                return Err("two steps in a row may not have the same direction");
            }
            let captured = mover.step_captures(step);
            if captured == 0 {
                return Err("a step of it captures nothing");
            }
            mover.stones.own ^= bit(step.origin) ^ bit(step.destination);
            mover.stones.enemy &= !captured;
            progress = Some(Progress {
                at: step.destination,
                visited: visited | bit(step.destination),
                last: step.direction,
            });
        }
        if mover.chain == Chain::Forced && progress.is_some_and(|now| mover.can_go_on(now)) {
            return Err("the chain must go on");
        }
        if mover.most && mover.capture != Capture::Huff {
            let taken = (before.stones.enemy & !mover.stones.enemy).count_ones();
            if taken < self.largest_capture(&before, turn, done) {
                return Err("another turn takes more stones");
            }
        }
        Ok(mover.stones)
    }

    fn largest_capture(&self, before: &Mover, turn: &Move, done: usize) -> u32 {
        if done == 0 {
            return before.largest_capture().most;
        }
        let mut largest = LargestCapture::of(before.stones.enemy);
        before.visit_rest(self.progress(&turn.prefix(done)), 0, &mut largest);
        largest.most
    }
}

/// Lists turns as moves.
struct ListMoves {
    variant: Variant,
    moves: Vec<Move>,
}

impl Visitor for ListMoves {
    type Path = Move;

    fn begin(&mut self, removed: Option<u8>, origin: Option<u8>) -> Move {
        Move::begin_turn(self.variant, removed, origin)
    }

    fn step(&mut self, path: Move, direction: Direction, kind: Kind, destination: u8) -> Move {
        path.then(direction, kind, destination)
    }

    fn turn(&mut self, path: Move, _: Stones) {
        self.moves.push(path);
    }
}
