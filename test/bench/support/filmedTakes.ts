import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { decodePicture } from '../../../src/service/selfies/examine/decodePicture.ts';
import type { Evidence } from '../../../src/service/selfies/examiner.ts';
import { type FaceEngine, type Measurement, measure, resolveThresholds } from '../../../src/vision/index.ts';
import { small } from '../../support/drawnRecording.ts';
import { evidenceOf } from '../../support/evidence.ts';
import { everyChallenge, everyMovement } from './everyChallenge.ts';
import { type GuidedRecording, guidedRecording } from './guidedTakes.ts';
import type { Clip } from './readPeople.ts';

/** Maximum number of recordings from one clip, with different starts and challenges. */
const RECORDINGS_EACH = 30;
/** Frames from one beginning to the next. */
const START_EVERY = 17;

/** The recordings that the page's guidance would have accepted from a film. */
export interface Film {
  clip: Clip;
  /** The measurements of its frames by the page's engine. */
  measured: Measurement[];
  recordings: GuidedRecording[];
}

/** Plays a film to the page's guidance for every challenge. */
export async function guidedRecordingsOf(engine: FaceEngine, clip: Clip): Promise<Film> {
  const measured: Measurement[] = [];
  for (const frame of clip.frames)
    measured.push(measure(engine, await decodePicture(frame, 160), resolveThresholds()));
  const complete = recordingsFor(measured, everyChallenge);
  // Who never turns and looks up or down in a film is at least asked for one movement.
  const all = complete.length > 0 ? complete : recordingsFor(measured, everyMovement);
  const every = Math.max(1, all.length / RECORDINGS_EACH);
  const recordings = all.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every));
  return { clip, measured, recordings };
}

/** The page's upload of a recording. @param frames those of the film, or altered ones. */
export async function filmedEvidence(
  frames: readonly Buffer[],
  recording: GuidedRecording,
): Promise<Evidence> {
  return evidenceOf(recording.steps, {
    frames: recording.frames.map((index) => frames[index]!),
    trail: await Promise.all(recording.trail.map((index) => small(frames[index]!))),
    trailTimes: recording.trailTimes,
    times: recording.times,
  });
}

function recordingsFor(
  film: readonly Measurement[],
  challenges: readonly ChallengeStep[][],
): GuidedRecording[] {
  const found = new Map<string, GuidedRecording>();
  for (const steps of challenges) {
    for (let start = 0; start < film.length; start += START_EVERY) {
      const recording = guidedRecording(film, steps, start);
      if (recording) found.set(`${steps} ${recording.frames}`, recording);
    }
  }
  return [...found.values()];
}
