import type { ChallengeStep } from '../../contract/selfieCheck.ts';
import { poseBetween } from '../face/poseBetween.ts';
import type { Mesh } from '../Measurement.ts';
import { headPitch } from './headPitch.ts';
import { isGrimace } from './isGrimace.ts';
import { isTipped } from './isTipped.ts';
import type { Limits } from './limits.ts';

/** Why a step is not met. */
export type StepProblem =
  /** `center`: turned, lifted or tilted too far. */
  | 'not_straight'
  /** The head moved too little. */
  | 'too_little'
  /** The head moved the opposite way. */
  | 'wrong_way'
  /** The head moved more along the other axis than along the one asked for. */
  | 'other_axis'
  /** Beyond what can be measured. */
  | 'too_far'
  /** `blink`: the eyes are open. */
  | 'eyes_open';

/**
 * Whether a frame shows a step. All but `center` compare with the neutral frame of the same person.
 * @returns what is missing, or `null` when the step is met.
 */
export function judgeStep(
  step: ChallengeStep,
  neutral: Mesh,
  frame: Mesh,
  limits: Limits,
): StepProblem | null {
  if (step === 'center') return straight(frame, limits) ? null : 'not_straight';
  const { yaw, pitch: measured } = poseBetween(neutral.landmarks, frame.landmarks);
  if (step === 'blink') {
    if (Math.max(Math.abs(yaw), Math.abs(measured)) > limits.maxBlinkTurn) return 'not_straight';
    const isBlink = drop(neutral, frame) >= limits.blinkDrop && !isGrimace(neutral, frame);
    return isBlink && !isTipped(neutral, frame) ? null : 'eyes_open';
  }
  const pitch = headPitch(measured);
  if (Math.max(Math.abs(yaw), Math.abs(measured)) > limits.maxTurn) return 'too_far';
  const sideways = step === 'turn_left' || step === 'turn_right';
  const sign = step === 'turn_left' || step === 'look_up' ? 1 : -1;
  const [asked, other, least] = sideways ? [yaw, pitch, limits.turnYaw] : [pitch, yaw, limits.lookPitch];
  if (sign * asked < -least) return 'wrong_way';
  if (sign * asked < least) return 'too_little';
  return Math.abs(other) > Math.abs(asked) ? 'other_axis' : null;
}

function straight({ pose }: Mesh, limits: Limits): boolean {
  return (
    Math.abs(pose.yaw) <= limits.maxNeutralYaw &&
    Math.abs(pose.pitch) <= limits.maxNeutralPitch &&
    Math.abs(pose.roll) <= limits.maxNeutralRoll
  );
}

/** By which share the eyes closed, both taken together: 0 not at all. */
function drop(neutral: Mesh, frame: Mesh): number {
  const open = (mesh: Mesh) => mesh.openness.left + mesh.openness.right;
  return 1 - open(frame) / open(neutral);
}
