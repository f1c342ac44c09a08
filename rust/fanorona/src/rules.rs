//! Rule sets: which turns are legal, when the game ends, how it starts.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;
use crate::words::word_enum;

word_enum! {
    /// Whether a player who can capture must.
    Capture, "capture" {
        /// If any capture is possible the turn is a capture.
        Mandatory = "mandatory",
        /// Paikas are legal beside captures.
        Optional = "optional",
        /// Capturing is owed but not enforced; an omission costs a stone.
        Huff = "huff",
    }
}

word_enum! {
    /// Whether a capturing stone may, must or cannot go on.
    Chain, "chain" {
        /// The turn may end after any capture.
        Optional = "optional",
        /// The chain goes on while it can.
        Forced = "forced",
        /// One step a turn.
        None = "none",
    }
}

word_enum! {
    /// How the game ends when the no-capture limit is reached.
    AtLimit, "at_limit" {
        /// A draw.
        Draw = "draw",
        /// The side with more stones wins; equal is a draw.
        Majority = "majority",
    }
}

word_enum! {
    /// How the game ends when neither side could move.
    BothBlocked, "both_blocked" {
        /// The player to move loses.
        Loss = "loss",
        /// The side with more stones wins; equal is a draw.
        Majority = "majority",
    }
}

word_enum! {
    /// Which of the two mirror images the game starts from.
    Setup, "setup" {
        /// Black's stone on the first file of the middle rank.
        Standard = "standard",
        /// The left–right mirror image.
        Mirrored = "mirrored",
    }
}

/// A rule set: the first five fields decide which turns are legal, the others when the game ends
/// and how it starts. See the rules page, section 6.
///
/// The text form is a preset's name, then `;field=value` for each field that differs:
///
/// ```
/// use fanorona::Rules;
/// let huffing: Rules = "alquerque;capture=huff;most=yes".parse().unwrap();
/// assert!(huffing.most && !huffing.reversal);
/// assert_eq!(huffing.to_string(), "alquerque;capture=huff;most=yes");
/// assert_eq!("huffing".parse(), Ok(huffing));
/// ```
#[allow(
    clippy::struct_excessive_bools,
    reason = "the rules themselves ask these yes-or-no questions"
)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Rules {
    /// Whether a player who can capture must.
    pub capture: Capture,
    /// Whether a capturing turn must take the largest number of stones.
    pub most: bool,
    /// Whether a capturing stone may go on.
    pub chain: Chain,
    /// Whether neither side may go on in its first turn of the game.
    pub first_turn_single: bool,
    /// Whether a stone may return in its owner's next turn to the point it left.
    pub reversal: bool,
    /// The occurrence of a position that draws the game, at least 2.
    pub repetition: Option<u32>,
    /// The number of consecutive turns without a capture that ends the game, at least 1.
    pub no_capture: Option<u32>,
    /// How the no-capture limit ends the game.
    pub at_limit: AtLimit,
    /// How a game in which neither side could move ends.
    pub both_blocked: BothBlocked,
    /// Which start.
    pub setup: Setup,
}

impl Rules {
    /// The usual game: threefold repetition draws.
    pub const STANDARD: Self = Self {
        capture: Capture::Mandatory,
        most: false,
        chain: Chain::Optional,
        first_turn_single: false,
        reversal: true,
        repetition: Some(3),
        no_capture: None,
        at_limit: AtLimit::Draw,
        both_blocked: BothBlocked::Loss,
        setup: Setup::Standard,
    };

    /// The mathematical game: nothing but elimination and blocking ends it.
    pub const THEORY: Self = Self { repetition: None, ..Self::STANDARD };

    /// Fifty turns without a capture draw; mirrored start.
    pub const FIFTY: Self = Self { no_capture: Some(50), setup: Setup::Mirrored, ..Self::THEORY };

    /// The Spanish family description: capturing optional, one step a turn, no straight return,
    /// more stones at the end.
    pub const ALQUERQUE: Self = Self {
        capture: Capture::Optional,
        chain: Chain::None,
        reversal: false,
        no_capture: Some(50),
        at_limit: AtLimit::Majority,
        both_blocked: BothBlocked::Majority,
        ..Self::THEORY
    };

    /// `alquerque` with that page's options agreed: huffing, and the largest capture is owed.
    pub const HUFFING: Self = Self { capture: Capture::Huff, most: true, ..Self::ALQUERQUE };

    /// The four presets that text forms start from, with their names.
    pub const PRESETS: [(&'static str, Self); 4] = [
        ("standard", Self::STANDARD),
        ("theory", Self::THEORY),
        ("fifty", Self::FIFTY),
        ("alquerque", Self::ALQUERQUE),
    ];

    /// The field names in table order.
    pub const FIELDS: [&'static str; 10] = [
        "capture",
        "most",
        "chain",
        "first_turn_single",
        "reversal",
        "repetition",
        "no_capture",
        "at_limit",
        "both_blocked",
        "setup",
    ];

    /// Whether legal turns depend on what was played before, so that a position carries it.
    #[must_use]
    pub const fn needs_history(&self) -> bool {
        self.first_turn_single || !self.reversal || matches!(self.capture, Capture::Huff)
    }

    /// The value of one field as text.
    fn value(&self, field: &str) -> String {
        let yes_no = |value: bool| if value { "yes" } else { "no" }.to_owned();
        let limit = |value: Option<u32>| value.map_or("none".to_owned(), |n| n.to_string());
        match field {
            "capture" => self.capture.to_string(),
            "most" => yes_no(self.most),
            "chain" => self.chain.to_string(),
            "first_turn_single" => yes_no(self.first_turn_single),
            "reversal" => yes_no(self.reversal),
            "repetition" => limit(self.repetition),
            "no_capture" => limit(self.no_capture),
            "at_limit" => self.at_limit.to_string(),
            "both_blocked" => self.both_blocked.to_string(),
            _ => self.setup.to_string(),
        }
    }

    /// Sets one field from its text.
    ///
    /// # Errors
    /// A [`ParseError`] that names the field, where the field is unknown or the value is none of
    /// its values.
    ///
    /// ```
    /// use fanorona::Rules;
    /// let mut rules = Rules::STANDARD;
    /// rules.set("repetition", "none")?;
    /// assert_eq!(rules, Rules::THEORY);
    /// # Ok::<(), fanorona::ParseError>(())
    /// ```
    pub fn set(&mut self, field: &str, value: &str) -> Result<(), ParseError> {
        match field {
            "capture" => self.capture = value.parse()?,
            "most" => self.most = parse_yes_no("most", value)?,
            "chain" => self.chain = value.parse()?,
            "first_turn_single" => {
                self.first_turn_single = parse_yes_no("first_turn_single", value)?;
            }
            "reversal" => self.reversal = parse_yes_no("reversal", value)?,
            "repetition" => self.repetition = parse_limit("repetition", value, 2)?,
            "no_capture" => self.no_capture = parse_limit("no_capture", value, 1)?,
            "at_limit" => self.at_limit = value.parse()?,
            "both_blocked" => self.both_blocked = value.parse()?,
            "setup" => self.setup = value.parse()?,
            _ => {
                let known = Self::FIELDS.join(", ");
                return Err(ParseError::new(
                    "rules field",
                    field,
                    format!("expected one of {known}"),
                ));
            }
        }
        Ok(())
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}

fn parse_yes_no(field: &'static str, value: &str) -> Result<bool, ParseError> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(ParseError::new(field, value, "expected yes or no")),
    }
}

fn parse_limit(field: &'static str, value: &str, least: u32) -> Result<Option<u32>, ParseError> {
    if value == "none" {
        return Ok(None);
    }
    let plain = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    match value.parse() {
        Ok(number) if plain && number >= least => Ok(Some(number)),
        _ => {
            let reason = format!("expected none or a number from {least} to {}", u32::MAX);
            Err(ParseError::new(field, value, reason))
        }
    }
}

impl fmt::Display for Rules {
    /// The preset with the fewest differing fields (the first such in [`Self::PRESETS`]), then
    /// the fields that differ.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differing = |preset: &Self| {
            Self::FIELDS
                .into_iter()
                .filter(|field| self.value(field) != preset.value(field))
                .count()
        };
        let mut best = &Self::PRESETS[0];
        for preset in &Self::PRESETS[1..] {
            if differing(&preset.1) < differing(&best.1) {
                best = preset;
            }
        }
        f.write_str(best.0)?;
        for field in Self::FIELDS {
            let value = self.value(field);
            if value != best.1.value(field) {
                write!(f, ";{field}={value}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = ParseError;

    /// Reads a preset's name and then any number of `;field=value`, each field at most once.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut parts = text.split(';');
        let name = parts.next().unwrap_or_default();
        let presets = Self::PRESETS.into_iter().chain([("huffing", Self::HUFFING)]);
        let Some((_, mut rules)) = presets.into_iter().find(|(preset, _)| *preset == name) else {
            let known = "expected standard, theory, fifty, alquerque or huffing";
            return Err(ParseError::new("rules", name, known));
        };
        let mut seen: Vec<&str> = Vec::new();
        for part in parts {
            let Some((field, value)) = part.split_once('=') else {
                return Err(ParseError::new("rules", part, "expected field=value"));
            };
            if seen.contains(&field) {
                return Err(ParseError::new("rules", part, "field given twice"));
            }
            rules.set(field, value)?;
            seen.push(field);
        }
        Ok(rules)
    }
}
