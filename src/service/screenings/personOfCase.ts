import type { Kysely } from 'kysely';
import type { Person } from '../../screening/screening.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { readDetails } from '../details/readDetails.ts';
import { personOf } from './personOf.ts';
import { screeningCipher } from './screeningCipher.ts';

/**
 * The subject to screen for a case: from the personal details or, once these were deleted, from the latest screening,
 * which is kept as evidence. `null` if there is neither.
 */
export async function personOfCase(vault: Vault, tx: Kysely<Database>, row: CaseRow): Promise<Person | null> {
  const details = await personalDetails.find(tx, row.id);
  if (details) return personOf(readDetails(vault, row, details));
  const id = row.checks.aml.id;
  const last = id ? await amlScreenings.findByKey(tx, { id, case_id: row.id }) : undefined;
  return (last && screeningCipher(vault, last.id, row).input(last).person) ?? null;
}
