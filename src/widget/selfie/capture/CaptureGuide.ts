import type { ChallengeStep } from '../../../contract/selfieCheck.ts';
import { type HeldHint, type Hint, hintFor, holdHint } from '../../../vision/judge/hintFor.ts';
import type { CaptureThresholds } from '../../../vision/judge/thresholds.ts';
import type { Measurement } from '../../../vision/measurement.ts';
import type { Messages } from '../../locales/messages.ts';

/** Milliseconds during which the frames that show a step are compared for the sharpest. */
const CHOICE_MS = 350;
/**
 * Number of consecutive good frames before the neutral frame is accepted. All other frames are compared with it, so the
 * face must be at rest.
 */
const NEUTRAL_FRAMES = 4;
/**
 * Pause after each accepted step, in milliseconds, in which no frame is judged: the person reads the confirmation and
 * the next instruction.
 */
const PAUSE_MS = 700;

/** The verdict on one measured frame. */
export interface Guided {
  /** The hint to show now; `null` if there is none. */
  hint: Hint | null;
  /** Why this frame is not accepted; `null` if it shows the step. */
  reason: Hint | null;
  /** `keep`: the best frame of its step so far; it replaces the kept one. */
  frame: 'keep' | 'drop';
  /** Whether the step was met: the kept frame is accepted. */
  isTaken: boolean;
}

/**
 * Judges frames for the due step and selects one. Later steps are compared with the frame of the first step. The caller
 * knows which step is due. Pure: no camera, no clock.
 */
export class CaptureGuide {
  readonly #limits: CaptureThresholds;
  #neutral: Measurement | null = null;
  #previous: Measurement | null = null;
  #held: HeldHint | null = null;
  #kept: { measurement: Measurement; since: number; frames: number } | null = null;
  #pauseUntil = 0;
  /** The best sharpness of this person so far. */
  #best = 0;

  /** @param limits the thresholds of the service; `guidanceThresholds` makes them stricter. */
  constructor(limits: CaptureThresholds) {
    this.#limits = limits;
  }

  /** @param now milliseconds, monotonic. */
  next(step: ChallengeStep, measurement: Measurement, now: number): Guided {
    const previous = this.#previous;
    this.#previous = measurement;
    if (now < this.#pauseUntil) return { hint: null, reason: null, frame: 'drop', isTaken: false };
    const guidance = { limits: this.#limits, step, neutral: this.#neutral, previous, best: this.#best };
    const reason = hintFor(measurement, guidance);
    this.#held = holdHint(this.#held, reason, now);
    const isBest = this.#consider(measurement, reason, now, step);
    const isTaken = this.#isChosen(now, step);
    const hint = this.#held.shown;
    if (isTaken) this.#advance(now);
    return { hint, reason, frame: isBest ? 'keep' : 'drop', isTaken };
  }

  /** Whether the frame is the sharpest so far among those that show the step. */
  #consider(measurement: Measurement, reason: Hint | null, now: number, step: ChallengeStep): boolean {
    if (reason !== null) {
      // A head that turns further still met its step. A face that moves away during `center` was not at rest.
      if (step === 'center') this.#kept = null;
      return false;
    }
    const sharpness = measurement.face!.sharpness;
    this.#best = Math.max(this.#best, sharpness);
    const { since, frames } = this.#kept ?? { since: now, frames: 0 };
    const isBest = !this.#kept || sharpness > this.#kept.measurement.face!.sharpness;
    this.#kept = {
      measurement: isBest ? measurement : this.#kept!.measurement,
      since,
      frames: frames + 1,
    };
    return isBest;
  }

  #isChosen(now: number, step: ChallengeStep): boolean {
    if (!this.#kept || now - this.#kept.since < CHOICE_MS) return false;
    return step !== 'center' || this.#kept.frames >= NEUTRAL_FRAMES;
  }

  #advance(now: number): void {
    this.#neutral ??= this.#kept!.measurement;
    this.#kept = null;
    this.#held = null;
    this.#pauseUntil = now + PAUSE_MS;
  }
}

/**
 * Thresholds slightly stricter than those of the service. The service measures the same frame again after JPEG
 * encoding, at another size; a frame that barely passes here should not barely fail there.
 */
export function guidanceThresholds(limits: CaptureThresholds): CaptureThresholds {
  return {
    ...limits,
    minFace: limits.minFace + 0.02,
    maxFace: limits.maxFace - 0.02,
    maxOffset: limits.maxOffset - 0.02,
    minLight: limits.minLight + 5,
    maxLight: limits.maxLight - 5,
    minSharpness: limits.minSharpness * 1.25,
    minFineness: limits.minFineness * 1.05,
    maxNeutralYaw: limits.maxNeutralYaw - 2,
    maxNeutralPitch: limits.maxNeutralPitch - 2,
    maxNeutralRoll: limits.maxNeutralRoll - 2,
    turnYaw: limits.turnYaw + 3,
    lookPitch: limits.lookPitch + 1,
    maxTurn: limits.maxTurn - 5,
    eyeDetail: limits.eyeDetail * 1.3,
    blinkDrop: limits.blinkDrop + 0.03,
    maxBlinkTurn: limits.maxBlinkTurn - 2,
  };
}

/**
 * The text of a hint. A hint to continue a movement, or to look straight, repeats the movement's instruction; covered
 * eyes have the text of the check's reason.
 */
export function hintText(hint: Hint, { guide, challenge, selfieReasons }: Messages): string {
  if (hint === 'uncover_eyes') return selfieReasons.selfie_occluded;
  if (hint === 'look_straight') return challenge.center;
  return hint in challenge
    ? challenge[hint as keyof typeof challenge]
    : guide.hints[hint as keyof typeof guide.hints];
}
