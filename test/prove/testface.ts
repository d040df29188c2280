import sharp from 'sharp';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { createTaskHandler } from '../../src/service/selfies/examine/createTaskHandler.ts';
import type { FaceEngine } from '../../src/vision/index.ts';
import { analyseFrame, faceDistance, poseBetween, resolveThresholds } from '../../src/vision/index.ts';
import { everyChallenge } from '../bench/support/everyChallenge.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { evidenceOf } from '../support/evidence.ts';
import { faceJpeg, type TestPerson } from '../support/faces.ts';
import { openServiceFaceEngine } from '../support/openFaceEngine.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

const PEOPLE: readonly TestPerson[] = [0, 1, 2];
/** As the engine reads poses of people: the median of its error, and a single frame's. */
const MAX_MEDIAN_ERROR = 4;
const MAX_ERROR = 12;

/**
 * Every person of the drawn test face must look like a person: one face at each pose, near to itself and far from the
 * others. A genuine capture passes every challenge; one in another order or mirrored fails. The reference picture
 * distinguishes the three people, and live mode refuses each as a drawn face.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const engine = await openServiceFaceEngine();
  const handler = createTaskHandler(engine);
  const faults: string[] = [];
  const count = lab.size(12, 1);
  let captures = 0;
  for (const person of PEOPLE) {
    for (let n = 0; n < count; n++) {
      const steps = everyChallenge[(29 * n) % everyChallenge.length]!;
      for (const fault of await captureFaults(handler, steps, person))
        faults.push(`${person} ${steps}: ${fault}`);
      captures += 5;
    }
  }
  const people = [];
  for (const person of PEOPLE) people.push(await likenessOf(engine, person, lab));
  const centers = people.map(({ center }) => center);
  const apart = Math.min(...pairs(centers).map(([a, b]) => faceDistance(a, b)));
  const furthest = Math.max(...people.map((person) => person.furthest));
  const errors = people.map((person) => person.medianError);
  const limits = resolveThresholds();
  const isLike = furthest < limits.sameFace && apart > limits.sameReference;
  const isSteady = people.every(
    ({ medianError, maxError }) => medianError < MAX_MEDIAN_ERROR && maxError < MAX_ERROR,
  );
  const ok = faults.length === 0 && isLike && isSteady;
  return { ok, captures, faults, apart: round(apart), furthest: round(furthest), medianErrors: errors };
}

/** The faults of five captures of one person for one challenge. */
async function captureFaults(
  handler: ReturnType<typeof createTaskHandler>,
  steps: readonly ChallengeStep[],
  person: TestPerson,
): Promise<string[]> {
  const recording = await drawnRecording(steps, person);
  const [reference, other] = [
    await faceJpeg({ yaw: 4 }, person),
    await faceJpeg({}, ((person + 1) % 3) as TestPerson),
  ];
  const [neutral, first, ...rest] = recording.frames;
  const mirrored = await Promise.all(recording.frames.map((file) => sharp(file).flop().jpeg().toBuffer()));
  const judge = (...args: Parameters<typeof evidenceOf>) => handler.judge(evidenceOf(...args));
  const honest = await judge(steps, recording, { reference });
  const stranger = await judge(steps, recording, { reference: other });
  const swapped = await judge(steps, [neutral!, ...rest, first!]);
  const flopped = await judge(steps, mirrored);
  const live = await judge(steps, recording, { isTestFaceAllowed: false });
  const checks: [string, boolean][] = [
    ['an honest capture was refused', honest.selfie === 'passed'],
    ['the own reference picture does not match', honest.faceMatch.result === 'match'],
    ['the reference picture of another matches', stranger.faceMatch.result === 'no_match'],
    ['another order was taken', swapped.reasons[0] === 'selfie_challenge_failed'],
    ['mirrored pictures were taken', flopped.reasons[0] === 'selfie_challenge_failed'],
    ['the drawn face was taken in live mode', live.reasons[0] === 'selfie_spoof_suspected'],
  ];
  return checks.filter(([, holds]) => !holds).map(([fault]) => fault);
}

/** How near a person stays to themselves from pose to pose, and how well the engine reads these poses. */
async function likenessOf(engine: FaceEngine, person: TestPerson, lab: Lab) {
  const limits = resolveThresholds();
  const see = async (yaw: number, pitch: number) => {
    const picture = await sharp(await faceJpeg({ yaw, pitch }, person))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = picture.info;
    const { measurement, descriptor } = analyseFrame(
      engine,
      { width, height, data: picture.data, channels: 3 },
      limits,
    );
    return { mesh: measurement.face!.mesh!, descriptor: descriptor!, faces: measurement.faces };
  };
  const center = await see(0, 0);
  const all = [-35, -30, -20, -10, 0, 10, 20, 30, 35];
  const errors: number[] = [];
  let furthest = 0;
  const [yaws, pitches] =
    lab.form === 'full'
      ? [all, all.slice(2, -2)]
      : [
          [-20, 0, 20],
          [-15, 0, 15],
        ];
  for (const yaw of yaws) {
    for (const pitch of pitches) {
      const { mesh, descriptor, faces } = await see(yaw, pitch);
      const pose = poseBetween(center.mesh.landmarks, mesh.landmarks);
      errors.push(...(faces === 1 ? [Math.abs(pose.yaw - yaw), Math.abs(pose.pitch - pitch)] : [90]));
      const isStep = Math.abs(yaw) <= 25 && Math.abs(pitch) <= 20 && (yaw === 0 || pitch === 0);
      if (isStep) furthest = Math.max(furthest, faceDistance(center.descriptor, descriptor));
    }
  }
  errors.sort((a, b) => a - b);
  return {
    center: center.descriptor,
    furthest,
    medianError: round(errors[errors.length >> 1]!),
    maxError: errors.at(-1)!,
  };
}

function pairs<T>(all: readonly T[]): [T, T][] {
  return all.flatMap((one, i) => all.slice(i + 1).map((other): [T, T] => [one, other]));
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
