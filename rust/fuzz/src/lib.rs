//! What the fuzz targets share: rule sets, positions and texts made of arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};
use fanorona::bitboard::points;
use fanorona::{Back, Capture, Chain, Color, History, Position, Rules, Variant};

/// The five fields that decide which turns are legal.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Legality {
    capture: u8,
    chain: u8,
    most: bool,
    first_turn_single: bool,
    reversal: bool,
}

impl Legality {
    /// The rule set with these fields and no artificial end.
    #[must_use]
    pub fn rules(self) -> Rules {
        Rules {
            capture: Capture::ALL[usize::from(self.capture) % Capture::ALL.len()],
            chain: Chain::ALL[usize::from(self.chain) % Chain::ALL.len()],
            most: self.most,
            first_turn_single: self.first_turn_single,
            reversal: self.reversal,
            ..Rules::THEORY
        }
    }
}

/// The start of a turn on any board under any rules, with any history that fits.
///
/// # Errors
/// Where there are no stones to make a position of.
pub fn position(data: &mut Unstructured<'_>) -> Result<Position> {
    let variant = *data.choose(&Variant::ALL)?;
    let rules = data.arbitrary::<Legality>()?.rules();
    let all = variant.geometry().all;
    let white = data.arbitrary::<u64>()? & all;
    let black = data.arbitrary::<u64>()? & all & !white;
    let turn = *data.choose(&Color::ALL)?;
    let mut history = History::default();
    if rules.first_turn_single {
        history.first = data.arbitrary()?;
    }
    if rules.capture == Capture::Huff {
        history.huff = data.arbitrary::<u64>()? & [white, black][(!turn).index()];
    }
    if !rules.reversal {
        for color in Color::ALL {
            history.back[color.index()] = back(data, variant, [white, black][color.index()])?;
        }
    }
    Position::new(variant, rules, white, black, turn, history)
        .or_else(|_| Position::new(variant, rules, white, black, turn, History::default()))
        .map_err(|_| arbitrary::Error::IncorrectFormat)
}

fn back(data: &mut Unstructured<'_>, variant: Variant, own: u64) -> Result<Option<Back>> {
    let destinations: Vec<u8> = points(own).collect();
    let origins: Vec<u8> = points(variant.geometry().all & !own).collect();
    if destinations.is_empty() || origins.is_empty() || data.arbitrary()? {
        return Ok(None);
    }
    let (origin, destination) = (*data.choose(&origins)?, *data.choose(&destinations)?);
    Ok(Some(Back { origin, destination }))
}

/// The position a single step on or, by whole turns, a turn on; `None` where the game is over.
///
/// # Panics
/// Where the core refuses a step that it has listed.
#[must_use]
pub fn advance(position: &Position, choice: usize) -> Option<Position> {
    let (by_steps, choice) = (choice % 2 == 1, choice / 2);
    if !by_steps || position.rules().capture == Capture::Huff {
        let moves = position.legal_moves();
        let turn = moves.get(choice.checked_rem(moves.len())?)?;
        return Some(position.play_unchecked(turn));
    }
    let steps = position.legal_steps().expect("steps under these rules");
    let ways = steps.len() + usize::from(position.can_end_turn());
    Some(match steps.get(choice.checked_rem(ways)?) {
        Some(step) => position.play_step(*step).expect("a legal step"),
        None => position.end_turn().expect("a legal stop"),
    })
}

#[path = "../../../tests/rust/common/mutation.rs"]
mod mutation;

/// The text with some places of it changed; or any text at all.
///
/// # Errors
/// Where the bytes are no text.
pub fn changed(data: &mut Unstructured<'_>, text: &str) -> Result<String> {
    if data.ratio(1, 8)? {
        return data.arbitrary();
    }
    let other = data.arbitrary()?;
    // Where the bytes have run out the first choice is taken.
    let mut below = |count: usize| data.choose_index(count).unwrap_or_default();
    Ok(mutation::mutate(&mut below, text, other))
}
