// The board as a picture, with a button on every point for hands, keys and screen readers.

import { html, svg } from "./elements.js";
import { Drag } from "./drag.js";

const UNIT = 100;
const MARGIN = 92;
const FRAME = 34;
const STONE = 39;
const STEP_TIME = 220;
let made = 0;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Board {
  /** `take(point)` is called when a point is chosen, `drop(from, to)` when a stone is dragged. */
  constructor(host, { take = null, drop = null, cancel = null, label = "" } = {}) {
    this.host = host;
    this.prefix = `board${(made += 1)}`;
    this.take = take;
    this.flipped = false;
    this.variant = null;
    this.stones = new Map();
    this.buttons = new Map();
    this.held = null;
    this.shown = 0;
    this.motions = new Set();
    this.falling = new Set();
    host.classList.add("board");
    this.picture = svg("svg", { "aria-hidden": "true", focusable: "false" });
    this.points = html("div", { class: "points", role: "group", "aria-label": label });
    host.replaceChildren(this.picture, this.points);
    this.points.addEventListener("keydown", (event) => this.#key(event, cancel));
    if (drop) this.drag = new Drag(this, drop);
  }

  label(text) {
    this.points.setAttribute("aria-label", text);
  }

  setVariant(variant, flipped = this.flipped) {
    if (this.variant === variant && this.flipped === flipped) return;
    this.variant = variant;
    this.flipped = flipped;
    this.#draw();
  }

  place(point) {
    const file = point.charCodeAt(0) - 97;
    const rank = Number(point[1]) - 1;
    const { rows, cols } = this.variant;
    return this.flipped
      ? { x: (cols - 1 - file) * UNIT, y: rank * UNIT }
      : { x: file * UNIT, y: (rows - 1 - rank) * UNIT };
  }

  /** The point nearest to a place of the window, null if none is near. */
  pointAt(clientX, clientY) {
    for (const [point, button] of this.buttons) {
      const box = button.getBoundingClientRect();
      if (clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom) {
        return point;
      }
    }
    return null;
  }

  #draw() {
    const { rows, cols, points, lines } = this.variant;
    const width = (cols - 1) * UNIT + 2 * MARGIN;
    const height = (rows - 1) * UNIT + 2 * MARGIN;
    this.host.style.setProperty("--ratio", width / height);
    this.picture.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${width} ${height}`);
    this.marks = svg("g");
    this.stoneLayer = svg("g");
    this.overlay = svg("g");
    this.picture.replaceChildren(
      this.#defs(),
      ...this.#wood(width, height),
      svg("path", { class: "lines", d: lines.map((line) => this.#line(line)).join("") }),
      ...this.#names(rows, cols),
      this.marks,
      this.stoneLayer,
      this.overlay,
    );
    this.stones.clear();
    this.#makeButtons(points, width, height);
  }

  #line([from, to]) {
    const a = this.place(from);
    const b = this.place(to);
    return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  }

  #defs() {
    const stops = (...classes) =>
      classes.map((name, index) =>
        svg("stop", { class: name, offset: index / (classes.length - 1) }),
      );
    return svg(
      "defs",
      {},
      svg("linearGradient", { id: `${this.prefix}-wood`, x2: "1", y2: "1" }, ...stops("w1", "w2", "w3")),
      svg(
        "radialGradient",
        { id: `${this.prefix}-white`, cx: ".38", cy: ".32", r: ".75" },
        ...stops("i1", "i2", "i3"),
      ),
      svg(
        "radialGradient",
        { id: `${this.prefix}-black`, cx: ".36", cy: ".3", r: ".8" },
        ...stops("b1", "b2", "b3"),
      ),
    );
  }

  #wood(width, height) {
    const left = -MARGIN;
    const top = -MARGIN;
    const grain = [];
    for (let y = top + FRAME + 14, index = 0; y < top + height - FRAME - 8; y += 17, index += 1) {
      const lift = ((index * 37) % 11) - 5;
      const bend = ((index * 53) % 23) - 11;
      grain.push(
        `M${left + FRAME + 4} ${y}C${left + width * 0.3} ${y + bend} ${left + width * 0.6} ${y - bend} ` +
          `${left + width - FRAME - 4} ${y + lift}`,
      );
    }
    return [
      svg("rect", { class: "frame", x: left, y: top, width, height, rx: 26 }),
      svg("rect", {
        x: left + FRAME,
        y: top + FRAME,
        width: width - 2 * FRAME,
        height: height - 2 * FRAME,
        rx: 10,
        fill: `url(#${this.prefix}-wood)`,
      }),
      svg("path", { class: "grain", d: grain.join("") }),
    ];
  }

  #names(rows, cols) {
    const texts = [];
    const far = MARGIN - FRAME / 2;
    for (let file = 0; file < cols; file += 1) {
      const name = String.fromCharCode(97 + file);
      const { x } = this.place(`${name}1`);
      texts.push(svg("text", { class: "name", x, y: (rows - 1) * UNIT + far + 8 }, name));
    }
    for (let rank = 1; rank <= rows; rank += 1) {
      const { y } = this.place(`a${rank}`);
      texts.push(svg("text", { class: "name", x: -far, y: y + 8 }, String(rank)));
    }
    return texts;
  }

  #makeButtons(points, width, height) {
    const focused = [...this.buttons].find(([, button]) => button === document.activeElement)?.[0];
    const current = [...this.buttons].find(([, button]) => button.tabIndex === 0)?.[0];
    this.buttons.clear();
    const ordered = [...points].sort((one, two) => {
      const a = this.place(one);
      const b = this.place(two);
      return a.y - b.y || a.x - b.x;
    });
    for (const point of ordered) {
      const { x, y } = this.place(point);
      const button = html("button", { type: "button", class: "point", tabindex: "-1" });
      button.style.left = `${((x + MARGIN) / width) * 100}%`;
      button.style.top = `${((y + MARGIN) / height) * 100}%`;
      button.style.width = `${(UNIT / width) * 100}%`;
      button.style.height = `${(UNIT / height) * 100}%`;
      button.dataset.point = point;
      button.addEventListener("click", () => {
        this.#rove(button);
        if (!this.drag?.dragged) this.take?.(point);
      });
      this.buttons.set(point, button);
    }
    this.points.replaceChildren(...this.buttons.values());
    const first = this.buttons.get(current) ?? this.buttons.values().next().value;
    first.tabIndex = 0;
    if (focused) this.focus(focused);
  }

  #rove(button) {
    for (const other of this.buttons.values()) other.tabIndex = -1;
    button.tabIndex = 0;
  }

  focus(point) {
    const button = this.buttons.get(point);
    if (!button) return;
    this.#rove(button);
    button.focus({ preventScroll: true });
  }

  get hasFocus() {
    return this.points.contains(document.activeElement);
  }

  #key(event, cancel) {
    if (event.key === "Escape" && cancel) {
      cancel();
      return;
    }
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    const from = document.activeElement?.dataset?.point;
    if (!step || !from) return;
    event.preventDefault();
    const { x, y } = this.place(from);
    for (const point of this.buttons.keys()) {
      const at = this.place(point);
      if (at.x === x + step[0] * UNIT && at.y === y + step[1] * UNIT) this.focus(point);
    }
  }

  /** Shows these stones, without motion. */
  show({ white, black }) {
    this.held = null;
    this.shown += 1;
    for (const motion of this.motions) motion.cancel();
    for (const element of this.falling) element.remove();
    this.falling.clear();
    const wanted = new Map([
      ...white.map((point) => [point, "white"]),
      ...black.map((point) => [point, "black"]),
    ]);
    for (const [point, stone] of this.stones) {
      if (stone.color !== wanted.get(point)) {
        stone.element.remove();
        this.stones.delete(point);
      }
    }
    for (const [point, color] of wanted) {
      const stone = this.stones.get(point);
      // It may have been dragged.
      if (stone) this.#setPlace(stone.element, point);
      else this.#put(point, color);
    }
  }

  #setPlace(element, point) {
    const { x, y } = this.place(point);
    element.setAttribute("transform", `translate(${x} ${y})`);
  }

  #put(point, color) {
    const element = svg(
      "g",
      { class: `stone ${color}`, "data-stone": point },
      svg("ellipse", { class: "shadow", cx: 3, cy: 6, rx: STONE, ry: STONE - 1 }),
      svg("circle", { class: "body", r: STONE, fill: `url(#${this.prefix}-${color})` }),
      svg("ellipse", { class: "gleam", cx: -11, cy: -15, rx: 12, ry: 7, transform: "rotate(-32 -11 -15)" }),
    );
    this.#setPlace(element, point);
    this.stones.set(point, { color, element });
    this.stoneLayer.append(element);
  }

  /** Moves stones as the parts of a turn say, one after the other. */
  async animate(parts) {
    const { shown } = this;
    for (const part of parts) {
      // Something else may have been shown meanwhile.
      if (shown !== this.shown) return;
      await this.#animatePart(part);
    }
  }

  async #animatePart({ from, to, captured }) {
    const moving = from && this.stones.get(from);
    const motions = [];
    if (moving) {
      const a = this.held ? { x: this.held.e, y: this.held.f } : this.place(from);
      const b = this.place(to);
      this.held = null;
      moving.element.parentNode.append(moving.element);
      moving.element.setAttribute("transform", `translate(${b.x} ${b.y})`);
      this.stones.delete(from);
      this.stones.set(to, moving);
      moving.element.dataset.stone = to;
      motions.push(
        this.#move(moving.element, [
          { transform: `translate(${a.x}px, ${a.y}px)` },
          { transform: `translate(${b.x}px, ${b.y}px)` },
        ]),
      );
    }
    for (const point of captured) {
      const fallen = this.stones.get(point);
      if (!fallen) continue;
      const { x, y } = this.place(point);
      this.stones.delete(point);
      this.falling.add(fallen.element);
      motions.push(
        this.#move(
          fallen.element,
          [
            { opacity: 1, transform: `translate(${x}px, ${y}px)` },
            { opacity: 0, transform: `translate(${x}px, ${y}px) scale(0.45)` },
          ],
          STEP_TIME / 2,
        ).then(() => {
          this.falling.delete(fallen.element);
          fallen.element.remove();
        }),
      );
    }
    await Promise.all(motions);
  }

  async #move(element, frames, delay = 0) {
    if (still()) return;
    const motion = element.animate(frames, {
      duration: STEP_TIME,
      delay,
      easing: "ease-in-out",
      fill: "backwards",
    });
    this.motions.add(motion);
    await motion.finished.catch(() => {});
    this.motions.delete(motion);
  }

  /** Draws what the next choice is about, and tells screen readers. */
  mark({ selected, movable, targets, removable, groups, last, arrow }, describe) {
    this.marks.replaceChildren(...this.#trail(last));
    const rings = [];
    const ring = (point, name, radius, ...children) => {
      const { x, y } = this.place(point);
      rings.push(
        svg("g", { class: name, transform: `translate(${x} ${y})` }, svg("circle", { r: radius }), ...children),
      );
    };
    if (!selected && !groups.size) for (const point of movable) ring(point, "movable", STONE + 3);
    for (const point of removable) ring(point, "removable", STONE + 3);
    if (selected) ring(selected, "selected", STONE + 4);
    for (const point of targets) ring(point, "target", 22);
    for (const [kind, captured] of groups) {
      for (const point of captured) {
        const letter = svg("text", { y: 13 }, kind[0].toUpperCase());
        ring(point, `group ${kind}`, STONE + 4, svg("circle", { class: "badge", r: 20 }), letter);
      }
    }
    if (arrow) rings.push(this.#arrow(arrow));
    this.overlay.replaceChildren(...rings);
    for (const [point, button] of this.buttons) {
      const color = this.stones.get(point)?.color ?? null;
      button.setAttribute("aria-label", describe(point, color));
      button.classList.toggle("grab", movable.has(point));
      if (point === selected) button.setAttribute("aria-pressed", "true");
      else button.removeAttribute("aria-pressed");
    }
  }

  #trail(last) {
    if (!last) return [];
    const shapes = [];
    const steps = last.filter((part) => part.from);
    for (const part of last) {
      for (const point of part.captured) {
        const { x, y } = this.place(point);
        shapes.push(svg("circle", { class: "fallen", cx: x, cy: y, r: STONE - 10 }));
      }
    }
    if (steps.length) {
      const places = [steps[0].from, ...steps.map((part) => part.to)].map((at) => this.place(at));
      const d = places.map(({ x, y }, index) => `${index ? "L" : "M"}${x} ${y}`).join("");
      shapes.push(svg("path", { class: "trail", d }));
      shapes.push(svg("circle", { class: "trail-end", cx: places[0].x, cy: places[0].y, r: 14 }));
      const end = places.at(-1);
      shapes.push(svg("circle", { class: "trail-stone", cx: end.x, cy: end.y, r: STONE + 6 }));
    }
    return shapes;
  }

  #arrow(points) {
    const places = points.map((point) => this.place(point));
    const [before, end] = places.slice(-2);
    const angle = Math.atan2(end.y - before.y, end.x - before.x);
    const back = { x: end.x - 26 * Math.cos(angle), y: end.y - 26 * Math.sin(angle) };
    const corner = (turn) => {
      const x = end.x - 46 * Math.cos(angle + turn);
      const y = end.y - 46 * Math.sin(angle + turn);
      return `${x} ${y}`;
    };
    const d = [...places.slice(0, -1), back].map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
    return svg(
      "g",
      { class: "arrow" },
      svg("path", { class: "shaft", d }),
      svg("path", { class: "head", d: `M${end.x} ${end.y}L${corner(0.5)}L${corner(-0.5)}Z` }),
    );
  }
}
