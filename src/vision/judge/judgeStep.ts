import type { ChallengeStep } from '../../contract/selfieCheck.ts';
import { type Landmarks, point } from '../face/face.ts';
import { poseBetween } from '../face/poseBetween.ts';
import type { Mesh } from '../measurement.ts';
import type { CaptureThresholds } from './thresholds.ts';

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
  /** Beyond the measurable range. */
  | 'too_far'
  /** `blink`: the eyes are open. */
  | 'eyes_open';

/**
 * Whether a frame shows a step. All steps but `center` are compared with the neutral frame of the same person.
 * @returns the problem; `null` if the step is met.
 */
export function judgeStep(
  step: ChallengeStep,
  neutral: Mesh,
  frame: Mesh,
  limits: CaptureThresholds,
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
  const [along, other, minAngle] = sideways ? [yaw, pitch, limits.turnYaw] : [pitch, yaw, limits.lookPitch];
  if (sign * along < -minAngle) return 'wrong_way';
  if (sign * along < minAngle) return 'too_little';
  return Math.abs(other) > Math.abs(along) ? 'other_axis' : null;
}

function straight({ pose }: Mesh, limits: CaptureThresholds): boolean {
  return (
    Math.abs(pose.yaw) <= limits.maxNeutralYaw &&
    Math.abs(pose.pitch) <= limits.maxNeutralPitch &&
    Math.abs(pose.roll) <= limits.maxNeutralRoll
  );
}

/** The relative decrease of the eyes' openness, both eyes together: 0 if unchanged. */
function drop(neutral: Mesh, frame: Mesh): number {
  const open = (mesh: Mesh) => mesh.openness.left + mesh.openness.right;
  return 1 - open(frame) / open(neutral);
}

/** Minimum relative widening of the mouth in a smile, and shortening of the distance from eye to brow in a frown. */
const SMILE = 0.12;
const FROWN = 0.18;

/** Whether smaller eyes are part of a smile or a frown, as opposed to a blink. */
function isGrimace(neutral: Mesh, frame: Mesh): boolean {
  const [before, after] = [neutral.landmarks, frame.landmarks];
  return (
    mouthWidth(after) > (1 + SMILE) * mouthWidth(before) ||
    browHeight(after) < (1 - FROWN) * browHeight(before)
  );
}

/** Distance of the mouth's corners, in face widths. */
function mouthWidth(landmarks: Landmarks): number {
  return distance(landmarks, 61, 291) / distance(landmarks, 234, 454);
}

/** Distance from the inner corners of the eyes to the brows above them, both sides together, in face widths. */
function browHeight(landmarks: Landmarks): number {
  return (distance(landmarks, 133, 55) + distance(landmarks, 362, 285)) / distance(landmarks, 234, 454);
}

function distance(landmarks: Landmarks, a: number, b: number): number {
  const [from, to] = [point(landmarks, a), point(landmarks, b)];
  return Math.hypot(from.x - to.x, from.y - to.y);
}

/**
 * Minimum relative height of the upper face in a blink, in face widths. A flat picture that is tilted until its eyes
 * seem shut loses a quarter of the height.
 */
const MIN_HEIGHT = 0.85;

/**
 * Whether the face lost height. The eyes of a flat picture seem to close when it is tilted, and the rest of the face
 * shrinks with them.
 */
function isTipped(neutral: Mesh, frame: Mesh): boolean {
  return upperHeight(frame.landmarks) < MIN_HEIGHT * upperHeight(neutral.landmarks);
}

/** Distance from the top of the forehead to the base of the nose, in face widths. */
function upperHeight(landmarks: Landmarks): number {
  const distance = (a: number, b: number) => {
    const [from, to] = [point(landmarks, a), point(landmarks, b)];
    return Math.hypot(from.x - to.x, from.y - to.y);
  };
  return distance(10, 2) / distance(234, 454);
}

/** The landmarks underestimate looks up and down: a head that looks up by 12 to 15 degrees measures 7 to 8.4. */
const UP = 1.6;
const DOWN = 1.2;

/** The actual pitch of a head in degrees, from the pitch of its landmarks; both relative to the neutral frame. */
export function headPitch(measured: number): number {
  return measured * (measured > 0 ? UP : DOWN);
}
