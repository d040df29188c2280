/** Half-life of an owner's recorded use, in milliseconds. */
const HALF_LIFE_MS = 10_000;
/** Recorded use below this, in milliseconds, is dropped. */
const MIN_MS = 1;
/** The usage of at most this many owners is stored; the least recent are dropped. */
const MAX_OWNERS = 4096;

/**
 * Fair scheduling: the owner with the least recent use goes first (least attained service), with equal use the first to
 * come. A newcomer never waits behind the queue of a heavy user.
 */
export class Turns {
  readonly #spent = new Map<string, { ms: number; at: number }>();

  /** Records time used by an owner; without an owner, nothing. */
  spend(owner: string | undefined, ms: number): void {
    if (owner === undefined) return;
    const total = this.spent(owner) + ms;
    this.#spent.delete(owner);
    this.#spent.set(owner, { ms: total, at: performance.now() });
    if (this.#spent.size <= MAX_OWNERS) return;
    const [oldest] = this.#spent.keys();
    this.#spent.delete(oldest!);
  }

  /** Recent usage of an owner, in milliseconds. */
  spent(owner: string | undefined): number {
    const entry = owner === undefined ? undefined : this.#spent.get(owner);
    if (!entry) return 0;
    const left = entry.ms * 0.5 ** ((performance.now() - entry.at) / HALF_LIFE_MS);
    return left < MIN_MS ? 0 : left;
  }

  /** Sorts waiting items by their owners' recent use, least first; stable for equal use. */
  order<Waiting extends { owner?: string | undefined }>(waiting: readonly Waiting[]): Waiting[] {
    const usage = new Map(waiting.map(({ owner }) => [owner, this.spent(owner)]));
    return [...waiting].sort((one, other) => usage.get(one.owner)! - usage.get(other.owner)!);
  }
}
