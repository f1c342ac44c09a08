// What stands around the board: players, status, buttons for choices, tools.

import { byId, html } from "./elements.js";
import { say } from "./language.js";
import { describeOutcome, describePoint, describeTurn } from "./describe.js";

export class Panel {
  constructor(session, board) {
    this.session = session;
    this.board = board;
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("undo", () => session.undo());
    on("redo", () => session.redo());
    on("hint", () => session.hint());
    on("engine", () => session.engineMove());
    on("draw", () => session.declare({ kind: "agreement", side: null }));
    on("resign", () => session.declare({ kind: "resignation", side: this.#resigning() }));
    on("flip", () => this.flip());
    session.addEventListener("shown", () => this.show());
    session.addEventListener("choosing", () => this.mark());
    session.addEventListener("hinting", () => this.#status(say("status.hinting")));
    session.addEventListener("played", ({ detail }) => this.#announce(detail));
  }

  #resigning() {
    const { players, view } = this.session;
    const people = Object.keys(players).filter((side) => players[side] === "person");
    return people.length === 1 ? people[0] : view.turn;
  }

  flip() {
    this.board.setVariant(this.board.variant, !this.board.flipped);
    this.board.show(this.session.view);
    this.show();
  }

  show() {
    const { session } = this;
    const near = this.board.flipped ? "black" : "white";
    this.#player("player-near", near);
    this.#player("player-far", near === "white" ? "black" : "white");
    byId("undo").disabled = !session.canUndo;
    byId("redo").disabled = session.inTurn || !session.redoTarget;
    for (const id of ["hint", "engine"]) byId(id).disabled = !session.canAsk;
    const bothPeople = Object.values(session.players).every((who) => who === "person");
    byId("draw").hidden = !bothPeople;
    for (const id of ["draw", "resign"]) byId(id).disabled = session.over;
    this.mark();
  }

  #player(id, side) {
    const { players, view, level, tree } = this.session;
    const name = tree.tags[side === "white" ? "White" : "Black"];
    const who =
      players[side] === "engine"
        ? say("player.engine", { level })
        : name && name !== "?" ? name : say("player.person");
    const count = view[side].length;
    byId(id).classList.toggle("to-move", view.turn === side && !view.outcome);
    byId(id).replaceChildren(
      html("span", { class: `dot ${side}` }),
      html("span", { class: "who" }, `${say(`color.${side}`)} · ${who}`),
      html("span", { class: "count" }, say("stones", { count })),
    );
  }

  mark() {
    const { session, board } = this;
    const { chooser, view, arrow } = session;
    const last = session.inTurn ? view.parts : view.last?.parts;
    const { selected, movable, targets, removable, groups } = chooser;
    board.mark({ selected, movable, targets, removable, groups, last, arrow }, describePoint(chooser));
    board.host.setAttribute("aria-busy", String(session.busy));
    this.#actions();
    this.#status(this.#statusText());
  }

  #statusText() {
    const { session } = this;
    const { view, chooser } = session;
    if (session.problem?.reason) return say("status.problem", session.problem);
    if (session.problem) return say("status.unreachable");
    if (view.outcome) return describeOutcome(view.outcome);
    if (session.hinted) return say("status.hint", { move: session.hinted });
    const turn = say(`turn.${view.turn}`);
    if (session.thinking) return `${turn}. ${say("status.thinking")}`;
    if (!session.personToMove) return turn;
    if (chooser.groups.size) return `${turn}. ${say("status.which")}`;
    if (chooser.removable.size) return `${turn}. ${say("status.remove")}`;
    if (session.inTurn && view.can_stop) return `${turn}. ${say("status.chain")}`;
    const captures = chooser.offers.some((offer) => offer.captured.length);
    return captures && !session.inTurn ? `${turn}. ${say("status.capture")}` : turn;
  }

  #status(text) {
    const status = byId("status");
    if (status.textContent !== text) status.textContent = text;
    status.classList.toggle("ended", Boolean(this.session.view?.outcome));
  }

  #actions() {
    const { session } = this;
    const buttons = [];
    const button = (name, text, act, letter = "") => {
      const badge = letter ? [html("span", { class: "letter", "aria-hidden": "true" }, letter)] : [];
      const made = html("button", { type: "button", class: name }, ...badge, text);
      made.addEventListener("click", act);
      buttons.push(made);
    };
    for (const offer of session.chooser.pending) {
      const kind = say(`kind.${offer.kind}`);
      const points = offer.captured.join(" ");
      const count = offer.captured.length;
      const text = offer.captured.length
        ? say("action.capture", { kind, stones: say("stones", { count }), points })
        : kind;
      button(`choice ${offer.kind}`, text, () => session.choose(offer), offer.kind[0].toUpperCase());
    }
    if (buttons.length) {
      button("cancel", say("dialog.cancel"), () => session.cancel());
    } else if (session.personToMove && session.view.can_stop) {
      button("stop primary", say("action.stop"), () => session.stop());
    }
    this.#keepFocus(buttons);
  }

  /** Puts the buttons in place; focus that would be lost with a button goes to the board. */
  #keepFocus(buttons) {
    const host = byId("actions");
    const lost = host.contains(document.activeElement);
    host.replaceChildren(...buttons);
    if (lost) {
      this.board.focus(this.session.lately);
    }
  }

  #announce({ side, turn }) {
    byId("announcement").textContent = describeTurn(side, turn);
  }
}
