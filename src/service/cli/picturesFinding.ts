import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Tried } from '../objects/requireRights.ts';
import { lookAtPictures } from '../pictures/openPictures.ts';
import type { Config } from '../settings/config.ts';

/**
 * Where pictures are stored, as the doctor says it.
 * @param db `null`: there are no tables yet.
 * @throws {ConfigError} if no node would start.
 */
export async function picturesFinding(
  { pictures }: Config,
  db: Kysely<Database> | null,
  rights: Tried,
): Promise<{ level: 'ok' | 'warn'; text: string }> {
  const warning = await lookAtPictures(pictures, db, rights);
  if (warning) return { level: 'warn', text: warning };
  return {
    level: 'ok',
    text: pictures
      ? `Pictures are stored in the bucket ${pictures.bucket}, which answers.`
      : 'Pictures are stored in the database.',
  };
}
