import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type PictureTable, pictureTables, storedPictures } from '../db/store/storedPictures.ts';
import type { PictureObject, Pictures } from './Pictures.ts';

const CASES = 100;
/** Lists of objects at once. */
const AT_ONCE = 8;

/** What the bucket lacks of one page of cases. */
interface Page {
  /** How many pictures their rows name. */
  named: number;
  missing: PictureObject[];
}

/**
 * Compares rows with the bucket, case by case, and changes nothing.
 * @throws {PictureStoreAway}
 */
export async function* missingPictures({
  db,
  pictures,
}: {
  db: Kysely<Database>;
  pictures: Pictures;
}): AsyncGenerator<Page> {
  for (const table of pictureTables) {
    for (let after = ''; ; ) {
      const cases = await storedPictures.casesWith(db, { table, from: 'object', after, limit: CASES });
      const last = cases.at(-1);
      if (last === undefined) break;
      yield await ofCases({ db, pictures }, table, cases);
      after = last;
    }
  }
}

async function ofCases(
  { db, pictures }: { db: Kysely<Database>; pictures: Pictures },
  table: PictureTable,
  cases: readonly string[],
): Promise<Page> {
  const page: Page = { named: 0, missing: [] };
  const left = [...cases];
  const worker = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const rows = await storedPictures.ofCase(db, table, id);
      const named = rows.flatMap(({ object }) => (object === null ? [] : [object]));
      const there = new Set(await pictures.listCase(id));
      page.named += named.length;
      for (const object of named) if (!there.has(object)) page.missing.push({ case_id: id, object });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return page;
}
