import { createSelfieClient, type SelfieClient } from '../../../client/createSelfieClient.ts';
import { IdvApiError } from '../../../client/errors.ts';
import type { ChallengeMovement, ChallengeStep, SessionSelfieCheck } from '../../../contract/selfieCheck.ts';
import type { FlowContext } from '../../step/step.ts';

/** A challenge with less time left than this is not begun, in milliseconds. */
const ENOUGH_MS = 60_000;
/** How long before its end the person is warned, in milliseconds. */
const WARNING_MS = 40_000;

interface ActiveChallengeOptions {
  client: FlowContext['client'];
  /** Aborted when the step is left. */
  signal: AbortSignal;
  /** The challenge ends soon. */
  expiring: () => void;
  /** It has ended. */
  expired: () => void;
}

/** The challenge that is to be answered, and the time that is left for it. */
export class ActiveChallenge {
  readonly #options: ActiveChallengeOptions;
  readonly #client: SelfieClient;
  #check: SessionSelfieCheck | null = null;
  #stuckAt: ChallengeMovement | undefined;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(options: ActiveChallengeOptions) {
    this.#options = options;
    this.#client = createSelfieClient(options.client);
    options.signal.addEventListener('abort', () => this.#stop(), { once: true });
  }

  /** There as soon as one was drawn. */
  get check(): SessionSelfieCheck {
    return this.#check!;
  }

  /** The current challenge, with more time where too little is left, or a new one. */
  async draw(signal: AbortSignal): Promise<SessionSelfieCheck> {
    const stuckAt = this.#stuckAt;
    if (stuckAt || this.#left <= 0) this.hold(await this.#client.startSelfieCheck({ signal, stuckAt }));
    this.#stuckAt = undefined;
    // A waiting check may be minutes old after a reload, or after the dialog was closed and reopened.
    if (this.#left < ENOUGH_MS) await this.#renew(signal);
    return this.check;
  }

  /**
   * The person starts over. If this happens during a challenge, the due movement was not possible for them; the next
   * challenge leaves it out.
   */
  leave({ step, frames }: { step: ChallengeStep; frames: readonly unknown[] }): void {
    if (frames.length === 0 || step === 'center') return;
    this.#stop();
    this.#stuckAt = step;
  }

  /** Restarts its lifetime. */
  async extend(): Promise<void> {
    await this.#extend(this.#options.signal);
  }

  async #extend(signal: AbortSignal): Promise<void> {
    this.hold(await this.#client.extendSelfieCheck(this.check.id, { signal }));
  }

  /** By the clock of the service it may have ended already. */
  async #renew(signal: AbortSignal): Promise<void> {
    try {
      await this.#extend(signal);
    } catch (error) {
      if (!(error instanceof IdvApiError) || error.code !== 'challenge_expired') throw error;
      this.hold(await this.#client.startSelfieCheck({ signal }));
    }
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
