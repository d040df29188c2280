import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTaskHandler } from '../../src/service/selfies/examine/createTaskHandler.ts';
import type { Evidence, Examiner } from '../../src/service/selfies/examiner.ts';
import { createFaceEngine, type FaceEngine } from '../../src/vision/index.ts';
import { loadFiles } from '../../src/vision/loadFiles.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { evidenceOf } from '../support/evidence.ts';
import { filmAttacks } from './support/attacks/filmAttacks.ts';
import { photographAttacks } from './support/attacks/photographAttacks.ts';
import { everyChallenge } from './support/everyChallenge.ts';
import { guidedRecordingsOf } from './support/filmedTakes.ts';
import { isFrontal } from './support/isFrontal.ts';
import { readPeople } from './support/readPeople.ts';

/** Beside the repository, and not part of it. */
const FOLDER = join(import.meta.dirname, '../../../shared/faces/people');
/** Of each kind. */
const TRIES = 24;
const TELL_EVERY = 12;

/** One kind of attack: number of attempts, number passed, and the reasons of the others. */
interface Attempts {
  tries: number;
  passed: number;
  refused: Record<string, number>;
}

/**
 * Attacks in live mode, each with the trail that its maker could send: takes of films that are out of order, mirrored or
 * injected, or whose face is covered after the neutral picture; photographs held still, tilted, bent, stretched and
 * animated; the drawn face. `npm run -s bench -- attacks [FOLDER]`; a folder as `../shared/faces/people`. Pictures of
 * faces that are none, in `animals` and `drawings` of the folder, are animated as well. What came of each kind is also
 * told as soon as it is known, on stderr.
 */
export default async function attacks(): Promise<Record<string, Attempts>> {
  const folder = process.argv[3] ?? FOLDER;
  const { clips, portraits } = readPeople(folder);
  const engine = await createFaceEngine(await loadFiles());
  const handler = createTaskHandler(engine);
  const films = [];
  for (const clip of clips) {
    films.push(await guidedRecordingsOf(engine, clip));
    tell(`${clip.name}: ${films.at(-1)!.recordings.length} takes`);
  }
  const frontal = portraits.filter(isFrontal);
  // One photograph of each person first, then their others.
  const nth = frontal.map(
    (one, index) => frontal.slice(0, index).filter(({ person }) => person === one.person).length,
  );
  const chosen = frontal.map((one, index) => ({ one, nth: nth[index]! })).sort((a, b) => a.nth - b.nth);
  const files = chosen.map(({ one }) => one.file);
  return {
    ...(await judgeAll(handler, filmAttacks(films, TRIES))),
    ...(await judgeAll(handler, photographAttacks(engine, files, TRIES))),
    ...(await judgeAll(handler, picturesOfOthers(engine, folder))),
    ...(await judgeAll(handler, drawnFaces())),
  };
}

/** Animated pictures of faces that are not human; empty if the folder has none. */
async function* picturesOfOthers(engine: FaceEngine, folder: string): AsyncGenerator<[string, Evidence]> {
  for (const kind of ['animals', 'drawings']) {
    const path = join(folder, kind);
    if (!existsSync(path)) {
      tell(`${kind}: no pictures in ${path}`);
      continue;
    }
    const names = readdirSync(path).filter((name) => /\.(jpe?g|png|webp)$/.test(name));
    const files = names.sort().map((name) => readFileSync(join(path, name)));
    for await (const [, evidence] of photographAttacks(engine, files, TRIES, ['animated']))
      yield [kind, evidence];
  }
}

async function* drawnFaces(): AsyncGenerator<[string, Evidence]> {
  for (let n = 0; n < TRIES; n++) {
    const steps = everyChallenge[(5 * n) % everyChallenge.length]!;
    yield ['drawnFace', evidenceOf(steps, await drawnRecording(steps, (n % 3) as 0 | 1 | 2))];
  }
}

async function judgeAll(
  handler: Pick<Examiner, 'judge'>,
  tries: AsyncIterable<[string, Evidence]>,
): Promise<Record<string, Attempts>> {
  const found: Record<string, Attempts> = {};
  for await (const [kind, evidence] of tries) {
    const { selfie, reasons } = await handler.judge({ ...evidence, isTestFaceAllowed: false });
    found[kind] ??= { tries: 0, passed: 0, refused: {} };
    const attempts = found[kind];
    attempts.tries++;
    if (selfie === 'passed') attempts.passed++;
    else attempts.refused[reasons[0]!] = (attempts.refused[reasons[0]!] ?? 0) + 1;
    if (attempts.tries % TELL_EVERY === 0) tell(`${kind}: ${JSON.stringify(attempts)}`);
  }
  return found;
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
