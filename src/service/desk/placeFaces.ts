import type { CaseRow } from '../cases/caseRow.ts';
import type { Deps } from '../deps.ts';
import { errorForLog } from '../log.ts';
import { frames } from '../selfies/frames.ts';
import { levelFace, type PlacedPicture } from './pages/levelFace.ts';

/** How long a page waits for the eyes; it shows the pictures as they came without them. */
const PATIENCE_MS = 2000;

/** The two pictures that are compared: with the reference, else the first two steps. @param pictures at least one. */
export function pairOf(pictures: readonly string[]): [left: string, right: string] {
  const [first = '', second = first] = pictures;
  return [first, second];
}

/**
 * Places the two pictures of a case side by side by the eyes that the service finds in them; both or neither.
 * @returns `null` where it finds none, has no engine or no time.
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
    const found = Promise.all(pairOf(pictures).map((name) => eyesIn(deps, row, name)));
    const [left, right] = (await Promise.race([found, late])) ?? [];
    return left && right ? [levelFace(left), levelFace(right)] : null;
  } catch (error) {
    // A picture that can't be measured is shown all the same.
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
