// The game as a tree of turns, with the place that is looked at.

function node(parent, move, { comment = "", before = "", nags = [] } = {}) {
  return { parent, move, comment, before, nags, children: [] };
}

export class Tree {
  /** `start` has variant, rules and fen, which is null for the rules' own start. */
  constructor(start) {
    this.start = { variant: start.variant, rules: start.rules, fen: start.fen ?? null };
    this.tags = start.tags ?? {};
    this.root = node(null, null);
    this.here = this.root;
    this.end = null;
  }

  /** Goes on with a turn: along the tree if it is there, else as a new variation. */
  play(move) {
    let next = this.here.children.find((child) => child.move === move);
    if (!next) {
      next = node(this.here, move);
      this.here.children.push(next);
    }
    this.here = next;
  }

  path(to = this.here) {
    const nodes = [];
    for (let at = to; at.parent; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  /** What a request needs to know of the game at a node. */
  request(node = this.here) {
    const end = this.end && this.end.node === node ? this.end.declared : null;
    return { ...this.start, moves: this.path(node).map((at) => at.move), end };
  }

  /** Ends the game here, as its players said. */
  declare(declared) {
    this.end = { node: this.here, declared };
  }

  promote() {
    let at = this.here;
    while (at.parent && at.parent.children[0] === at) at = at.parent;
    if (!at.parent) return;
    const { children } = at.parent;
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
    this.#settle(at);
  }

  /** Removes a turn with all that follows it, and goes to the place before it. */
  remove(node) {
    const { parent } = node;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (this.end && !this.nodes().includes(this.end.node)) this.end = null;
    if (parent.children.length) this.#settle(parent.children[0]);
    this.here = parent;
  }

  /** What is said before a main turn is said after the turn before it. */
  #settle(main) {
    main.parent.comment = [main.parent.comment, main.before].filter(Boolean).join(" ");
    main.before = "";
  }

  isMainLine() {
    return this.path().every((at) => at.parent.children[0] === at);
  }

  mainEnd() {
    let at = this.root;
    while (at.children.length) at = at.children[0];
    return at;
  }

  nodes() {
    const all = [];
    const todo = [this.root];
    while (todo.length) {
      const at = todo.pop();
      all.push(at);
      todo.push(...[...at.children].reverse());
    }
    return all;
  }

  /** The tree as the server reads and writes it. */
  toWire() {
    const all = this.nodes();
    const places = new Map(all.map((at, place) => [at, place]));
    const nodes = all.map((at) => ({
      parent: at.parent ? places.get(at.parent) : null,
      move: at.move,
      comment: at.comment,
      before: at.before,
      nags: at.nags,
    }));
    const end = this.end && { at: places.get(this.end.node), ...this.end.declared };
    return { ...this.start, tags: this.tags, nodes, here: places.get(this.here), end };
  }

  static fromWire(wire) {
    const tree = new Tree(wire);
    const all = [];
    for (const at of wire.nodes) {
      const parent = at.parent === null ? null : all[at.parent];
      const made = node(parent, at.move, at);
      parent?.children.push(made);
      all.push(made);
    }
    tree.root = all[0];
    tree.here = all[wire.here] ?? tree.mainEnd();
    if (wire.end) {
      const { at, ...declared } = wire.end;
      tree.end = { node: all[at] ?? tree.mainEnd(), declared };
    }
    return tree;
  }
}
