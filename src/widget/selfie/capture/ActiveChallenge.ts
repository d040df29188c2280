import { createSelfieClient, type SelfieClient } from '../../../client/createSelfieClient.ts';
import { IdvApiError } from '../../../client/errors.ts';
import type { ChallengeMovement, ChallengeStep, SessionSelfieCheck } from '../../../contract/selfieCheck.ts';
import type { FlowContext } from '../../step/step.ts';

/** Minimum remaining time to start a challenge, in milliseconds. */
const ENOUGH_MS = 60_000;
/** Remaining time at which the person is warned, in milliseconds. */
const WARNING_MS = 40_000;

interface ActiveChallengeOptions {
  client: FlowContext['client'];
  /** Aborted when the step is left. */
  signal: AbortSignal;
  /** Called when the challenge ends soon. */
  expiring: () => void;
  /** Called when it has ended. */
  expired: () => void;
}

/** The current challenge and its remaining time. */
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

  /** Available after the first `draw`. */
  get check(): SessionSelfieCheck {
    return this.#check!;
  }

  /** The current challenge, extended if too little time remains, or a new one. */
  async draw(signal: AbortSignal): Promise<SessionSelfieCheck> {
    const stuckAt = this.#stuckAt;
    if (stuckAt || this.#left <= 0) this.hold(await this.#client.startSelfieCheck({ signal, stuckAt }));
    this.#stuckAt = undefined;
    // A pending check may be minutes old after a reload, or after the dialog was closed and reopened.
    if (this.#left < ENOUGH_MS) await this.#renew(signal);
    return this.check;
  }

  /**
   * Called when the person starts over. If this happens at a movement, the person could not do it: the next challenge
   * omits it. A change of the camera or of the page is no sign of that.
   */
  leave({ step, frames }: { step: ChallengeStep; frames: readonly unknown[] }): void {
    if (frames.length === 0 || step === 'center') return;
    this.#stop();
    this.#stuckAt = step;
  }

  /** Restarts the lifetime of the challenge. */
  async extend(): Promise<void> {
    await this.#extend(this.#options.signal);
  }

  async #extend(signal: AbortSignal): Promise<void> {
    this.hold(await this.#client.extendSelfieCheck(this.check.id, { signal }));
  }

  /** Extends the challenge, or draws a new one if it has ended by the clock of the service. */
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
