import type { Updateable } from 'kysely';
import type { CasesTable } from '../db/schema.ts';
import type { CaseRow } from './CaseRow.ts';

const MORE_TIME_MS = 86_400_000;

/** What a case gets that is asked for a new selfie: one more attempt, and at least a day. */
export function reopenForSelfie(row: CaseRow, now: Date): Updateable<CasesTable> {
  const soonest = new Date(now.getTime() + MORE_TIME_MS);
  return {
    attempts_left: row.attempts_left + 1,
    expires_at: row.expires_at > soonest ? row.expires_at : soonest,
    facts: JSON.stringify({ ...row.facts, selfie: 'none' }),
    last_error: null,
    refused_captures: 0,
    challenges_drawn: 0,
  };
}
