// Saying in words what the page shows.

import { number, say } from "./language.js";

export function describePoint(chooser) {
  return (point, color) => {
    const words = [point, say(color ? `point.${color}` : "point.empty")];
    for (const [kind, captured] of chooser.groups) {
      if (captured.includes(point)) words.push(say(`point.${kind}`));
    }
    if (chooser.removable.has(point)) words.push(say("point.removable"));
    if (chooser.targets.has(point)) words.push(say("point.target"));
    else if (chooser.movable.has(point)) words.push(say("point.movable"));
    return words.join(", ");
  };
}

/** The name of a board, if it has one, and its size. */
export function describeVariant({ name, rows, cols }) {
  const size = `${rows}×${cols}`;
  return /^\d/.test(name) ? size : `${name[0].toUpperCase()}${name.slice(1)} ${size}`;
}

/** What a turn was, for screen readers. */
export function describeTurn(side, turn) {
  const taken = turn.parts.reduce((sum, part) => sum + part.captured.length, 0);
  const words = say("said.turn", { side: say(`color.${side}`), move: turn.text });
  return taken ? `${words} ${say("said.taken", { count: taken })}` : words;
}

export function describeOutcome({ winner, termination }) {
  const result = say(winner ? `result.${winner}` : "result.draw");
  return `${result}: ${say(`termination.${termination}`)}`;
}

/** What the endgame tables say of a position. */
export function describeVerdict({ winner, turns }) {
  if (!winner) return say("verdict.draw");
  const wins = say("verdict.win", { side: say(`color.${winner}`) });
  return turns === null ? wins : `${wins}; ${say("verdict.turns", { count: turns })}`;
}

/** A score from White's view, as a text and as White's share of the scale. */
export function describeScore(score, turn) {
  const sign = turn === "white" ? 1 : -1;
  const other = turn === "white" ? "black" : "white";
  for (const [count, winner] of [[score.win_in, turn], [score.loss_in, other]]) {
    if (count === null) continue;
    const text = count ? say("score.win", { side: say(`color.${winner}`), count }) : say(`result.${winner}`);
    return { text, share: winner === "white" ? 1 : 0 };
  }
  if (score.table_sign) {
    const winner = score.table_sign > 0 ? turn : other;
    return { text: say("verdict.win", { side: say(`color.${winner}`) }), share: winner === "white" ? 1 : 0 };
  }
  const stones = (sign * score.estimate) / 100;
  const text = `${stones > 0 ? "+" : ""}${number(stones, 1)}`.replace(/^[-−]0([.,])0$/, "0$10");
  return { text, share: 1 / (1 + Math.exp(-stones / 1.5)) };
}
