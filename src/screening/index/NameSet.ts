/** A set of name rows in insertion order, reused for every query. */
export class NameSet {
  names = new Uint32Array(512);
  length = 0;
  /** Hash table: position of a name among the rows, counted from 1; 0 is free. */
  #slots = new Uint32Array(2 * this.names.length);

  clear(): void {
    this.length = 0;
    this.#slots.fill(0);
  }

  add(name: number): void {
    const slot = this.#slotOf(name);
    if (this.#slots[slot] !== 0) return;
    this.names[this.length] = name;
    this.length += 1;
    this.#slots[slot] = this.length;
    if (this.length === this.names.length) this.#grow();
  }

  /** The slot of a name, or the free slot where it belongs. */
  #slotOf(name: number): number {
    const mask = this.#slots.length - 1;
    let slot = (Math.imul(name, 0x9e3779b1) >>> 8) & mask;
    while (this.#slots[slot] !== 0 && this.names[this.#slots[slot]! - 1] !== name) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const { names } = this;
    this.names = new Uint32Array(2 * names.length);
    this.names.set(names);
    this.#slots = new Uint32Array(2 * this.names.length);
    for (let i = 0; i < this.length; i++) this.#slots[this.#slotOf(names[i]!)] = i + 1;
  }
}
