import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { amlQuarantine } from '../db/store/amlQuarantine.ts';
import type { Condition } from './Readiness.ts';

/** Whether all could be screened against the newest lists; whom not, `doctor` and the log name. */
export async function monitoringCondition(db: Kysely<Database>): Promise<Condition> {
  const quarantined = await amlQuarantine.count(db);
  if (quarantined === 0) return { status: 'ok' };
  const detail = `${quarantined} cases or watches are damaged and can not be screened again: doctor names them.`;
  return { status: 'warn', detail, quarantined };
}
