// A game in progress: who plays, what was played, and what comes next.

import { Chooser } from "./chooser.js";
import { ask, Refusal } from "./server.js";
import { Tree } from "./tree.js";

const STORED = "fanorona.game";

export class Session extends EventTarget {
  constructor(board) {
    super();
    this.board = board;
    this.view = null;
    this.parts = [];
    this.players = { white: "person", black: "engine" };
    this.level = 3;
    this.thinking = false;
    this.acting = false;
    this.problem = null;
    this.arrow = null;
    this.hinted = null;
    // The point of the last part, where hands and keys are.
    this.lately = null;
    // Makes the turn that is moving on the board a part of the game at once.
    this.land = null;
    // Goes up with each change of the game, so that late answers are known as such.
    this.epoch = 0;
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  store() {
    const { parts, players, level } = this;
    const game = { tree: this.tree.toWire(), parts, players, level };
    localStorage.setItem(STORED, JSON.stringify(game));
  }

  /** Goes on with the stored game; answers whether there is one that can be gone on with. */
  async restore() {
    try {
      const { tree, parts, players, level } = JSON.parse(localStorage.getItem(STORED));
      const known = Object.values(players).every((who) => who === "person" || who === "engine");
      if (!known || !players.white || !players.black) return false;
      await this.load(Tree.fromWire(tree), { players, level }, parts);
      return true;
    } catch {
      localStorage.removeItem(STORED);
      return false;
    }
  }

  /** Shows another game and who plays it; all stays as it was if the server refuses the game. */
  async load(tree, settings, parts = []) {
    const view = await ask("/api/view", { ...tree.request(), parts });
    this.land = null;
    Object.assign(this, settings);
    this.epoch += 1;
    this.thinking = false;
    this.tree = tree;
    this.parts = parts;
    this.#show(view);
    this.tell("loaded");
    this.#goOn();
  }

  async start(start, players, level) {
    await this.load(new Tree(start), { players, level });
  }

  get over() {
    return this.view.outcome !== null;
  }

  get busy() {
    return this.thinking || this.acting;
  }

  get personToMove() {
    return !this.over && !this.busy && this.players[this.view.turn] === "person";
  }

  /** Whether the engine can be asked; under huff rules it knows whole turns only. */
  get canAsk() {
    return !this.over && !this.busy && this.view.searchable;
  }

  get inTurn() {
    return this.parts.length > 0;
  }

  #show(view) {
    this.view = view;
    this.acting = false;
    this.problem = null;
    this.arrow = null;
    this.hinted = null;
    this.#choose();
    this.store();
    this.tell("shown");
  }

  #choose() {
    const offers = this.personToMove ? this.view.offers : [];
    this.chooser = new Chooser(offers, this.view.in_chain);
  }

  async take(point) {
    if (!this.personToMove) return;
    const offer = this.chooser.take(point);
    if (offer) await this.choose(offer);
    else this.tell("choosing");
  }

  /** A stone is dragged; without a destination it has just been picked up. */
  drop(from, to) {
    if (!this.personToMove || !this.chooser.movable.has(from)) return false;
    this.chooser.select(from);
    const offer = to ? this.chooser.targets.has(to) && this.chooser.take(to) : null;
    if (offer) this.choose(offer);
    else this.tell("choosing");
    return Boolean(offer);
  }

  cancel() {
    this.chooser.cancel();
    this.tell("choosing");
  }

  async choose(offer) {
    if (!this.personToMove) return;
    this.lately = offer.to;
    await this.#act({ parts: [...this.parts, offer.text] }, (view) =>
      view.played ? view.last.parts.slice(-1) : view.parts.slice(-1),
    );
  }

  async stop() {
    if (!this.personToMove) return;
    this.lately = this.view.parts.at(-1)?.to;
    await this.#act({ parts: this.parts, stop: true }, () => []);
  }

  async #act(asked, motion) {
    const side = this.view.turn;
    const epoch = this.#begin();
    const view = await this.#asked("/api/view", { ...this.tree.request(), ...asked });
    if (!view || epoch !== this.epoch) return;
    await this.#landed(epoch, motion(view), () => {
      if (view.played) this.tree.play(view.played);
      this.parts = view.played ? [] : asked.parts;
      this.#show(view);
      if (view.played) this.tell("played", { side, turn: view.last });
      this.#goOn();
    });
  }

  /** Shows parts of a turn in motion, and then makes them a part of the game. */
  async #landed(epoch, motion, change) {
    this.land = () => {
      this.land = null;
      change();
    };
    await this.board.animate(motion);
    // Whoever did not want to wait has made it so already.
    if (epoch === this.epoch) this.land?.();
  }

  /** Something is asked for: until it is shown nothing can be chosen. */
  #begin() {
    this.land?.();
    this.epoch += 1;
    this.thinking = false;
    this.acting = true;
    this.#choose();
    this.tell("choosing");
    return this.epoch;
  }

  async #asked(path, body) {
    const { epoch } = this;
    try {
      return await ask(path, body);
    } catch (error) {
      if (epoch !== this.epoch) return null;
      this.problem = { reason: error instanceof Refusal ? error.message : null };
      this.thinking = false;
      this.acting = false;
      this.#choose();
      this.tell("shown");
      return null;
    }
  }

  /** Lets the engine play where it is its turn and nothing has been played yet. */
  #goOn() {
    if (this.over || this.inTurn || this.tree.here.children.length) return;
    if (this.players[this.view.turn] === "engine") this.engineMove();
  }

  async engineMove() {
    if (!this.canAsk) return;
    const epoch = (this.epoch += 1);
    const side = this.view.turn;
    this.thinking = true;
    this.#choose();
    this.tell("shown");
    const request = { ...this.tree.request(), parts: this.parts, level: this.level };
    const answer = await this.#asked("/api/move", request);
    if (epoch !== this.epoch) return;
    this.thinking = false;
    if (!answer) return;
    this.acting = true;
    const { text } = answer.turn;
    const { moves } = this.tree.request();
    const view = await this.#asked("/api/view", { ...this.tree.request(), moves: [...moves, text] });
    if (!view || epoch !== this.epoch) return;
    await this.#landed(epoch, view.last.parts.slice(this.parts.length), () => {
      this.tree.play(text);
      this.parts = [];
      this.#show(view);
      this.tell("played", { side, turn: view.last });
      this.#goOn();
    });
  }

  async hint() {
    this.land?.();
    if (!this.canAsk) return;
    const { epoch } = this;
    const request = { ...this.tree.request(), parts: this.parts };
    this.tell("hinting");
    const answer = await this.#asked("/api/hint", request);
    if (!answer?.turn || epoch !== this.epoch) return;
    const steps = answer.turn.parts.filter((part) => part.from);
    this.arrow = steps.length ? [steps[0].from, ...steps.map((part) => part.to)] : null;
    this.hinted = answer.turn.text;
    this.tell("choosing");
  }

  /** Shows what is asked for; `change` makes it so once the server has answered. */
  async #turnTo(request, change) {
    const epoch = this.#begin();
    const view = await this.#asked("/api/view", request);
    if (!view || epoch !== this.epoch) return;
    change();
    this.#show(view);
    this.#goOn();
  }

  async goTo(node) {
    await this.#turnTo(this.tree.request(node), () => {
      this.tree.here = node;
      this.parts = [];
    });
  }

  /** The places to which undo and redo lead: those where a person is to move. */
  #isStop(node) {
    return this.players[this.#turnAt(node)] === "person" || !this.hasPerson;
  }

  get hasPerson() {
    return Object.values(this.players).includes("person");
  }

  #turnAt(node) {
    const apart = Math.abs(this.tree.path(node).length - this.tree.path().length) % 2;
    const other = this.view.turn === "white" ? "black" : "white";
    return apart ? other : this.view.turn;
  }

  get undoTarget() {
    if (this.tree.end && this.tree.end.node === this.tree.here) return this.tree.here;
    for (let at = this.tree.here.parent; at; at = at.parent) if (this.#isStop(at)) return at;
    return null;
  }

  get redoTarget() {
    for (let at = this.tree.here.children[0]; at; at = at.children[0]) {
      if (this.#isStop(at) || !at.children.length) return at;
    }
    return null;
  }

  get canUndo() {
    return this.inTurn || this.undoTarget !== null;
  }

  async undo() {
    this.land?.();
    const { tree } = this;
    if (this.inTurn) {
      const parts = this.parts.slice(0, -1);
      await this.#turnTo({ ...tree.request(), parts }, () => { this.parts = parts; });
    } else if (this.undoTarget === tree.here) {
      await this.#turnTo({ ...tree.request(), end: null }, () => { tree.end = null; });
    } else if (this.undoTarget) {
      await this.goTo(this.undoTarget);
    }
  }

  async redo() {
    this.land?.();
    if (this.redoTarget) await this.goTo(this.redoTarget);
  }

  async declare(end) {
    this.land?.();
    await this.#turnTo({ ...this.tree.request(), end }, () => {
      this.tree.declare(end);
      this.parts = [];
    });
  }

  promote() {
    this.tree.promote();
    this.store();
    this.tell("shown");
  }

  /** Removes the turn that led here and all that follows it. */
  async remove() {
    this.land?.();
    const { here } = this.tree;
    if (!here.parent) return;
    await this.#turnTo(this.tree.request(here.parent), () => {
      this.tree.remove(here);
      this.parts = [];
    });
  }
}
