//! A plain alpha-beta search, the kind that anyone would write first: full width to a fixed depth,
//! stones counted at the end, turns in the order in which they are generated, nothing remembered.

use fanorona::Position;

/// More than any lead in stones.
pub(crate) const WIN: i32 = 1000;

/// Stones ahead for the mover after the best play of `depth` turns. Counts the positions visited
/// in `nodes`.
pub(crate) fn value(
    position: &Position,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let count = |color| position.stones(color).count_ones() as i32;
    let lead = count(position.turn()) - count(!position.turn());
    if count(position.turn()) == 0 {
        return -WIN - depth as i32;
    }
    if depth == 0 {
        return lead;
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return -WIN - depth as i32;
    }
    for turn in &moves {
        let value = -value(&position.play_unchecked(turn), depth - 1, -beta, -alpha, nodes);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}
