import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { decodePicture } from '../../../src/service/selfies/examine/decodePicture.ts';
import { verdictThresholds } from '../../../src/service/selfies/verdict/thresholds.ts';
import { type FaceEngine, judgeChallenge, type Measurement, measure } from '../../../src/vision/index.ts';
import { everyChallenge } from './everyChallenge.ts';
import type { Portrait } from './readPeople.ts';

/** Choices of photographs of one person at most. */
const CHOICES_EACH = 4;

/** Photographs of one person that match the steps of a challenge, each selected by its measurements. */
export async function galleryChoices(engine: FaceEngine, portraits: readonly Portrait[]) {
  const measured: Measurement[] = [];
  for (const { file } of portraits) {
    measured.push(measure(engine, await decodePicture(file, 200), verdictThresholds));
  }
  const choices: { steps: ChallengeStep[]; files: Buffer[] }[] = [];
  for (const steps of everyChallenge.filter(({ length }) => length === 3)) {
    for (const numbers of triples(portraits.length)) {
      const frames = numbers.map((index) => measured[index]!);
      if (!judgeChallenge(steps, frames, verdictThresholds).passed) continue;
      choices.push({ steps, files: numbers.map((index) => portraits[index]!.file) });
    }
  }
  const every = Math.max(1, choices.length / CHOICES_EACH);
  return choices.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every));
}

function triples(length: number): number[][] {
  const all = Array.from({ length }, (_, index) => index);
  return all.flatMap((a) =>
    all.flatMap((b) => all.filter((c) => new Set([a, b, c]).size === 3).map((c) => [a, b, c])),
  );
}
