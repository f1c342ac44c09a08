//! The position string: `ROWS TURN CHAIN QUIET NUMBER [LAST]`.

use std::fmt;
use std::ops::RangeInclusive;

use crate::bitboard::{Bitboard, bit, points};
use crate::color::Color;
use crate::error::{PositionError, shorten};
use crate::history::{Back, History};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Capture, Rules};
use crate::variant::Variant;

/// A position with its two counters, as a position string writes it.
///
/// ```
/// use fanorona::{Fen, Position, Rules, Variant};
/// let start = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w - 0 1";
/// let fen = Fen::parse(start, Rules::STANDARD)?;
/// assert_eq!(fen.position, Position::start(Variant::TSIVY, Rules::STANDARD));
/// assert_eq!(fen.to_string(), start);
/// # Ok::<(), fanorona::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// Consecutive turns without a capture; 0 in mid-chain.
    pub quiet: u32,
    /// The number of the turn pair, from 1; it goes up after Black.
    pub number: u32,
}

impl Position {
    /// The position string with counters `0 1`.
    #[must_use]
    pub fn fen(&self) -> String {
        Fen { position: *self, quiet: 0, number: 1 }.to_string()
    }
}

impl Fen {
    /// Reads a position string under a rule set. Fields missing from the right take their
    /// defaults; a chain that cannot go on is read as the start of the opponent's turn.
    ///
    /// # Errors
    /// A [`PositionError`] that names the field.
    pub fn parse(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let fields: Vec<&str> = text.split(' ').collect();
        if fields.len() > 6 {
            let extra = shorten(fields[6]);
            return Err(PositionError::new("LAST", format!("unexpected field {extra:?} after it")));
        }
        if let Some(position) = fields.iter().position(|field| field.is_empty()) {
            let reason = "empty field; fields are separated by single spaces";
            return Err(PositionError::new(FIELDS[position], reason));
        }
        let field = |index: usize| fields.get(index).copied();
        let (variant, stones) = parse_rows(fields[0])?;
        let turn = field(1).map_or(Ok(Color::White), |text| parse_turn("TURN", text))?;
        let counter = |name, text: Option<&str>, least: u32| match text {
            Some(text) => {
                let range = u64::from(least)..=u64::from(u32::MAX);
                parse_counter(name, text, range).map(|number| number as u32)
            }
            None => Ok(least),
        };
        let quiet = counter("QUIET", field(3), 0)?;
        let number = counter("NUMBER", field(4), 1)?;
        let history = match field(5) {
            Some(text) => parse_last(text, variant, rules, turn)?,
            None => History::default(),
        };
        let chain = match field(2) {
            None | Some("-") => None,
            Some(text) => Some(parse_chain(text, variant)?),
        };
        Self::check_quiet(chain.as_ref(), quiet)?;
        let position = match chain {
            None => Position::new(variant, rules, stones[0], stones[1], turn, history)?,
            Some(chain) => Position::in_chain(rules, stones, turn, history, &chain)?,
        };
        let next_pair = position.turn() == Color::White && turn == Color::Black;
        let number = if next_pair { number.saturating_add(1) } else { number };
        Ok(Self { position, quiet, number })
    }

    fn check_quiet(chain: Option<&Move>, quiet: u32) -> Result<(), PositionError> {
        if chain.is_some() && quiet != 0 {
            return Err(PositionError::new("QUIET", format!("{quiet} in mid-chain, expected 0")));
        }
        Ok(())
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.position;
        write!(f, "{} {} ", rows_text(position), position.turn())?;
        match position.chain() {
            Some(chain) => write!(f, "{chain}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {} {}", self.quiet, self.number)?;
        let last = last_text(position);
        if last.is_empty() { Ok(()) } else { write!(f, " {last}") }
    }
}

const FIELDS: [&str; 6] = ["ROWS", "TURN", "CHAIN", "QUIET", "NUMBER", "LAST"];

pub(super) fn parse_rows(text: &str) -> Result<(Variant, [Bitboard; 2]), PositionError> {
    let error = |reason: String| Err(PositionError::new("ROWS", reason));
    let rows: Vec<&str> = text.split('/').collect();
    if !matches!(rows.len(), 3 | 5) {
        return error(format!("{} ranks, expected 3 or 5", rows.len()));
    }
    let mut cells = Vec::new();
    let mut width = None;
    for (index, row) in rows.iter().enumerate().rev() {
        let before = cells.len();
        let rank = rows.len() - index;
        parse_row(row, &mut cells).map_err(|reason| {
            PositionError::new("ROWS", format!("rank {rank} {:?}: {reason}", shorten(row)))
        })?;
        let length = cells.len() - before;
        if *width.get_or_insert(length) != length {
            return error(format!("rank {rank} {row:?} has {length} points, others have not"));
        }
    }
    let cols = cells.len() / rows.len();
    let Some(variant) = Variant::with_size(rows.len() as u8, cols as u8) else {
        return error(format!("no board has {} ranks of {cols} points", rows.len()));
    };
    let set = |color| {
        let stones = cells.iter().enumerate().filter(|(_, cell)| **cell == Some(color));
        stones.fold(0, |set, (point, _)| set | bit(point as u8))
    };
    Ok((variant, Color::ALL.map(set)))
}

fn parse_row(row: &str, cells: &mut Vec<Option<Color>>) -> Result<(), String> {
    let before = cells.len();
    let mut after_digit = false;
    for character in row.chars() {
        match character {
            'w' | 'W' => cells.push(Some(Color::White)),
            'b' | 'B' => cells.push(Some(Color::Black)),
            '1'..='9' if after_digit => return Err("two digits side by side".to_owned()),
            '1'..='9' => {
                let run = character as usize - '0' as usize;
                cells.resize(cells.len() + run, None);
            }
            _ => return Err(format!("{character:?} is not w, b or a digit from 1 to 9")),
        }
        after_digit = character.is_ascii_digit();
        if cells.len() - before > 9 {
            return Err("more than nine points".to_owned());
        }
    }
    Ok(())
}

pub(super) fn parse_turn(field: &'static str, text: &str) -> Result<Color, PositionError> {
    text.parse()
        .map_err(|_| PositionError::new(field, format!("{:?} is not w or b", shorten(text))))
}

pub(super) fn parse_counter(
    field: &'static str,
    text: &str,
    range: RangeInclusive<u64>,
) -> Result<u64, PositionError> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = plain && (text.len() == 1 || !text.starts_with('0'));
    match text.parse() {
        Ok(number) if canonical && range.contains(&number) => Ok(number),
        _ => {
            let (least, most) = range.into_inner();
            let reason = format!("{:?} is not a number from {least} to {most}", shorten(text));
            Err(PositionError::new(field, reason))
        }
    }
}

fn parse_chain(text: &str, variant: Variant) -> Result<Move, PositionError> {
    let error = |reason: String| PositionError::new("CHAIN", reason);
    let chain = Move::parse_canonical(text, variant).map_err(|cause| error(cause.to_string()))?;
    if chain.removed().is_some() || chain.is_paika() {
        return Err(error(format!("{chain} is no chain of captures")));
    }
    Ok(chain)
}

/// Points of a text such as `d3e3`.
fn parse_points(text: &str, variant: Variant) -> Result<Vec<u8>, PositionError> {
    let error = || PositionError::new("LAST", format!("{:?} is no list of points", shorten(text)));
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return Err(error());
    }
    (0..text.len() / 2)
        .map(|index| variant.point(&text[2 * index..2 * index + 2]).map_err(|_| error()))
        .collect()
}

fn parse_last(
    text: &str,
    variant: Variant,
    rules: Rules,
    turn: Color,
) -> Result<History, PositionError> {
    let error = |reason: String| PositionError::new("LAST", reason);
    let mut history = History::default();
    let mut seen: Vec<&str> = Vec::new();
    for part in text.split(',') {
        let (key, value) = part
            .split_once('=')
            .ok_or_else(|| error(format!("{:?} is not key=value", shorten(part))))?;
        if seen.contains(&key) {
            return Err(error(format!("{key:?} given twice")));
        }
        seen.push(key);
        match key {
            "first" if rules.first_turn_single => history.first = parse_first(value)?,
            "back" if !rules.reversal => history.back = parse_back(value, variant, turn)?,
            "huff" if rules.capture == Capture::Huff => {
                for name in value.split('+') {
                    let point = variant.point(name).map_err(|cause| error(cause.to_string()))?;
                    if history.huff & bit(point) != 0 {
                        return Err(error(format!("huff={value}: {name} given twice")));
                    }
                    history.huff |= bit(point);
                }
            }
            "first" | "back" | "huff" => {
                return Err(error(format!("{key}= has no meaning under the rules {rules}")));
            }
            _ => return Err(error(format!("unknown key {:?}", shorten(key)))),
        }
    }
    Ok(history)
}

fn parse_first(value: &str) -> Result<[bool; 2], PositionError> {
    match value {
        "wb" => Ok([true, true]),
        "w" => Ok([true, false]),
        "b" => Ok([false, true]),
        _ => {
            let reason = format!("first={:?}: expected wb, w or b", shorten(value));
            Err(PositionError::new("LAST", reason))
        }
    }
}

fn parse_back(
    value: &str,
    variant: Variant,
    turn: Color,
) -> Result<[Option<Back>; 2], PositionError> {
    let reason = format!("back={:?}: expected mover/opponent, such as d3e3/-", shorten(value));
    let error = || PositionError::new("LAST", reason.clone());
    let (mover, opponent) = value.split_once('/').ok_or_else(error)?;
    let mut back = [None; 2];
    for (color, text) in [(turn, mover), (!turn, opponent)] {
        if text == "-" {
            continue;
        }
        match parse_points(text, variant)?[..] {
            [origin, destination] if origin != destination => {
                back[color.index()] = Some(Back { origin, destination });
            }
            _ => return Err(error()),
        }
    }
    Ok(back)
}

pub(super) fn rows_text(position: &Position) -> String {
    let variant = position.variant();
    let row = |rank| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..variant.cols() {
            match position.stone_at(rank * variant.cols() + file) {
                None => empty += 1,
                Some(color) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(color.letter());
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    (0..variant.rows()).rev().map(row).collect::<Vec<_>>().join("/")
}

fn last_text(position: &Position) -> String {
    let History { first, back, huff } = position.history();
    let name = |point| position.variant().point_name(point);
    let mut parts = Vec::new();
    if first != [false; 2] {
        let sides = Color::ALL.into_iter().filter(|color| first[color.index()]);
        parts.push(format!("first={}", sides.map(Color::letter).collect::<String>()));
    }
    if back != [None; 2] {
        let side = |color: Color| match back[color.index()] {
            Some(Back { origin, destination }) => format!("{}{}", name(origin), name(destination)),
            None => "-".to_owned(),
        };
        parts.push(format!("back={}/{}", side(position.turn()), side(!position.turn())));
    }
    if huff != 0 {
        let names: Vec<String> = points(huff).map(name).collect();
        parts.push(format!("huff={}", names.join("+")));
    }
    parts.join(",")
}
