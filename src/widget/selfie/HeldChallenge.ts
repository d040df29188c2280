import { createSelfieClient, type SelfieClient } from '../../client/createSelfieClient.ts';
import type { SessionSelfieCheck } from '../../contract/selfieCheck.ts';
import type { FlowContext } from '../flow/FlowContext.ts';

/** A challenge with less time left than this is not begun, in milliseconds. */
const ENOUGH_MS = 60_000;
/** How long before its end the person is warned, in milliseconds. */
const WARNING_MS = 40_000;

export interface HeldChallengeOptions {
  client: FlowContext['client'];
  /** Aborted when the step is left. */
  signal: AbortSignal;
  /** The challenge ends soon. */
  expiring: () => void;
  /** It has ended. */
  expired: () => void;
}

/** The challenge that is to be answered, and the time that is left for it. */
export class HeldChallenge {
  readonly #options: HeldChallengeOptions;
  readonly #client: SelfieClient;
  #check: SessionSelfieCheck | null = null;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(options: HeldChallengeOptions) {
    this.#options = options;
    this.#client = createSelfieClient(options.client);
    options.signal.addEventListener('abort', () => this.#stop(), { once: true });
  }

  /** There as soon as one was drawn. */
  get check(): SessionSelfieCheck {
    return this.#check!;
  }

  /** The current challenge if there is still time for it, else a new one. */
  async draw(signal: AbortSignal): Promise<SessionSelfieCheck> {
    if (this.#left < ENOUGH_MS) this.hold(await this.#client.startSelfieCheck({ signal }));
    return this.check;
  }

  /** Drops it: the next one is a new one. */
  drop(): void {
    this.#stop();
    this.#check = null;
  }

  /** Restarts its lifetime. */
  async extend(): Promise<void> {
    this.hold(await this.#client.extendSelfieCheck(this.check.id, { signal: this.#options.signal }));
  }

  get #left(): number {
    return this.#check ? Date.parse(this.#check.challenge.expiresAt) - Date.now() : 0;
  }

  hold(check: SessionSelfieCheck): void {
    this.#stop();
    this.#check = check;
    const { signal, expiring, expired } = this.#options;
    if (signal.aborted) return;
    this.#timers = [
      setTimeout(expiring, Math.max(this.#left - WARNING_MS, 0)),
      setTimeout(expired, Math.max(this.#left, 0)),
    ];
  }

  #stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
