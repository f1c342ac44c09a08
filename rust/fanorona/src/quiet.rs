//! The quiet turns since the last capture, which the draw rules count.

/// How many turns in a row captured nothing, and what a game that is never taken back must keep of
/// the positions before them. No position from before a capture can occur again.
#[derive(Clone, Default, Debug)]
pub(crate) struct QuietTurns {
    /// Consecutive turns without a capture, those before the game was set up included.
    pub(crate) count: u32,
    /// Repetition keys of the starts of these turns, since the game was set up.
    pub(crate) keys: Vec<u64>,
}

impl QuietTurns {
    /// A game begins after so many quiet turns.
    pub(crate) fn begin(&mut self, count: u32) {
        self.count = count;
        self.keys.clear();
    }

    /// A turn that began in the position with this key captured nothing.
    #[inline]
    pub(crate) fn add(&mut self, key: u64) {
        self.count = self.count.saturating_add(1);
        self.keys.push(key);
    }

    /// A stone was taken.
    #[inline]
    pub(crate) fn end(&mut self) {
        self.begin(0);
    }

    /// How often the position with this key has occurred, now included.
    #[inline]
    pub(crate) fn occurrences(&self, key: u64) -> u32 {
        1 + self.keys.iter().filter(|&&earlier| earlier == key).count() as u32
    }
}
