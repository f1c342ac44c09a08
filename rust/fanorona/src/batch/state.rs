//! A batch as bytes.
//!
//! `FANB` and a version byte; board, rule set and number of games; for each game its position
//! string, turns, state of the random generator, and the keys since the last capture. Numbers are
//! little-endian; texts and lists begin with their length in 32 bits.

use super::chunk::Chunk;
use super::slot::Slot;
use super::{Autoreset, Batch, BatchError, Settings};
use crate::notation::Fen;
use crate::reader::Reader;

const MAGIC: &[u8] = b"FANB\x01";

impl Batch {
    /// Everything that what happens from here on depends on, settings aside: equal for two batches
    /// of equal settings exactly if the same actions will lead to the same.
    ///
    /// ```
    /// # use std::num::NonZeroUsize;
    /// # use fanorona::batch::{Autoreset, Batch, Settings};
    /// # use fanorona::{Rules, Variant};
    /// # let settings = Settings {
    /// #     variant: Variant::TELO, rules: Rules::STANDARD, games: 2, seed: 1, max_turns: None,
    /// #     threads: NonZeroUsize::MIN, autoreset: Autoreset::NextStep, observations: false, masks: false,
    /// # };
    /// let mut batch = Batch::new(settings)?;
    /// let before = batch.state_bytes();
    /// let mut actions = Vec::new();
    /// batch.sample(&mut actions)?;
    /// batch.step(&actions)?;
    /// batch.set_state(&before)?;
    /// assert_eq!(batch.state_bytes(), before);
    /// # Ok::<(), fanorona::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn state_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        put_block(&mut bytes, self.settings.variant.size().as_bytes());
        put_block(&mut bytes, self.settings.rules.to_string().as_bytes());
        put_number(&mut bytes, self.settings.games);
        for slot in self.slots() {
            put_block(&mut bytes, slot.fen().to_string().as_bytes());
            bytes.extend(slot.turns.to_le_bytes());
            bytes.extend(slot.rng.get_seed().to_le_bytes());
            put_number(&mut bytes, slot.quiet.keys.len());
            bytes.extend(slot.quiet.keys.iter().flat_map(|key| key.to_le_bytes()));
        }
        bytes
    }

    /// Takes over the state of a batch of the same board, rule set and number of games.
    ///
    /// # Errors
    /// [`BatchError::State`] where the bytes are none; no game is changed then.
    pub fn set_state(&mut self, bytes: &[u8]) -> Result<(), BatchError> {
        let slots = read(bytes, &self.settings).map_err(BatchError::State)?;
        for (slot, read) in self.slots_mut().zip(slots) {
            *slot = read;
        }
        self.work(Chunk::refresh)
    }
}

fn put_number(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend((number as u32).to_le_bytes());
}

fn put_block(bytes: &mut Vec<u8>, block: &[u8]) {
    put_number(bytes, block.len());
    bytes.extend(block);
}

fn read(bytes: &[u8], settings: &Settings) -> Result<Vec<Slot>, String> {
    let body = bytes.strip_prefix(MAGIC).ok_or("not of this kind and version")?;
    let mut reader = Reader::new(body);
    let expected = [("variant", settings.variant.size()), ("rules", settings.rules.to_string())];
    for (field, expected) in expected {
        let found = read_text(&mut reader, field)?;
        if found != expected {
            return Err(format!("{field} {found}, expected {expected}"));
        }
    }
    let games = read_number(&mut reader, "games")? as usize;
    if games != settings.games {
        return Err(format!("{games} games, expected {}", settings.games));
    }
    let slots = (0..games)
        .map(|game| read_slot(&mut reader, settings).map_err(|why| format!("game {game}: {why}")))
        .collect::<Result<_, _>>()?;
    match reader.left() {
        0 => Ok(slots),
        left => Err(format!("{left} bytes too many")),
    }
}

fn read_slot(reader: &mut Reader<'_>, settings: &Settings) -> Result<Slot, String> {
    let text = read_text(reader, "position")?;
    let fen = Fen::parse(text, settings.rules).map_err(|error| error.to_string())?;
    if fen.position.variant() != settings.variant {
        return Err(format!("a {} board", fen.position.variant()));
    }
    let mut slot = Slot::new(&fen, Slot::rng(0, 0));
    slot.turns = read_number(reader, "turns")?;
    slot.rng.seed(u64::from_le_bytes(reader.array("random generator")?));
    for _ in 0..read_number(reader, "number of keys")? {
        slot.quiet.keys.push(u64::from_le_bytes(reader.array("keys")?));
    }
    slot.refresh(settings.max_turns.unwrap_or(u32::MAX), &mut Vec::new());
    if !slot.is_running() && settings.autoreset == Autoreset::SameStep {
        return Err("over already, which autoreset=same_step leaves no game".to_owned());
    }
    Ok(slot)
}

fn read_number(reader: &mut Reader<'_>, field: &str) -> Result<u32, String> {
    reader.array(field).map(u32::from_le_bytes)
}

fn read_text<'a>(reader: &mut Reader<'a>, field: &str) -> Result<&'a str, String> {
    let length = read_number(reader, field)? as usize;
    std::str::from_utf8(reader.bytes(length, field)?).map_err(|_| format!("{field}: not UTF-8"))
}
