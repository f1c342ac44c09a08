//! Move text: `f2-e3A`, `d3-e3A-e4W`, `d3-e3`, `xe3,d4-e4A`; and the lenient forms read beside it.

use crate::error::MoveError;
use crate::moves::{Kind, LONGEST_CHAIN, Move, Step};
use crate::position::Position;
use crate::variant::Variant;

/// A text that has the form of a turn, its kinds possibly left open.
struct Pattern {
    removed: Option<u8>,
    /// The points from the origin on; none where the turn is a removal alone.
    points: Vec<u8>,
    /// For each step, the kind where the text says it.
    kinds: Vec<Option<Kind>>,
}

impl Move {
    /// Reads move text without a position: a letterless step is a paika; letters are needed in a
    /// chain. AbstractPlay's form (`d3e3+,e4-`) and other case are read too.
    ///
    /// # Errors
    /// [`MoveError::Invalid`] where the text fits no form, names a point that the board does not
    /// have, or joins points that no line joins.
    pub fn parse(text: &str, variant: Variant) -> Result<Self, MoveError> {
        let pattern = Pattern::parse(text, variant)?;
        if pattern.kinds.len() > 1 && pattern.kinds.contains(&None) {
            return Err(MoveError::invalid(text, "a chain needs A or W after each point"));
        }
        pattern.to_move(text, variant)
    }

    /// Reads canonical move text only.
    pub(crate) fn parse_canonical(text: &str, variant: Variant) -> Result<Self, MoveError> {
        let turn = Self::parse(text, variant)?;
        if turn.to_string() != text {
            return Err(MoveError::invalid(text, format!("canonical form is {turn}")));
        }
        Ok(turn)
    }

    /// The turn in AbstractPlay's form: `d3e3+,e4-`, signs for approach and withdrawal.
    ///
    /// # Errors
    /// [`MoveError::Invalid`] for a turn with a removal, which that form cannot say.
    ///
    /// ```
    /// use fanorona::{Move, Variant};
    /// let turn = Move::parse("d3-e3A-e4W", Variant::TSIVY)?;
    /// assert_eq!(turn.to_abstractplay()?, "d3e3+,e4-");
    /// assert_eq!(Move::parse("d3e3+,e4-", Variant::TSIVY)?, turn);
    /// # Ok::<(), fanorona::MoveError>(())
    /// ```
    pub fn to_abstractplay(self) -> Result<String, MoveError> {
        if self.removed().is_some() {
            let reason = "AbstractPlay's form has no removals";
            return Err(MoveError::invalid(&self.to_string(), reason));
        }
        let name = |point| self.variant().point_name(point);
        let mut text = self.origin().map_or(String::new(), name);
        for (index, step) in self.steps().enumerate() {
            if index > 0 {
                text.push(',');
            }
            text.push_str(&name(step.destination));
            match step.kind {
                Kind::Paika => {}
                Kind::Approach => text.push('+'),
                Kind::Withdrawal => text.push('-'),
            }
        }
        Ok(text)
    }
}

impl Position {
    /// Reads move text as a legal turn of this position; case and letters may be missing where
    /// one turn alone matches.
    ///
    /// # Errors
    /// [`MoveError::Invalid`] where the text fits no form, [`MoveError::Illegal`] where no legal
    /// turn matches, [`MoveError::Ambiguous`] where several do.
    ///
    /// ```
    /// use fanorona::{MoveError, Position, Rules, Variant};
    /// let start = Position::start(Variant::TSIVY, Rules::STANDARD);
    /// assert_eq!(start.parse_move("F2-E3")?.to_string(), "f2-e3A");
    /// assert!(matches!(start.parse_move("d3-e3"), Err(MoveError::Ambiguous { .. })));
    /// assert!(matches!(start.parse_move("a5-a4"), Err(MoveError::Illegal { .. })));
    /// assert!(matches!(start.parse_move("d3e"), Err(MoveError::Invalid { .. })));
    /// # Ok::<(), MoveError>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let pattern = Pattern::parse(text, self.variant())?;
        if !pattern.kinds.contains(&None) {
            // Nothing is left open, so the text names one turn, legal or not.
            let turn = pattern.to_move(text, self.variant());
            let turn = turn.map_err(|_| MoveError::illegal(text, "no line joins its points"))?;
            return self.captured(&turn).map(|_| turn);
        }
        let matching: Vec<Move> =
            self.legal_moves().into_iter().filter(|turn| pattern.matches(turn)).collect();
        match matching[..] {
            [turn] => Ok(turn),
            [] => Err(MoveError::illegal(text, "no legal turn matches")),
            _ => {
                let mut candidates: Vec<String> = matching.iter().map(Move::to_string).collect();
                candidates.sort();
                candidates.truncate(4);
                Err(MoveError::Ambiguous { text: text.to_owned(), candidates })
            }
        }
    }

    /// The position after the turn that a text names; see [`Self::parse_move`].
    ///
    /// # Errors
    /// As [`Self::parse_move`].
    pub fn play_text(&self, text: &str) -> Result<Self, MoveError> {
        self.parse_move(text).map(|turn| self.play_unchecked(&turn))
    }
}

impl Pattern {
    fn parse(text: &str, variant: Variant) -> Result<Self, MoveError> {
        let invalid = |reason: &str| MoveError::invalid(text, reason);
        // The longest text: a removal, an origin, and steps of four characters.
        if !text.is_ascii() || text.len() > 6 + 4 * LONGEST_CHAIN {
            return Err(invalid("no form of move text"));
        }
        let lower = text.to_ascii_lowercase();
        let (removed, rest) = match lower.strip_prefix('x') {
            None => (None, lower.as_str()),
            Some(rest) => match rest.split_once(',') {
                None => (Some(rest), ""),
                Some((_, "")) => return Err(invalid("nothing follows the comma")),
                Some((point, rest)) => (Some(point), rest),
            },
        };
        let mut reader = Reader { text, rest: rest.as_bytes(), variant };
        let removed = match removed {
            Some(name) => Some(reader.named(name)?),
            None => None,
        };
        let mut pattern = Self { removed, points: Vec::new(), kinds: Vec::new() };
        if removed.is_some() && rest.is_empty() {
            return Ok(pattern);
        }
        pattern.points.push(reader.point()?);
        if reader.rest.first() == Some(&b'-') {
            reader.dashed(&mut pattern)?;
        } else if removed.is_none() {
            reader.signed(&mut pattern)?;
        } else {
            return Err(invalid("expected - after the origin"));
        }
        if pattern.kinds.len() > LONGEST_CHAIN {
            return Err(invalid("the chain is longer than any board allows"));
        }
        Ok(pattern)
    }

    fn to_move(&self, text: &str, variant: Variant) -> Result<Move, MoveError> {
        let mut steps = Vec::with_capacity(self.kinds.len());
        for (pair, kind) in self.points.windows(2).zip(&self.kinds) {
            let (origin, destination) = (pair[0], pair[1]);
            let Some(direction) = variant.geometry().direction_between(origin, destination) else {
                let [from, to] = [origin, destination].map(|point| variant.point_name(point));
                return Err(MoveError::invalid(text, format!("no line joins {from} and {to}")));
            };
            steps.push(Step { origin, destination, direction, kind: kind.unwrap_or(Kind::Paika) });
        }
        Move::from_steps(variant, self.removed, &steps)
    }

    fn matches(&self, turn: &Move) -> bool {
        turn.removed() == self.removed
            && turn.origin() == self.points.first().copied()
            && turn.len() == self.kinds.len()
            && turn.steps().zip(&self.points[1..]).zip(&self.kinds).all(
                |((step, &destination), kind)| {
                    step.destination == destination && kind.is_none_or(|kind| kind == step.kind)
                },
            )
    }
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a [u8],
    variant: Variant,
}

impl Reader<'_> {
    fn invalid(&self, reason: &str) -> MoveError {
        MoveError::invalid(self.text, reason)
    }

    fn named(&self, name: &str) -> Result<u8, MoveError> {
        self.variant.point(name).map_err(|cause| self.invalid(&cause.to_string()))
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.rest.first() == Some(&byte);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn point(&mut self) -> Result<u8, MoveError> {
        let Some((name, rest)) = self.rest.split_at_checked(2) else {
            return Err(self.invalid("expected a point"));
        };
        self.rest = rest;
        // The text was found to be ASCII, so any part of it is text too.
        self.named(std::str::from_utf8(name).unwrap_or_default())
    }

    /// `-e3A-e4W`, letters optional.
    fn dashed(&mut self, pattern: &mut Pattern) -> Result<(), MoveError> {
        while !self.rest.is_empty() {
            if !self.take(b'-') {
                return Err(self.invalid("expected - between points"));
            }
            pattern.points.push(self.point()?);
            let kind = match self.rest.first() {
                Some(b'a') if self.rest.get(1).is_none_or(|next| *next == b'-') => {
                    Some(Kind::Approach)
                }
                Some(b'w') => Some(Kind::Withdrawal),
                _ => None,
            };
            if kind.is_some() {
                self.rest = &self.rest[1..];
            }
            pattern.kinds.push(kind);
        }
        Ok(())
    }

    /// `e3+,e4-`, signs optional.
    fn signed(&mut self, pattern: &mut Pattern) -> Result<(), MoveError> {
        loop {
            pattern.points.push(self.point()?);
            let kind = if self.take(b'+') {
                Some(Kind::Approach)
            } else if self.take(b'-') {
                Some(Kind::Withdrawal)
            } else {
                None
            };
            pattern.kinds.push(kind);
            if self.rest.is_empty() {
                return Ok(());
            }
            if !self.take(b',') {
                return Err(self.invalid("expected , between steps"));
            }
        }
    }
}
