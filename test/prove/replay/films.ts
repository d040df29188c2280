import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { probedMarks, storedMarks } from '../../../src/service/selfies/captureMarks.ts';
import { decodeSmall } from '../../../src/service/selfies/examine/decodePicture.ts';
import { likenessTo, sameFilm } from '../../../src/service/selfies/examine/isReplay.ts';
import type { CaptureLooks } from '../../../src/service/selfies/examiner.ts';
import { verdictThresholds } from '../../../src/service/selfies/verdict/thresholds.ts';
import { TestFace } from '../../../src/testface/TestFace.ts';
import { areaAround, type FaceEngine, measure, momentGrid } from '../../../src/vision/index.ts';
import { disguises } from '../../support/disguises.ts';
import type { TestPerson } from '../../support/faces.ts';
import { framesOf } from '../../support/films.ts';
import { openServiceFaceEngine } from '../../support/openFaceEngine.ts';
import { optionalData } from '../../support/optionalData.ts';
import { Take } from '../../support/takes.ts';

/** How alike two captures are, and whether the index finds one by the other. */
interface Pair {
  few: number;
  most: number;
  isFound: boolean;
  isRecognised: boolean;
}

/** Scores of one half of the people and takes: the thresholds are set on one half, and hold on the other. */
export interface Half {
  honest: Pair[];
  replays: Pair[];
  missed: Record<string, number>;
}

interface Capture {
  files: Buffer[];
  looks: CaptureLooks;
}

interface Size {
  /** Drawn people, takes of each in each half, and those of them that are replayed. */
  people: number;
  takes: number;
  replayed: number;
  clips: number;
}

const mark = (text: string) => BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 15)}`);

/** Compares takes of drawn people, and films of people where there are some, honest and replayed. */
export async function compareFilms(size: Size): Promise<{ set: Half; held: Half }> {
  const engine = await openServiceFaceEngine();
  const halves = { set: emptyHalf(), held: emptyHalf() };
  for (let person = 0; person < size.people; person++) {
    const head = new TestFace({ person: person as TestPerson });
    for (const [at, half] of [halves.set, halves.held].entries())
      await compareTakes(engine, head, { ...size, first: 1000 * at + 100 * person }, half);
  }
  const folder = optionalData('faces', 'Films of people that are replayed');
  for (let clip = 1; folder && clip <= size.clips; clip++) {
    const film = framesOf(readFileSync(join(folder, 'people', 'clips', `p${clip}.mjpeg`)));
    await compareClip(engine, film, clip % 2 === 1 ? halves.set : halves.held);
  }
  return halves;
}

async function compareTakes(
  engine: FaceEngine,
  head: TestFace,
  { takes, replayed, first }: Size & { first: number },
  half: Half,
): Promise<void> {
  const all = Array.from({ length: takes }, (_, at) => new Take(head, first + at));
  const captures: Capture[] = [];
  for (const take of all) captures.push(await captureOf(engine, await trailOf(await take.frames())));
  for (const current of captures)
    for (const earlier of captures)
      if (current !== earlier) half.honest.push(await compare(engine, current, earlier));
  // Another camera takes other frames of the film.
  for (const [at, take] of all.slice(0, replayed).entries())
    await replay(engine, await trailOf(await take.frames(55)), captures[at]!, half);
}

/** Thirds of a film of a person, seconds apart, and every second frame of it against the others. */
async function compareClip(engine: FaceEngine, film: Buffer[], half: Half): Promise<void> {
  const trail = await trailOf(film);
  const third = Math.floor(trail.length / 3);
  const thirds: Capture[] = [];
  for (const part of [0, 1, 2])
    thirds.push(await captureOf(engine, trail.slice(part * third + 6, (part + 1) * third - 6)));
  for (const current of thirds)
    for (const earlier of thirds)
      if (current !== earlier) half.honest.push(await compare(engine, current, earlier));
  const earlier = await captureOf(
    engine,
    trail.filter((_, at) => at % 2 === 0),
  );
  // A film of a face at rest is no capture.
  if ((await compare(engine, earlier, earlier)).most === 0) return;
  const others = trail.filter((_, at) => at % 2 === 1);
  await replay(engine, others, earlier, half);
}

async function replay(engine: FaceEngine, trail: Buffer[], earlier: Capture, half: Half): Promise<void> {
  const slower = trail.filter((_, at) => at % 2 === 0);
  const films = [...Object.entries(disguises), ['half the frames', async (file: Buffer) => file] as const];
  for (const [name, disguise] of films) {
    const frames = name === 'half the frames' ? slower : trail;
    const current = await captureOf(engine, await Promise.all(frames.map(disguise)));
    const pair = await compare(engine, current, earlier);
    half.replays.push(pair);
    if (!pair.isRecognised) half.missed[name] = (half.missed[name] ?? 0) + 1;
  }
}

async function trailOf(frames: readonly Buffer[]): Promise<Buffer[]> {
  return await Promise.all(frames.map((file) => sharp(file).resize(240).jpeg({ quality: 70 }).toBuffer()));
}

/** The moments of a trail, as the service takes them. */
async function captureOf(engine: FaceEngine, files: Buffer[]): Promise<Capture> {
  const pictures = (await Promise.all(files.map(decodeSmall))).map((picture) => picture!);
  for (const picture of pictures) {
    const { face } = measure(engine, picture, verdictThresholds);
    if (!face) continue;
    const area = areaAround(face, picture);
    return { files, looks: { area, grids: pictures.map((one) => momentGrid(one, area)) } };
  }
  throw new Error('A film shows no face.');
}

async function compare(engine: FaceEngine, current: Capture, earlier: Capture): Promise<Pair> {
  const stored = new Set(storedMarks([], { ...earlier.looks }, mark));
  const isFound = probedMarks([], current.looks, mark).some((one) => stored.has(one));
  const { few, most } = await likenessTo(engine, current.looks, { files: earlier.files, neutral: 0 });
  return {
    few,
    most,
    isFound,
    isRecognised: isFound && (few >= sameFilm.few || most >= sameFilm.most),
  };
}

function emptyHalf(): Half {
  return { honest: [], replays: [], missed: {} };
}

/** The figures of one half. */
export function figuresOf({ honest, replays, missed }: Half) {
  const spread = (pairs: readonly Pair[], of: 'few' | 'most', shares: readonly number[]) => {
    const sorted = pairs.map((pair) => pair[of]).sort((one, other) => one - other);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    return shares.map((share) => Math.round(1000 * at(share)) / 1000);
  };
  return {
    honest: honest.length,
    honestRecognised: honest.filter(({ isRecognised }) => isRecognised).length,
    honestFew: spread(honest, 'few', [0.5, 0.9, 0.99, 1]),
    honestMost: spread(honest, 'most', [0.5, 0.9, 0.99, 1]),
    replays: replays.length,
    recognised: replays.filter(({ isRecognised }) => isRecognised).length,
    notFound: replays.filter(({ isFound }) => !isFound).length,
    replayFew: spread(replays, 'few', [0, 0.01, 0.1, 0.5]),
    replayMost: spread(replays, 'most', [0, 0.01, 0.1, 0.5]),
    missed,
  };
}
