//! State strings of the Python package fanorona-aec.
//!
//! `ROWS SIDE POINT DIRECTION VISITED COUNT`: rows from rank 1 up, capital letters, then the
//! chain's stone, its last direction and the points it has visited (`-` at the start of a turn),
//! and the number of turns since the start.

use crate::bitboard::bit;
use crate::color::Color;
use crate::direction::Direction;
use crate::error::{PositionError, shorten};
use crate::history::History;
use crate::moves::{Kind, Move, Step};
use crate::notation::Fen;
use crate::notation::position_string::{parse_counter, parse_rows, parse_turn, rows_text};
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::Variant;

/// The turns before the second turn of the last numbered pair.
const LARGEST_COUNT: u64 = 2 * (u32::MAX as u64 - 1) + 1;

const FIELDS: [&str; 6] = ["ROWS", "SIDE", "POINT", "DIRECTION", "VISITED", "COUNT"];

/// Reads a state string. The state does not say how a chain captured; where both ways were
/// possible an approach is assumed, which changes nothing that follows.
///
/// # Errors
/// A [`PositionError`] that names the field.
///
/// ```
/// use fanorona::{Rules, notation::aec};
/// let text = "WWWWWWWWW/WWW1WWWWW/BWBWWBWBW/BBBBB1BBB/BBBBBB1BB W E3 NE D2,E3 0";
/// let fen = aec::read_state(text, Rules::STANDARD)?;
/// // Nothing can continue, so it is Black's turn.
/// assert_eq!(
///     fen.to_string(),
///     "bbbbbb1bb/bbbbb1bbb/bwbwwbwbw/www1wwwww/wwwwwwwww b - 0 1"
/// );
/// # Ok::<(), fanorona::PositionError>(())
/// ```
pub fn read_state(text: &str, rules: Rules) -> Result<Fen, PositionError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[rows, side, point, direction, visited, count] = &fields[..] else {
        let reason = format!("{} fields, expected {}", fields.len(), FIELDS.join(" "));
        return Err(PositionError::new("state", reason));
    };
    let ranks: Vec<&str> = rows.split('/').rev().collect();
    let (variant, stones) = parse_rows(&ranks.join("/"))?;
    let turn = parse_turn("SIDE", side)?;
    let count = parse_counter("COUNT", count, 0..=LARGEST_COUNT)?;
    let number = (count / 2) as u32 + 1;
    if (point, direction, visited) == ("-", "-", "-") {
        let [white, black] = stones;
        let history = History::default();
        let position = Position::new(variant, rules, white, black, turn, history)?;
        return Ok(Fen { position, quiet: 0, number });
    }
    let path = parse_path(point, direction, visited, variant)?;
    let mut search = ChainSearch { variant, turn, tries: MOST_TRIES };
    let chain = search.find(stones, &path, Vec::new()).ok_or_else(|| {
        PositionError::new("VISITED", format!("{visited:?}: no chain of captures leads here"))
    })?;
    let position = Position::in_chain(rules, stones, turn, History::default(), &chain)?;
    let next_pair = position.turn() == Color::White && turn == Color::Black;
    Ok(Fen { position, quiet: 0, number: number.saturating_add(u32::from(next_pair)) })
}

/// Writes a position as a state string.
///
/// ```
/// use fanorona::{Fen, Position, Rules, Variant, notation::aec};
/// let position = Position::start(Variant::TSIVY, Rules::STANDARD);
/// assert_eq!(
///     aec::write_state(&Fen { position, quiet: 0, number: 1 }),
///     "WWWWWWWWW/WWWWWWWWW/BWBW1BWBW/BBBBBBBBB/BBBBBBBBB W - - - 0"
/// );
/// ```
#[must_use]
pub fn write_state(fen: &Fen) -> String {
    let position = &fen.position;
    let rows = rows_text(position).to_ascii_uppercase();
    let ranks: Vec<&str> = rows.split('/').rev().collect();
    let side = position.turn().letter().to_ascii_uppercase();
    let name = |point| position.variant().point_name(point).to_ascii_uppercase();
    let chain = match position.chain() {
        Some(chain) => {
            let mut visited: Vec<String> = chain.origin().map(name).into_iter().collect();
            visited.extend(chain.steps().map(|step| name(step.destination)));
            let direction = chain.last_direction().map_or(String::new(), |last| last.to_string());
            let at = chain.destination().map_or(String::new(), name);
            format!("{at} {direction} {}", visited.join(","))
        }
        None => "- - -".to_owned(),
    };
    let black = u64::from(position.turn() == Color::Black);
    let count = 2 * (u64::from(fen.number) - 1) + black;
    format!("{} {side} {chain} {count}", ranks.join("/"))
}

/// The points of a chain in progress, origin first.
fn parse_path(
    point: &str,
    direction: &str,
    visited: &str,
    variant: Variant,
) -> Result<Vec<u8>, PositionError> {
    let parse = |field: &'static str, name: &str| {
        let cause = variant.point(&name.to_ascii_lowercase());
        cause.map_err(|cause| PositionError::new(field, cause.to_string()))
    };
    let at = parse("POINT", point)?;
    let path: Vec<u8> =
        visited.split(',').map(|name| parse("VISITED", name)).collect::<Result<_, _>>()?;
    let wrong = |field, text: &str, reason: &str| {
        Err(PositionError::new(field, format!("{:?}: {reason}", shorten(text))))
    };
    let &[.., before, last] = &path[..] else {
        return wrong("VISITED", visited, "a chain visits at least two points");
    };
    let mut seen = 0;
    for &point in &path {
        if seen & bit(point) != 0 {
            return wrong("VISITED", visited, "a point is visited twice");
        }
        seen |= bit(point);
    }
    if last != at {
        return wrong("POINT", point, "not the last point visited");
    }
    let step = variant.geometry().direction_between(before, last);
    if step.map(|step| step.to_string()) != Some(direction.to_ascii_uppercase()) {
        return wrong("DIRECTION", direction, "not that of the last step");
    }
    Ok(path)
}

/// More than the ways in which the longest chains of real games can have captured.
const MOST_TRIES: u32 = 100_000;

/// Finds kinds of capture for the steps between given points, from the last step back.
struct ChainSearch {
    variant: Variant,
    turn: Color,
    tries: u32,
}

impl ChainSearch {
    /// `later` are the steps after the end of `path`, last first.
    fn find(&mut self, after: [u64; 2], path: &[u8], later: Vec<Step>) -> Option<Move> {
        self.tries = self.tries.checked_sub(1)?;
        let &[.., origin, destination] = path else {
            let steps: Vec<Step> = later.into_iter().rev().collect();
            return Move::from_steps(self.variant, None, &steps).ok();
        };
        let direction = self.variant.geometry().direction_between(origin, destination)?;
        for kind in [Kind::Approach, Kind::Withdrawal] {
            let step = Step { origin, destination, direction, kind };
            if let Some(before) = self.undo(after, step) {
                let mut steps = later.clone();
                steps.push(step);
                if let Some(chain) = self.find(before, &path[..path.len() - 1], steps) {
                    return Some(chain);
                }
            }
        }
        None
    }

    /// The stones before a step that took a single stone, if that is possible.
    fn undo(&self, after: [u64; 2], step: Step) -> Option<[u64; 2]> {
        let geometry = self.variant.geometry();
        let (point, direction) = step.captures_from();
        let ray = |point: u8, direction: Direction| geometry.neighbour(point, direction);
        let target = ray(point, direction)?;
        let mut before = after;
        before[self.turn.index()] ^= bit(step.origin) | bit(step.destination);
        let occupied = before[0] | before[1];
        let beyond = ray(target, direction).map_or(0, bit);
        // An enemy stone behind the one that fell would have fallen too.
        let would_fall = after[(!self.turn).index()] & beyond != 0;
        if occupied & (bit(target) | bit(step.destination)) != 0 || would_fall {
            return None;
        }
        before[(!self.turn).index()] |= bit(target);
        Some(before)
    }
}
