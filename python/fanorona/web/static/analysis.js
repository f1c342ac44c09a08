// The evaluation scale and the best lines, as the engine finds them.

import { byId, html } from "./elements.js";
import { number, say } from "./language.js";
import { describeScore, describeVerdict } from "./describe.js";
import { listen } from "./server.js";

const LINES = 3;

export class Analysis {
  constructor(session) {
    this.session = session;
    this.on = false;
    this.search = null;
    this.lines = [];
    byId("analyse").addEventListener("click", () => this.toggle());
    session.addEventListener("shown", () => {
      this.#showVerdict();
      this.#restart();
    });
    addEventListener("pagehide", () => this.search?.abort());
  }

  toggle() {
    this.on = !this.on;
    this.asked = null;
    this.#restart();
    this.translate();
  }

  translate() {
    byId("analyse").textContent = say(this.on ? "analysis.stop" : "analysis.start");
    byId("analyse").setAttribute("aria-pressed", String(this.on));
    byId("analysis").hidden = !this.on;
    this.#showVerdict();
    if (this.on) this.#show();
  }

  #showVerdict() {
    const { verdict } = this.session.view;
    byId("verdict").hidden = !verdict;
    byId("verdict").textContent = verdict ? describeVerdict(verdict) : "";
  }

  async #restart() {
    const { session } = this;
    const request = { ...session.tree.request(), parts: session.parts, lines: LINES };
    const asked = JSON.stringify(request);
    if (this.on && asked === this.asked) return;
    this.asked = asked;
    this.search?.abort();
    this.search = null;
    if (!this.on) return;
    this.lines = [];
    this.#show();
    if (session.over) return;
    const search = new AbortController();
    this.search = search;
    try {
      await listen("/api/analysis", request, search.signal, (name, info) => {
        if (search.signal.aborted || name !== "info") return;
        this.lines[info.place - 1] = info;
        this.#show();
      });
    } catch (error) {
      if (!search.signal.aborted) byId("depth").textContent = error.message;
    }
  }

  #show() {
    const { view } = this.session;
    const [best] = this.lines;
    const found = best && describeScore(best.score, best.turn);
    const ended = { white: 1, black: 0 }[view.outcome?.winner];
    const share = Math.round(100 * (found?.share ?? ended ?? 0.5));
    const scale = byId("scale");
    scale.firstElementChild.style.width = `${share}%`;
    scale.setAttribute("aria-valuenow", share);
    scale.setAttribute("aria-label", say("analysis.scale"));
    scale.setAttribute("aria-valuetext", found?.text ?? "");
    byId("depth").textContent = best
      ? say("analysis.depth", { depth: best.depth, nodes: number(best.nodes) })
      : "";
    byId("lines").replaceChildren(
      ...this.lines.filter(Boolean).map((info) =>
        html(
          "li",
          {},
          html("span", { class: "score" }, describeScore(info.score, info.turn).text),
          html("span", { class: "pv" }, info.moves.slice(0, 8).join(" ")),
        ),
      ),
    );
  }
}
