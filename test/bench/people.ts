import { join } from 'node:path';
import { createTaskHandler } from '../../src/service/selfies/examine/createTaskHandler.ts';
import type { Evidence, Examiner } from '../../src/service/selfies/examiner.ts';
import { createFaceEngine, type FaceEngine } from '../../src/vision/index.ts';
import { loadFiles } from '../../src/vision/loadFiles.ts';
import { evidenceOf } from '../support/evidence.ts';
import { type Film, filmedEvidence, guidedRecordingsOf } from './support/filmedTakes.ts';
import { galleryChoices } from './support/galleryChoices.ts';
import { isFrontal } from './support/isFrontal.ts';
import type { PeopleFigures } from './support/peopleFigures.ts';
import { type Portrait, readPeople } from './support/readPeople.ts';
import { referenceFigures } from './support/referenceFigures.ts';
import { joinings, trailOf } from './support/trailsOf.ts';

/** Beside the repository, and not part of it. */
const FOLDER = join(import.meta.dirname, '../../../shared/faces/people');

/**
 * Real people: what the page's guidance takes of their films, their portraits, public photographs played as a take, and
 * one person after another. `npm run -s bench -- people [FOLDER]`; a folder as `../shared/faces/people`.
 */
export default async function people(): Promise<PeopleFigures> {
  const { clips, portraits } = readPeople(process.argv[3] ?? FOLDER);
  const engine = await createFaceEngine(await loadFiles());
  const handler = createTaskHandler(engine);
  const films = [];
  for (const clip of clips) films.push(await guidedRecordingsOf(engine, clip));
  return {
    genuine: await judgeGenuine(handler, films),
    portraits: await judgePortraits(handler, portraits),
    reference: await referenceFigures(engine, portraits),
    gallery: await judgeGalleries(engine, handler, portraits),
    swapped: await judgeSwapped(handler, films),
  };
}

type Judge = Pick<Examiner, 'judge'>;

async function judgeGenuine(handler: Judge, films: readonly Film[]): Promise<PeopleFigures['genuine']> {
  const figures: PeopleFigures['genuine'] = { takes: 0, passed: 0, retry: {}, spoof: 0 };
  for (const { clip, recordings: takes } of films) {
    for (const recording of takes) {
      const { selfie, reasons } = await handler.judge(await filmedEvidence(clip.frames, recording));
      figures.takes++;
      if (selfie === 'passed') figures.passed++;
      else if (selfie === 'spoof') figures.spoof++;
      else count(figures.retry, reasons[0] ?? selfie);
    }
  }
  return figures;
}

async function judgePortraits(
  handler: Judge,
  portraits: readonly Portrait[],
): Promise<PeopleFigures['portraits']> {
  const figures: PeopleFigures['portraits'] = { n: 0, accepted: 0, refused: {} };
  for (const { file } of portraits.filter(isFrontal)) {
    const { selfie, reasons } = await handler.judge(evidenceOf(['center'], [file]));
    figures.n++;
    if (selfie === 'not_performed') figures.accepted++;
    else count(figures.refused, reasons[0]!);
  }
  return figures;
}

/** Photographs of one person that show the steps of a challenge, played as a take in every way. */
async function judgeGalleries(
  engine: FaceEngine,
  handler: Judge,
  portraits: readonly Portrait[],
): Promise<PeopleFigures['gallery']> {
  const figures = { tries: 0, passed: 0 };
  for (const person of new Set(portraits.map((portrait) => portrait.person))) {
    const ofPerson = portraits.filter((portrait) => portrait.person === person);
    for (const { steps, files } of await galleryChoices(engine, ofPerson)) {
      for (const joining of joinings) {
        const { selfie } = await handler.judge(evidenceOf(steps, await trailOf(files, joining)));
        figures.tries++;
        if (selfie === 'passed') figures.passed++;
      }
    }
  }
  return figures;
}

/** A take of one person that another goes on with from some step on. */
async function judgeSwapped(handler: Judge, films: readonly Film[]): Promise<PeopleFigures['swapped']> {
  const figures = { tries: 0, passed: 0 };
  for (const one of films) {
    for (const other of films) {
      if (one === other) continue;
      const pair = one.recordings
        .map(
          (recording) =>
            [recording, other.recordings.find(({ steps }) => `${steps}` === `${recording.steps}`)] as const,
        )
        .find(([, match]) => match);
      if (!pair?.[1]) continue;
      for (const at of pair[0].steps.keys()) {
        if (at === 0) continue;
        const swapped = splice(
          await filmedEvidence(one.clip.frames, pair[0]),
          await filmedEvidence(other.clip.frames, pair[1]),
          at,
        );
        const { selfie } = await handler.judge(swapped);
        figures.tries++;
        if (selfie === 'passed') figures.passed++;
      }
    }
  }
  return figures;
}

/** The first steps of one take, the others of the other, whose clock goes on. */
function splice(one: Evidence, other: Evidence, at: number): Evidence {
  const [a, b] = [one.recording!, other.recording!];
  const end = a.trailTimes.findLastIndex((time) => time <= a.times[at - 1]! + 300);
  const begin = b.trailTimes.findIndex((time) => time >= b.times[at - 1]! + 300);
  const later = a.trailTimes[end]! + 100 - b.trailTimes[begin]!;
  return {
    ...one,
    frames: [...one.frames.slice(0, at), ...other.frames.slice(at)],
    recording: {
      trail: [...a.trail.slice(0, end + 1), ...b.trail.slice(begin)],
      trailTimes: [
        ...a.trailTimes.slice(0, end + 1),
        ...b.trailTimes.slice(begin).map((time) => time + later),
      ],
      times: [...a.times.slice(0, at), ...b.times.slice(at).map((time) => time + later)],
      cameraLabel: null,
    },
  };
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
