/**
 * Wakes a background loop after a commit. `mark` notes that a transaction leaves work to do; `ring` after its commit
 * tells the listener. A loop also polls from time to time, so a lost signal only delays.
 */
export class WakeSignal {
  readonly #marked = new WeakSet<object>();
  #listener: (() => void) | null = null;
  #share: (() => void) | null = null;

  /** @param transaction what does the work; rolled back, it wakes nobody. */
  mark(transaction: object): void {
    this.#marked.add(transaction);
  }

  /** To be called once `transaction` is committed. */
  ring(transaction: object): void {
    if (!this.#marked.delete(transaction)) return;
    this.wake();
    this.#share?.();
  }

  /** Tells the listener of this process alone. */
  wake(): void {
    this.#listener?.();
  }

  /** @param share tells the other processes, each time that this one rings. */
  shareBy(share: (() => void) | null): void {
    this.#share = share;
  }

  listen(listener: (() => void) | null): void {
    this.#listener = listener;
  }
}

/** One signal for each kind of background loop that work of a transaction may wake. */
export interface WakeSignals {
  jobs: WakeSignal;
  deliveries: WakeSignal;
}
