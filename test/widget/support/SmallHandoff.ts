import type { Handoff, StartedHandoff } from '../../../src/contract/handoff.ts';

const NEVER: Handoff = {
  object: 'handoff',
  step: 'selfie',
  isDue: true,
  status: 'ended',
  phone: null,
  refusals: 0,
  digitsLeft: 3,
  reason: null,
};
/** The right ones. */
const DIGITS = '1234';

/** The hand-off of a case in the small API: tests act as the phone. */
export class SmallHandoff {
  /** The followers. */
  readonly #listeners = new Set<(handoff: Handoff) => void>();
  #handoff = NEVER;
  #draws = 0;

  get view(): Handoff {
    return this.#handoff;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  start(): StartedHandoff {
    const isOver = this.#handoff.status === 'ended';
    if (isOver) this.change({ ...NEVER, step: this.#handoff.step, status: 'waiting' });
    if (this.#handoff.status !== 'waiting')
      return { ...this.#handoff, url: null, code: null, qr: null, expiresAt: null };
    this.#draws++;
    return {
      ...this.#handoff,
      url: `https://idv.example/verify/h#secret-${this.#draws}`,
      code: 'BCDFGHJK',
      qr: { size: 37, path: 'M0 0h7v7h-7zM30 0h7v7h-7zM0 30h7v7h-7zM10 10h20v20h-20z' },
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    };
  }

  change(changed: Partial<Handoff>): void {
    this.#handoff = { ...this.#handoff, ...changed };
    for (const listener of this.#listeners) listener(this.#handoff);
  }

  /** @returns whether the digits are right. */
  confirm(digits: string): boolean {
    const digitsLeft = this.#handoff.digitsLeft - 1;
    if (digits === DIGITS) this.change({ status: 'confirmed' });
    else this.change({ digitsLeft, ...(digitsLeft === 0 && { status: 'ended', reason: 'wrong_digits' }) });
    return digits === DIGITS;
  }

  /** @returns a function that stops following. */
  follow(listener: (handoff: Handoff) => void): () => void {
    listener(this.#handoff);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
