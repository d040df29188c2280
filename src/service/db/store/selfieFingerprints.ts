import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { CheckKey } from './selfieChecks.ts';

type Db = Kysely<Database>;

/** The marks of one capture. */
export interface Fingerprints extends CheckKey {
  /** Keyed, 64 bits each: below 0 those of files, others of what frames look like. */
  marks: readonly bigint[];
}

/** A file in common says more than what many frames look like. */
const FILE_WEIGHT = 1000;

export const selfieFingerprints = {
  /** Keeps those of a capture, once. */
  put: (db: Db, { id, case_id, marks }: Fingerprints): Promise<unknown> =>
    sql`insert into selfie_fingerprints (case_id, check_id, marks) values (${case_id}, ${id}, ${arrayOf(marks)}::bigint[])
      on conflict do nothing`.execute(db),

  /** Captures other than this one that share marks with it, those with the most first. */
  similar: async (db: Db, { id, marks }: Fingerprints, limit: number): Promise<CheckKey[]> => {
    const ownMarks = arrayOf(marks);
    const { rows } = await sql<CheckKey>`
      select check_id as id, case_id from selfie_fingerprints,
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
