import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { amlQuarantine } from '../db/store/amlQuarantine.ts';
import type { Check } from './Finding.ts';

const MOST_NAMED = 10;

/** Names the cases and watches that could not be screened against the newest lists. */
export async function monitoringFinding(db: Kysely<Database>): ReturnType<Check['run']> {
  const count = await amlQuarantine.count(db);
  if (count === 0) return { level: 'ok', text: 'Everybody who is monitored can be screened.' };
  const named = (await amlQuarantine.list(db, MOST_NAMED)).map(
    ({ subject, error }) => `${subject} (${error})`,
  );
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  return {
    level: 'warn',
    text: `Damaged, so not screened against the newest lists: ${named.join(', ')}${more}.`,
  };
}
