// The list of turns, with variations in brackets.

import { byId, html } from "./elements.js";
import { say } from "./language.js";

export class MoveList {
  constructor(session) {
    this.session = session;
    this.first = { number: 1, black: false };
    session.addEventListener("loaded", () => this.#begin());
    session.addEventListener("shown", () => this.show());
    byId("promote").addEventListener("click", () => session.promote());
    byId("remove").addEventListener("click", () => session.remove());
  }

  /** Notes the number of the first turn, which is not 1 in games from a position. */
  #begin() {
    const { view, tree } = this.session;
    const plies = 2 * view.number + (view.turn === "black" ? 1 : 0) - tree.path().length;
    this.first = { number: Math.floor(plies / 2), black: plies % 2 === 1 };
    this.show();
  }

  show() {
    const { tree } = this.session;
    const host = byId("moves");
    const focused = host.contains(document.activeElement);
    const begin = this.#button(tree.root, say("moves.begin"));
    begin.classList.add("begin");
    const line = html("div", { class: "line" }, begin);
    if (tree.root.comment) line.append(html("span", { class: "comment" }, tree.root.comment));
    this.#write(line, tree.root, 0);
    host.replaceChildren(line);
    const current = host.querySelector("[aria-current]");
    if (current) {
      // Not scrollIntoView, which would move the page as well.
      host.scrollTop = current.offsetTop - host.clientHeight / 2;
      if (focused) current.focus({ preventScroll: true });
    }
    byId("variation-tools").hidden = !tree.here.parent;
    byId("promote").disabled = tree.isMainLine();
  }

  #number(ply) {
    const count = ply + (this.first.black ? 1 : 0);
    const black = count % 2 === 1;
    return { text: `${this.first.number + Math.floor(count / 2)}${black ? "…" : "."}`, black };
  }

  /** Writes what follows a node: the main turn, the others in brackets, and so on. */
  #write(host, from, start) {
    let numbered = true;
    let ply = start;
    for (let at = from; at.children.length; at = at.children[0], ply += 1) {
      const [main, ...others] = at.children;
      this.#turn(host, main, ply, numbered);
      numbered = Boolean(main.comment) || others.length > 0;
      for (const other of others) {
        const variation = html("div", { class: "variation" });
        if (other.before) variation.append(html("span", { class: "comment" }, other.before));
        this.#turn(variation, other, ply, true);
        this.#write(variation, other, ply + 1);
        host.append(variation);
      }
    }
  }

  #turn(host, node, ply, numbered) {
    const { text, black } = this.#number(ply);
    if (numbered || !black) host.append(html("span", { class: "number" }, text));
    host.append(this.#button(node, node.move));
    if (node.comment) host.append(html("span", { class: "comment" }, node.comment));
  }

  #button(node, text) {
    const current = node === this.session.tree.here;
    const made = html("button", { type: "button", class: "move", "aria-current": current && "step" }, text);
    made.addEventListener("click", () => this.session.goTo(node));
    return made;
  }
}
