/** The pause between two attempts to open a connection while they fail. */
const PAUSE_MS = 100;

/**
 * Limits the attempts to open a connection while they fail to one at a time; all others are refused at once, with the
 * last error. An unresponsive server keeps each attempt in its queue. Once it responds again it works through the queue,
 * and without a limit each attempt in it would have been given up by then.
 */
export class ConnectionGate {
  #error: unknown;
  #closedUntil = 0;

  /** @throws the error of `connect`, or of the last attempt. */
  async open<Client>(connect: () => Promise<Client>): Promise<Client> {
    if (performance.now() < this.#closedUntil) throw this.#error;
    // This is the one attempt.
    if (this.#closedUntil > 0) this.#closedUntil = Number.POSITIVE_INFINITY;
    try {
      const client = await connect();
      this.#closedUntil = 0;
      return client;
    } catch (error) {
      this.#error = error;
      this.#closedUntil = performance.now() + PAUSE_MS;
      throw error;
    }
  }
}
