import type { CaseRow } from '../cases/caseRow.ts';
import type { Deps } from '../deps.ts';
import { errorForLog } from '../log.ts';
import type { EyePositions } from '../selfies/examiner.ts';
import { frames } from '../selfies/frames.ts';
import {
  AVERAGE_PROPORTION,
  isTurned,
  levelFace,
  type PlacedPicture,
  proportionOf,
} from './pages/levelFace.ts';

/** Time limit for finding the eyes. After that, the page shows the remaining pictures unaligned. */
const PATIENCE_MS = 2000;

/** An opening of the eyes below this is a blink. */
const SHUT = 0.22;
/** What shut eyes count, in degrees of a turn: a picture with open eyes that is turned by less comes first. */
const SHUT_COUNTS = 20;

/** How the pictures of a case are shown side by side. */
export interface PlacedFaces {
  /** The two that are shown first: the reference or a selfie on the left, a selfie on the right, if there are two. */
  pair: readonly [left: string, right: string | null];
  /** The pictures that can be aligned by their eyes, by name. */
  placed: ReadonlyMap<string, PlacedPicture>;
}

/**
 * Chooses the two pictures to compare, the most frontal ones with open eyes, and aligns every picture by its eyes.
 * Pictures whose eyes are not found in time stay as they came; so do all without an engine.
 */
export async function placeFaces(
  deps: Deps,
  row: CaseRow,
  pictures: readonly string[],
): Promise<PlacedFaces> {
  const found = deps.examiner.engine ? await eyesOf(deps, row, pictures) : new Map<string, EyePositions>();
  const proportion = frontalProportion([...found].filter(([name]) => name !== 'reference'));
  const placed = [...found].map(
    ([name, eyes]) =>
      [name, levelFace(eyes, name === 'reference' ? AVERAGE_PROPORTION : proportion)] as const,
  );
  return { pair: pairOf(pictures, found), placed: new Map(placed) };
}

/** The proportion of the person's face, from their most frontal picture. */
function frontalProportion(found: readonly [string, EyePositions][]): number {
  const [best] = found.map(([, eyes]) => eyes).sort((a, b) => turnOf(a) - turnOf(b));
  return best && !isTurned(best) ? proportionOf(best) : AVERAGE_PROPORTION;
}

/**
 * The two pictures to compare first: the reference and the most frontal step, or else the two most frontal steps. Pictures
 * without a measurement come last, in their order.
 */
export function pairOf(
  pictures: readonly string[],
  found: ReadonlyMap<string, EyePositions>,
): PlacedFaces['pair'] {
  const badness = (name: string) => {
    const eyes = found.get(name);
    return eyes ? turnOf(eyes) + (eyes.openness < SHUT ? SHUT_COUNTS : 0) : Number.MAX_VALUE;
  };
  const steps = pictures.filter((name) => name !== 'reference').sort((a, b) => badness(a) - badness(b));
  const [first = '', second = null] = pictures.includes('reference') ? ['reference', ...steps] : steps;
  return [first, second];
}

const turnOf = ({ yaw, pitch }: EyePositions) => yaw + pitch;

async function eyesOf(
  deps: Deps,
  row: CaseRow,
  pictures: readonly string[],
): Promise<Map<string, EyePositions>> {
  const found = new Map<string, EyePositions>();
  const all = Promise.all(
    pictures.map(async (name) => {
      try {
        const eyes = await eyesIn(deps, row, name);
        if (eyes) found.set(name, eyes);
      } catch (error) {
        // A picture that cannot be measured is still shown.
        deps.log.warn('eyes not found', { caseId: row.id, ...errorForLog(error) });
      }
    }),
  );
  const abandoned = new AbortController();
  const late = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    abandoned.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  await Promise.race([all, late]);
  abandoned.abort();
  return new Map(found);
}

async function eyesIn(deps: Deps, row: CaseRow, name: string): Promise<EyePositions | null> {
  const owner = { caseId: row.id };
  if (name === 'reference') {
    const file = await frames.reference(deps, deps.db, row);
    return file && (await deps.examiner.findEyes(file.bytes, owner));
  }
  const [id = '', n = ''] = name.split('/');
  const { bytes } = await frames.step(deps, deps.db, row, { check: { id, case_id: row.id }, n });
  return await deps.examiner.findEyes(bytes, owner);
}
