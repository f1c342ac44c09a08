//! What the search knows from endgame tables.

use crate::bitboard::Bitboard;
use crate::game::Game;
use crate::position::Position;
use crate::rules::{AtLimit, BothBlocked, Rules};
use crate::stones::Stones;
use crate::variant::Variant;
use crate::wdl::Wdl;

use super::score::TABLE_WIN;
use super::turns::Turn;

/// Endgame tables as a search sees them; [`Tablebase`](crate::tablebase::Tablebase) is one such.
/// Nothing here may be slow or fail: what is not in memory is not known.
pub trait Tables: Send + Sync {
    /// Up to how many stones all positions of a board are known under these rules; 0 where none.
    fn most_stones(&self, variant: Variant, rules: Rules) -> u32;

    /// The value for its mover of a position without a capture, at the start of a turn, given by
    /// the stones of the mover and of the opponent.
    fn quiet_value(&self, variant: Variant, own: Bitboard, enemy: Bitboard) -> Option<Wdl>;

    /// Of a position like that which is not drawn, the distance to conversion in turns.
    fn quiet_distance(&self, variant: Variant, own: Bitboard, enemy: Bitboard) -> Option<u32>;

    /// The value for its mover of any position at the start of a turn, and the distance to
    /// conversion where it is known.
    fn verdict(&self, position: &Position) -> Option<(Wdl, Option<u32>)>;
}

/// The tables that serve one search.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    tables: &'a dyn Tables,
    variant: Variant,
    /// Positions of more stones are not asked about.
    most: u32,
    /// The rule set's limit of turns without a capture.
    limit: Option<u32>,
}

impl<'a> Known<'a> {
    /// The tables, if they can say something about the game: its rules must end no game otherwise
    /// than by elimination, blocking and draws.
    pub(super) fn new(tables: &'a dyn Tables, game: &Game) -> Option<Self> {
        let position = game.position();
        let rules = position.rules();
        let by_majority = rules.both_blocked == BothBlocked::Majority
            || rules.no_capture.is_some() && rules.at_limit == AtLimit::Majority;
        let variant = position.variant();
        let most = tables.most_stones(variant, rules);
        let serves = most > 0 && !by_majority;
        serves.then_some(Self { tables, variant, most, limit: rules.no_capture })
    }

    /// Whether positions with so few stones are known.
    #[inline]
    pub(super) fn reach(&self, stones: Stones) -> bool {
        stones.count() <= self.most
    }

    /// Whether the position itself is known.
    fn knows(&self, position: &Position) -> bool {
        self.reach(position.view()) && position.chain().is_none()
    }

    /// What the tables say about each turn of the root, as a value for the side that plays it;
    /// nothing where they do not reach it. Whoever could capture only after the limit of turns
    /// without a capture does not win. From then on they are asked about smaller positions only, so
    /// that the search finds the way there.
    pub(super) fn judge_root(
        &mut self,
        root: &Position,
        quiet: u32,
        turns: &[Turn],
    ) -> Option<Vec<i32>> {
        if !self.knows(root) {
            return None;
        }
        self.most = root.view().count() - 1;
        turns.iter().map(|turn| self.judge(root, quiet, turn)).collect()
    }

    fn judge(&self, root: &Position, quiet: u32, turn: &Turn) -> Option<i32> {
        let (value, distance) = self.tables.verdict(&root.after(turn.ends(), turn.after))?;
        let distance = if turn.taken > 0 { 1 } else { distance.unwrap_or(0) + 1 };
        let late = turn.taken == 0 && self.limit.is_some_and(|limit| quiet + distance > limit);
        if late {
            return Some(0);
        }
        Some(i32::from((-value).sign()) * (TABLE_WIN - distance as i32))
    }

    /// The value of a position of the search, reached `line` turns from the root after `quiet`
    /// turns without a capture.
    #[inline]
    pub(super) fn value(&self, position: &Position, line: usize, quiet: u32) -> Option<i32> {
        if !self.knows(position) || position.has_capture() {
            return None;
        }
        let (own, enemy) = (position.own(), position.enemy());
        let value = self.tables.quiet_value(self.variant, own, enemy)?;
        if value != Wdl::Draw
            && let Some(limit) = self.limit
        {
            // A win counts if a capture comes before the limit. Where the distance is not known,
            // there should be half of the turns left.
            let distance = self.tables.quiet_distance(self.variant, own, enemy);
            if quiet + distance.unwrap_or(limit / 2) > limit {
                return None;
            }
        }
        Some(i32::from(value.sign()) * (TABLE_WIN - line as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::super::turns;
    use super::*;
    use crate::notation::Fen;

    /// Everything of at most five stones is won; the distance to conversion is this, if known.
    struct AllWon(Option<u32>);

    impl Tables for AllWon {
        fn most_stones(&self, _: Variant, _: Rules) -> u32 {
            5
        }

        fn quiet_value(&self, _: Variant, _: Bitboard, _: Bitboard) -> Option<Wdl> {
            Some(Wdl::Win)
        }

        fn quiet_distance(&self, _: Variant, _: Bitboard, _: Bitboard) -> Option<u32> {
            self.0
        }

        fn verdict(&self, _: &Position) -> Option<(Wdl, Option<u32>)> {
            Some((Wdl::Win, self.0))
        }
    }

    fn game(rules: &str) -> Game {
        let rules = rules.parse().expect("rules");
        Game::from_fen(Fen::parse("ww7/9/3b5/1b7/4w4 w", rules).expect("a position"))
    }

    fn value(distance: Option<u32>, rules: &str, quiet: u32) -> Option<i32> {
        let game = game(rules);
        Known::new(&AllWon(distance), &game)?.value(game.position(), 3, quiet)
    }

    #[test]
    fn a_win_counts_if_the_capture_comes_before_the_limit() {
        assert_eq!(value(Some(45), "fifty", 5), Some(TABLE_WIN - 3));
        assert_eq!(value(Some(45), "fifty", 6), None);
        assert_eq!(value(None, "fifty", 25), Some(TABLE_WIN - 3));
        assert_eq!(value(None, "fifty", 26), None);
        assert_eq!(value(Some(45), "standard", 400), Some(TABLE_WIN - 3));
    }

    #[test]
    fn ends_by_majority_are_not_what_tables_speak_of() {
        for rules in ["theory;both_blocked=majority", "fifty;at_limit=majority"] {
            assert_eq!(value(Some(1), rules, 0), None, "{rules}");
        }
        assert!(value(Some(1), "theory;at_limit=majority", 0).is_some(), "there is no limit");
    }

    #[test]
    fn a_turn_of_a_known_root_takes_one_turn_more_than_what_follows_it() {
        let game = game("standard");
        let mut list = Vec::new();
        turns::append(game.position(), &mut list);
        assert!(!list.is_empty());
        for (distance, turns) in [(Some(4), 5), (None, 1)] {
            let tables = AllWon(distance);
            let mut known = Known::new(&tables, &game).expect("known");
            let values = known.judge_root(game.position(), 0, &list).expect("values");
            // The opponent, who is to move then, wins.
            assert!(values.iter().all(|value| *value == turns - TABLE_WIN), "{values:?}");
        }
    }

    #[test]
    fn below_a_known_root_only_smaller_positions_are_asked_about() {
        let game = game("standard");
        let mut known = Known::new(&AllWon(Some(4)), &game).expect("known");
        let values = known.judge_root(game.position(), 0, &[]);
        assert_eq!(values, Some(Vec::new()));
        assert_eq!(known.value(game.position(), 0, 0), None);
    }
}
