import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { decodePicture } from '../../../src/service/selfies/examine/decodePicture.ts';
import type { Evidence } from '../../../src/service/selfies/examiner.ts';
import { type FaceEngine, type Measurement, measure, resolveThresholds } from '../../../src/vision/index.ts';
import { small } from '../../support/drawnRecording.ts';
import { evidenceOf } from '../../support/evidence.ts';
import { everyChallenge, everyMovement } from './everyChallenge.ts';
import { type GuidedTake, guidedTake } from './guidedTakes.ts';
import type { Clip } from './readPeople.ts';

/** Maximum number of recordings from one clip, with different starts and challenges. */
const TAKES_EACH = 30;
/** Frames from one beginning to the next. */
const START_EVERY = 17;

/** The recordings that the page's guidance would have accepted from a film. */
export interface Film {
  clip: Clip;
  /** The measurements of its frames by the page's engine. */
  measured: Measurement[];
  takes: GuidedTake[];
}

/** Plays a film to the page's guidance for every challenge. */
export async function filmedTakes(eye: FaceEngine, clip: Clip): Promise<Film> {
  const measured: Measurement[] = [];
  for (const frame of clip.frames)
    measured.push(measure(eye, await decodePicture(frame, 160), resolveThresholds()));
  const asked = takesFor(measured, everyChallenge);
  // Who never turns and looks up or down in a film is at least asked for one movement.
  const all = asked.length > 0 ? asked : takesFor(measured, everyMovement);
  const every = Math.max(1, all.length / TAKES_EACH);
  const takes = all.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every));
  return { clip, measured, takes };
}

/** The page's upload of a recording. @param frames those of the film, or altered ones. */
export async function filmedEvidence(frames: readonly Buffer[], take: GuidedTake): Promise<Evidence> {
  return evidenceOf(take.steps, {
    frames: take.frames.map((index) => frames[index]!),
    trail: await Promise.all(take.trail.map((index) => small(frames[index]!))),
    trailTimes: take.trailTimes,
    times: take.times,
  });
}

function takesFor(film: readonly Measurement[], challenges: readonly ChallengeStep[][]): GuidedTake[] {
  const found = new Map<string, GuidedTake>();
  for (const steps of challenges) {
    for (let start = 0; start < film.length; start += START_EVERY) {
      const take = guidedTake(film, steps, start);
      if (take) found.set(`${steps} ${take.frames}`, take);
    }
  }
  return [...found.values()];
}
