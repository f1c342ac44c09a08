// Choosing one of the parts of a turn that the server offers, by points.

export class Chooser {
  /** `fixed`: a chain is in progress, so the stone is chosen already. */
  constructor(offers, fixed) {
    this.offers = offers;
    this.fixed = fixed;
    this.selected = fixed && offers.length ? offers[0].from : null;
    this.pending = [];
  }

  get movable() {
    return new Set(this.offers.filter((offer) => offer.from).map((offer) => offer.from));
  }

  get removable() {
    const removals = this.offers.filter((offer) => offer.kind === "removal");
    return new Set(removals.map((offer) => offer.to));
  }

  get targets() {
    if (this.pending.length) return new Set([this.pending[0].to]);
    if (!this.selected) return new Set();
    return new Set(this.#from(this.selected).map((offer) => offer.to));
  }

  /** Stones that would fall, by the kind of capture, while the player is to choose one. */
  get groups() {
    return new Map(this.pending.map((offer) => [offer.kind, offer.captured]));
  }

  #from(point) {
    return this.offers.filter((offer) => offer.from === point);
  }

  cancel() {
    this.pending = [];
    if (!this.fixed) this.selected = null;
  }

  select(point) {
    this.pending = [];
    this.selected = point;
  }

  /** Takes a point; returns the offer that is chosen by it, null if more is to be said. */
  take(point) {
    if (this.pending.length) {
      const group = this.pending.find((offer) => offer.captured.includes(point));
      if (group) return group;
      this.pending = [];
    }
    const removal = this.offers.find((offer) => offer.kind === "removal" && offer.to === point);
    if (removal) return removal;
    const ways = this.selected ? this.#from(this.selected).filter((o) => o.to === point) : [];
    if (ways.length === 1) return ways[0];
    if (ways.length > 1) {
      this.pending = ways;
    } else if (this.movable.has(point) && point !== this.selected) {
      this.selected = point;
    } else {
      this.cancel();
    }
    return null;
  }
}
