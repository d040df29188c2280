/**
 * Wakes a background loop after a commit. `mark` inside a transaction notes that there is something to do; `ring`
 * after it tells the listener. A loop also looks by itself from time to time, so a lost ring only delays.
 */
export class Bell {
  #due = false;
  #listener: (() => void) | null = null;

  mark(): void {
    this.#due = true;
  }

  ring(): void {
    if (!this.#due) return;
    this.#due = false;
    this.#listener?.();
  }

  listen(listener: (() => void) | null): void {
    this.#listener = listener;
  }
}
