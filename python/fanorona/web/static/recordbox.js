// The dialog for records and position strings: load, copy, save.

import { byId, html } from "./elements.js";
import { say } from "./language.js";
import { ask } from "./server.js";
import { Tree } from "./tree.js";

export class RecordBox {
  constructor(session) {
    this.session = session;
    this.dialog = byId("record");
    const on = (id, act) => byId(id).addEventListener("click", () => this.#safely(act));
    byId("open-record").addEventListener("click", () => this.open());
    byId("record-file").addEventListener("change", (event) => this.#safely(() => this.#open(event.target)));
    on("record-load", () => this.#load(byId("record-text").value));
    on("record-copy", () => this.#copy(byId("record-text").value));
    on("record-save", () => this.#save());
    on("fen-load", () => this.#loadPosition());
    on("fen-copy", () => this.#copy(byId("record-fen").value));
  }

  async open() {
    await this.#safely(() => this.#fill());
    this.dialog.showModal();
  }

  async #fill() {
    byId("record-fen").value = this.session.view.fen;
    const { text } = await ask("/api/record/write", this.#record());
    byId("record-text").value = text;
  }

  /** The game as a record; a declared end belongs to the end of the main line. */
  #record() {
    const { tree, players, level } = this.session;
    const name = (side) => (players[side] === "engine" ? `fanorona level ${level}` : "Player");
    const now = new Date();
    const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, "0"))
      .join(".");
    const wire = tree.toWire();
    const end = tree.end && tree.end.node === tree.mainEnd() ? tree.end.declared : null;
    return { ...wire, tags: { White: name("white"), Black: name("black"), Date: date, ...tree.tags }, end };
  }

  async #safely(act) {
    byId("record-problem").textContent = "";
    byId("record-done").textContent = "";
    try {
      await act();
    } catch (error) {
      byId("record-problem").textContent = error.message;
    }
  }

  async #open(input) {
    const [file] = input.files;
    if (!file) return;
    const text = await file.text();
    input.value = "";
    byId("record-text").value = text;
    await this.#load(text);
  }

  async #load(text) {
    const wire = await ask("/api/record/read", { text });
    const tree = Tree.fromWire(wire);
    await this.session.load(tree, { players: { white: "person", black: "person" } });
    this.dialog.close();
  }

  async #loadPosition() {
    const { rules } = this.session.tree.start;
    const fen = byId("record-fen").value.trim();
    await this.session.start({ variant: null, rules, fen }, this.session.players, this.session.level);
    this.dialog.close();
  }

  async #copy(text) {
    await navigator.clipboard.writeText(text);
    byId("record-done").textContent = say("record.copied");
  }

  async #save() {
    const { text } = await ask("/api/record/write", this.#record());
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = html("a", { href: url, download: "fanorona.pgn" });
    link.click();
    URL.revokeObjectURL(url);
  }
}
