//! The legal actions of many games in two lists.

/// Legal actions of game after game, and where those of each begin (compressed sparse rows).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Legal {
    starts: Vec<u32>,
    actions: Vec<u16>,
}

impl Legal {
    pub(super) fn new() -> Self {
        Self { starts: vec![0], actions: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.starts.truncate(1);
        self.actions.clear();
    }

    /// Adds a game, of which `append` adds the actions.
    #[inline]
    pub(super) fn add(&mut self, append: impl FnOnce(&mut Vec<u16>)) {
        append(&mut self.actions);
        self.starts.push(self.actions.len() as u32);
    }

    /// Does over the game that was added last.
    pub(super) fn replace_last(&mut self, append: impl FnOnce(&mut Vec<u16>)) {
        self.starts.pop();
        self.actions.truncate(self.starts.last().map_or(0, |start| *start as usize));
        self.add(append);
    }

    /// Each game's actions, in increasing order.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u16]> {
        self.starts.windows(2).map(|ends| &self.actions[ends[0] as usize..ends[1] as usize])
    }

    /// Appends both lists to such lists of the games before these.
    pub(super) fn append_to(&self, starts: &mut Vec<i32>, actions: &mut Vec<i32>) {
        let before = actions.len() as i32;
        starts.extend(self.starts[1..].iter().map(|start| before + *start as i32));
        actions.extend(self.actions.iter().map(|action| i32::from(*action)));
    }
}
