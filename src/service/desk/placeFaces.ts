import type { CaseRow } from '../cases/caseRow.ts';
import type { Deps } from '../deps.ts';
import { errorForLog } from '../log.ts';
import { frames } from '../selfies/frames.ts';
import { levelFace, type PlacedPicture } from './pages/levelFace.ts';

/** Time limit for finding the eyes. After that, the page shows the pictures unaligned. */
const PATIENCE_MS = 2000;

/**
 * The two pictures to compare: the reference and the first step, or else the first two steps.
 * @param pictures at least one.
 */
export function pairOf(pictures: readonly string[]): [left: string, right: string] {
  const [first = '', second = first] = pictures;
  return [first, second];
}

/**
 * Aligns the two pictures of a case by their eyes; both or neither.
 * @returns `null` if the eyes are not found in time, or the service has no engine.
 */
export async function placeFaces(
  deps: Deps,
  row: CaseRow,
  pictures: readonly string[],
): Promise<readonly [PlacedPicture, PlacedPicture] | null> {
  if (pictures.length === 0 || !deps.examiner.engine) return null;
  const abandoned = new AbortController();
  const late = new Promise<null>((resolve) => {
    const timer = setTimeout(() => resolve(null), PATIENCE_MS);
    abandoned.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    const eyes = Promise.all(pairOf(pictures).map((name) => eyesIn(deps, row, name)));
    const [left, right] = (await Promise.race([eyes, late])) ?? [];
    return left && right ? [levelFace(left), levelFace(right)] : null;
  } catch (error) {
    // A picture that cannot be measured is still shown.
    deps.log.warn('eyes not found', { caseId: row.id, ...errorForLog(error) });
    return null;
  } finally {
    abandoned.abort();
  }
}

async function eyesIn(deps: Deps, row: CaseRow, name: string) {
  const owner = { caseId: row.id };
  if (name === 'reference') {
    const file = await frames.reference(deps, deps.db, row);
    return file && (await deps.examiner.findEyes(file.bytes, owner));
  }
  const [id = '', n = ''] = name.split('/');
  const { bytes } = await frames.step(deps, deps.db, row, { check: { id, case_id: row.id }, n });
  return await deps.examiner.findEyes(bytes, owner);
}
