// The rules, each with a small board on which it can be tried.

import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { describeOutcome, describePoint } from "./describe.js";
import { byId, html } from "./elements.js";
import { say } from "./language.js";
import { ask, Refusal } from "./server.js";

const RULES = [
  ["board", "1b3/5/2w2/2w2/5 w - 0 1", "theory"],
  ["start", "bbbbb/bbbbb/bw1bw/wwwww/wwwww w - 0 1", "standard"],
  ["approach", "5/5/1w1bb/5/b4 w - 0 1", "standard"],
  ["withdrawal", "5/5/bbw2/5/4b w - 0 1", "standard"],
  ["which", "5/5/bw1b1/5/5 w - 0 1", "standard"],
  ["mandatory", "5/b4/2w2/w3b/5 w - 0 1", "standard"],
  ["chain", "1b1b1/2w2/1b3/2b2/5 w - 0 1", "standard"],
  ["elimination", "5/5/1w1b1/5/5 w - 0 1", "standard"],
  ["blocked", "w4/w4/ww3/b4/w4 w - 0 1", "standard"],
  ["draws", "4b/5/5/5/w4 w - 0 1", "standard"],
];

export class Rulebook {
  constructor(setup) {
    this.setup = setup;
    this.opener = byId("open-rules");
    this.opener.addEventListener("click", () => this.toggle());
  }

  toggle() {
    const book = byId("rulebook");
    book.hidden = !book.hidden;
    this.opener.setAttribute("aria-expanded", String(!book.hidden));
    this.translate();
    if (!book.hidden) book.scrollIntoView({ block: "nearest" });
  }

  translate() {
    const text = byId("rulebook-text");
    if (byId("rulebook").hidden) {
      text.replaceChildren();
      return;
    }
    text.replaceChildren(
      html("p", {}, say("rulebook.intro")),
      ...RULES.map((rule) => this.#section(rule)),
      html("h3", {}, say("rulebook.sets.title")),
      ...Object.keys(this.setup.presets).map((name) =>
        html("p", {}, html("b", {}, `${say(`rules.${name}`)}. `), say(`rules.${name}.text`)),
      ),
    );
  }

  #section([name, fen, rules]) {
    const title = say(`rulebook.${name}.title`);
    const host = html("div");
    const said = html("p", { class: "quiet", role: "status" });
    const again = html("button", { type: "button" }, say("rulebook.again"));
    const diagram = new Diagram(this.setup, host, said, { fen, rules, title });
    again.addEventListener("click", () => diagram.begin());
    return html(
      "section",
      { class: "rule" },
      html("h3", {}, title),
      html("p", {}, say(`rulebook.${name}.text`)),
      host,
      html("div", { class: "rule-foot" }, said, again),
    );
  }
}

const NOTHING = new Chooser([], false);

/** A small board on which single turns are tried. */
class Diagram {
  constructor(setup, host, said, { fen, rules, title }) {
    this.said = said;
    this.start = { fen, rules };
    this.view = null;
    this.chooser = NOTHING;
    // Goes up with each question, so that late answers are known as such.
    this.epoch = 0;
    this.board = new Board(host, {
      take: (point) => this.#take(point),
      cancel: () => { this.chooser.cancel(); this.#mark(); },
      label: title,
    });
    const files = /^[^/]*/.exec(fen)[0].replace(/\d/g, (run) => "1".repeat(run)).length;
    const ranks = fen.split(" ")[0].split("/").length;
    this.board.setVariant(setup.variants.find((v) => v.cols === files && v.rows === ranks));
    this.begin();
  }

  async begin() {
    await this.#ask([], [], []);
  }

  async #take(point) {
    const offer = this.chooser.take(point);
    if (offer) await this.#ask(this.moves, [...this.parts, offer.text], [offer]);
    else this.#mark();
  }

  /** Shows what these turns and parts lead to; until then nothing can be chosen. */
  async #ask(moves, parts, motion) {
    const epoch = (this.epoch += 1);
    this.chooser = NOTHING;
    this.#mark();
    const view = await this.#answer(epoch, { ...this.start, moves, parts });
    if (!view || epoch !== this.epoch) return;
    await this.board.animate(motion);
    if (epoch !== this.epoch) return;
    this.moves = view.played ? [...moves, view.played] : moves;
    this.parts = view.played ? [] : parts;
    this.view = view;
    this.#show();
  }

  async #answer(epoch, body) {
    try {
      return await ask("/api/view", body);
    } catch (error) {
      if (epoch !== this.epoch) return null;
      this.#show();
      const reason = error instanceof Refusal && error.message;
      this.said.textContent = reason ? say("status.problem", { reason }) : say("status.unreachable");
      return null;
    }
  }

  #show() {
    if (!this.view) return;
    this.board.show(this.view);
    this.chooser = new Chooser(this.view.offers, this.view.in_chain);
    this.#mark();
  }

  #mark() {
    if (!this.view) return;
    const { selected, movable, targets, removable, groups } = this.chooser;
    const last = this.parts.length ? this.view.parts : this.view.last?.parts;
    this.board.mark({ selected, movable, targets, removable, groups, last }, describePoint(this.chooser));
    const { outcome, turn } = this.view;
    this.said.textContent = outcome ? describeOutcome(outcome) : say(`turn.${turn}`);
  }
}
