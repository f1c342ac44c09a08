// The dialog for a new game: board, rules, opponent.

import { describeVariant } from "./describe.js";
import { byId, html, options, pills } from "./elements.js";
import { say } from "./language.js";

const FIELDS = {
  capture: ["mandatory", "optional", "huff"],
  most: ["no", "yes"],
  chain: ["optional", "forced", "none"],
  first_turn_single: ["no", "yes"],
  reversal: ["yes", "no"],
  repetition: ["none", "2", "3", "4", "5"],
  no_capture: ["none", "20", "30", "40", "50", "60", "80", "100"],
  at_limit: ["draw", "majority"],
  both_blocked: ["loss", "majority"],
  setup: ["standard", "mirrored"],
};
const NUMBERS = ["repetition", "no_capture"];

const asText = (value) =>
  value === null ? "none" : typeof value === "boolean" ? (value ? "yes" : "no") : String(value);

export class NewGame {
  constructor(setup, session) {
    this.setup = setup;
    this.session = session;
    this.wish = { variant: "tsivy", preset: "standard", opponent: "engine", color: "white", level: 3 };
    this.dialog = byId("new-game");
    byId("open-new").addEventListener("click", () => this.open());
    byId("new-preset").addEventListener("change", () => {
      this.wish.preset = byId("new-preset").value;
      this.#showRules();
    });
    byId("new-level").max = setup.levels;
    byId("new-level").addEventListener("input", () => {
      this.wish.level = Number(byId("new-level").value);
      this.#showLevel();
    });
    byId("new-start").addEventListener("click", (event) => {
      event.preventDefault();
      this.#start();
    });
  }

  open() {
    this.translate();
    byId("new-problem").textContent = "";
    this.dialog.showModal();
  }

  translate() {
    const { wish, setup } = this;
    const named = ["tsivy", "dimy", "telo"];
    const order = [...setup.variants].sort(
      (one, two) => (named.indexOf(one.name) + 9) % 9 - (named.indexOf(two.name) + 9) % 9,
    );
    pills(byId("new-variants"), "variant", order.map((v) => [v.name, describeVariant(v)]), wish.variant,
      (name) => { wish.variant = name; });
    options(byId("new-preset"), Object.keys(setup.presets).map((name) => [name, say(`rules.${name}`)]), wish.preset);
    pills(byId("new-opponents"), "opponent",
      [["engine", say("new.engine")], ["person", say("new.person")]], wish.opponent,
      (who) => {
        wish.opponent = who;
        byId("new-engine").hidden = who !== "engine";
      });
    byId("new-engine").hidden = wish.opponent !== "engine";
    pills(byId("new-colors"), "color",
      [["white", say("color.white")], ["black", say("color.black")]], wish.color,
      (color) => { wish.color = color; });
    byId("new-level").value = wish.level;
    this.#showLevel();
    this.#showRules();
  }

  #showLevel() {
    const { level } = this.wish;
    const name = level <= 2 ? "beginner" : level <= 4 ? "easy" : level <= 7 ? "middle" : "strong";
    byId("new-level-text").textContent = `${level} · ${say(`level.${name}`)}`;
  }

  #showRules() {
    const preset = this.setup.presets[this.wish.preset];
    byId("new-preset-text").textContent = say(`rules.${this.wish.preset}.text`);
    byId("new-fields").replaceChildren(
      ...Object.entries(FIELDS).map(([field, values]) => {
        const select = html("select", { "data-field": field });
        const text = (value) =>
          NUMBERS.includes(field) && value !== "none" ? value : say(`value.${value}`);
        options(select, values.map((value) => [value, text(value)]), asText(preset[field]));
        return html("label", { class: "row" }, html("span", {}, say(`field.${field}`)), select);
      }),
    );
  }

  /** The rule set's text form: the preset, and the fields that were changed. */
  #rules() {
    const preset = this.setup.presets[this.wish.preset];
    const changed = [...byId("new-fields").querySelectorAll("select")]
      .filter((select) => select.value !== asText(preset[select.dataset.field]))
      .map((select) => `;${select.dataset.field}=${select.value}`);
    return this.wish.preset + changed.join("");
  }

  async #start() {
    const { variant, opponent, color, level } = this.wish;
    const other = color === "white" ? "black" : "white";
    const players = { white: "person", black: "person" };
    if (opponent === "engine") players[other] = "engine";
    try {
      await this.session.start({ variant, rules: this.#rules() }, players, level);
    } catch (error) {
      byId("new-problem").textContent = error.message;
      return;
    }
    this.session.tell("turned", { color: opponent === "engine" ? color : "white" });
    this.dialog.close();
  }
}
