import sharp from 'sharp';
import type { Evidence } from '../../../../src/service/selfies/examiner.ts';
import { type Film, filmedEvidence } from '../filmedTakes.ts';
import type { GuidedRecording } from '../guidedTakes.ts';
import { type Cover, covered } from './covered.ts';

/** Films of people, changed by somebody; `injected` is as it was. Each kind so often. */
export async function* filmAttacks(
  films: readonly Film[],
  tries: number,
): AsyncGenerator<[string, Evidence]> {
  const whole = films.flatMap((film) =>
    film.recordings.filter(({ steps }) => steps.length > 2).map((recording) => ({ film, recording })),
  );
  for (let n = 0; n < Math.min(tries, whole.length); n++) {
    const { film, recording } = whole[Math.floor((n * whole.length) / tries)]!;
    const evidence = await filmedEvidence(film.clip.frames, recording);
    yield ['injected', evidence];
    yield ['wrongOrder', wrongOrder(evidence)];
    yield ['mirrored', await mirrored(evidence)];
    for (const cover of ['glasses', 'hand', 'mask'] as const) {
      yield [cover, await filmedEvidence(await coveredFrames(film, recording, cover), recording)];
    }
  }
}

/** The same film for a challenge that asks for the same movements in another order. */
function wrongOrder(evidence: Evidence): Evidence {
  const [center, first, ...rest] = evidence.frames.map(({ step }) => step);
  const steps = [center!, ...rest, first!];
  return { ...evidence, frames: evidence.frames.map(({ file }, index) => ({ step: steps[index]!, file })) };
}

async function mirrored(evidence: Evidence): Promise<Evidence> {
  const flop = (file: Uint8Array) => sharp(file).flop().jpeg({ quality: 88 }).toBuffer();
  const frames = evidence.frames.map(async ({ step, file }) => ({ step, file: await flop(file) }));
  const trail = await Promise.all(evidence.recording!.trail.map(flop));
  return { ...evidence, frames: await Promise.all(frames), recording: { ...evidence.recording!, trail } };
}

/** The frames of a take, with something put on between the neutral picture and the first step. */
async function coveredFrames(
  { clip, measured }: Film,
  recording: GuidedRecording,
  cover: Cover,
): Promise<Buffer[]> {
  const frames = [...clip.frames];
  const begin = recording.times[0]! + 400;
  const after = recording.trail.filter((_, index) => recording.trailTimes[index]! > begin);
  for (const index of new Set([...after, ...recording.frames.slice(1)])) {
    if (index === recording.frames[0]) continue;
    const mesh = measured[index]!.face?.mesh;
    if (mesh) frames[index] = await covered(clip.frames[index]!, mesh.landmarks, cover);
  }
  return frames;
}
