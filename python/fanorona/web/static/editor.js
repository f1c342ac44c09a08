// The dialog in which a position is set up.

import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { describePoint, describeVariant } from "./describe.js";
import { byId, options, pills } from "./elements.js";
import { say } from "./language.js";
import { ask } from "./server.js";

const NOTHING = {
  movable: new Set(), targets: new Set(), removable: new Set(), groups: new Map(),
};

export class Editor {
  constructor(setup, session) {
    this.setup = setup;
    this.session = session;
    this.tool = "white";
    this.turn = "white";
    this.stones = new Map();
    this.dialog = byId("editor");
    this.board = new Board(byId("editor-board"), { take: (point) => this.#put(point) });
    byId("open-editor").addEventListener("click", () => this.open());
    byId("editor-variant").addEventListener("change", (event) => this.#setVariant(event.target.value));
    byId("editor-clear").addEventListener("click", () => this.#fill({ white: [], black: [] }));
    byId("editor-start").addEventListener("click", () => this.#start());
    byId("editor-play").addEventListener("click", () => this.#play());
  }

  open() {
    const { view } = this.session;
    this.turn = view.turn;
    this.translate();
    this.#setVariant(view.variant);
    this.#fill(view);
    this.dialog.showModal();
  }

  translate() {
    const variant = this.board.variant?.name ?? this.session.view.variant;
    options(byId("editor-variant"), this.setup.variants.map((v) => [v.name, describeVariant(v)]), variant);
    const sides = [["white", say("color.white")], ["black", say("color.black")]];
    pills(byId("editor-tools"), "tool", [...sides, ["empty", say("editor.empty")]], this.tool,
      (tool) => { this.tool = tool; });
    pills(byId("editor-turn"), "turn", sides, this.turn, (turn) => { this.turn = turn; });
    this.board.label(say("menu.editor"));
    if (this.board.variant) this.#show();
  }

  #setVariant(name) {
    const variant = this.setup.variants.find((one) => one.name === name);
    byId("editor-variant").value = name;
    this.board.setVariant(variant);
    this.#fill({ white: [], black: [] });
  }

  #fill({ white, black }) {
    this.stones = new Map([...white.map((p) => [p, "white"]), ...black.map((p) => [p, "black"])]);
    this.#show();
  }

  async #start() {
    const rules = this.session.view.rules;
    this.#fill(await ask("/api/view", { variant: this.board.variant.name, rules }));
  }

  #put(point) {
    if (this.tool === "empty" || this.stones.get(point) === this.tool) this.stones.delete(point);
    else this.stones.set(point, this.tool);
    this.#show();
  }

  #show() {
    const of = (color) => [...this.stones].filter(([, one]) => one === color).map(([point]) => point);
    byId("editor-problem").textContent = "";
    this.board.show({ white: of("white"), black: of("black") });
    this.board.mark({ selected: null, ...NOTHING }, describePoint(new Chooser([], false)));
  }

  /** The position string of what stands on the board. */
  #fen() {
    const { rows, cols } = this.board.variant;
    const ranks = [];
    for (let rank = rows; rank >= 1; rank -= 1) {
      let text = "";
      for (let file = 0; file < cols; file += 1) {
        text += this.stones.get(String.fromCharCode(97 + file) + rank)?.[0] ?? "1";
      }
      ranks.push(text.replace(/1+/g, (run) => run.length));
    }
    return `${ranks.join("/")} ${this.turn[0]}`;
  }

  async #play() {
    const { session } = this;
    const rules = session.tree.start.rules;
    try {
      await session.start({ variant: null, rules, fen: this.#fen() }, session.players, session.level);
    } catch (error) {
      byId("editor-problem").textContent = error.message;
      return;
    }
    this.dialog.close();
  }
}
