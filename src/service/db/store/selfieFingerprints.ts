import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { CheckKey } from './caseChecks.ts';

type Db = Kysely<Database>;

/** The fingerprints of one capture. */
export interface Fingerprints extends CheckKey {
  /** Keyed fingerprints, 64 bits each: negative for files, otherwise for the visual content of frames. */
  marks: readonly bigint[];
}

/** Weight of an equal file, compared with 1 for equal visual content. */
const FILE_WEIGHT = 100_000;

export const selfieFingerprints = {
  /** Stores the fingerprints of a capture, once. */
  put: (db: Db, { id, case_id, marks }: Fingerprints): Promise<unknown> =>
    sql`insert into selfie_fingerprints (case_id, check_id, marks) values (${case_id}, ${id}, ${arrayOf(marks)}::bigint[])
      on conflict do nothing`.execute(db),

  /**
   * Other captures that share fingerprints with this one, those with the highest weight first. `hasFile`: a file is the
   * same.
   */
  similar: async (
    db: Db,
    { id, marks }: Fingerprints,
    limit: number,
  ): Promise<(CheckKey & { hasFile: boolean })[]> => {
    const ownMarks = arrayOf(marks);
    const { rows } = await sql<CheckKey & { hasFile: boolean }>`
      select check_id as id, case_id, weight >= ${sql.lit(FILE_WEIGHT)} as "hasFile" from selfie_fingerprints,
        lateral (select sum(case when mark < 0 then ${sql.lit(FILE_WEIGHT)} else 1 end) as weight
          from (select unnest(marks) as mark intersect select unnest(${ownMarks}::bigint[])) shared) as found
      where marks && ${ownMarks}::bigint[] and check_id <> ${id} order by weight desc limit ${limit}`.execute(
      db,
    );
    return rows;
  },
};

function arrayOf(marks: readonly bigint[]): string {
  return `{${marks.join()}}`;
}
