// Dragging stones from point to point. A press that hardly moves stays a click.

const THRESHOLD = 3;

export class Drag {
  constructor(board, drop) {
    this.board = board;
    this.drop = drop;
    this.from = null;
    this.dragged = false;
    const { points } = board;
    points.addEventListener("pointerdown", (event) => this.#down(event));
    points.addEventListener("pointermove", (event) => this.#move(event));
    points.addEventListener("pointerup", (event) => this.#up(event));
    points.addEventListener("pointercancel", () => this.#putBack());
  }

  #down(event) {
    const button = event.target.closest(".point.grab");
    this.dragged = false;
    if (!button || event.button !== 0) return;
    this.from = button.dataset.point;
    this.start = { x: event.clientX, y: event.clientY };
    this.button = button;
  }

  #move(event) {
    if (!this.from) return;
    const x = event.clientX - this.start.x;
    const y = event.clientY - this.start.y;
    if (!this.dragged) {
      if (Math.hypot(x, y) <= THRESHOLD) return;
      this.dragged = true;
      this.button.setPointerCapture(event.pointerId);
      this.drop(this.from, null);
    }
    const stone = this.board.stones.get(this.from);
    if (!stone) return;
    const scale = this.board.picture.viewBox.baseVal.width / this.board.picture.clientWidth;
    const at = this.board.place(this.from);
    stone.element.parentNode.append(stone.element);
    stone.element.setAttribute("transform", `translate(${at.x + x * scale} ${at.y + y * scale})`);
  }

  #up(event) {
    const { from, dragged } = this;
    const to = dragged && this.board.pointAt(event.clientX, event.clientY);
    if (from && to && to !== from && this.drop(from, to)) {
      // The stone stays where it was let go, and moves on from there.
      const stone = this.board.stones.get(from);
      this.board.held = stone?.element.transform.baseVal[0].matrix;
      this.#release();
    } else {
      this.#putBack();
    }
  }

  #putBack() {
    const stone = this.from && this.board.stones.get(this.from);
    if (stone) {
      const { x, y } = this.board.place(this.from);
      stone.element.setAttribute("transform", `translate(${x} ${y})`);
    }
    this.#release();
  }

  #release() {
    this.from = null;
    // The click that ends the drag comes before this; later ones without a press are of keys.
    setTimeout(() => {
      if (!this.from) this.dragged = false;
    });
  }
}
