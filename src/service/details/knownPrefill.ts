import type { Prefill } from '../../contract/personalDetails.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';

/** The site's own details, until the person has submitted theirs. */
export function knownPrefill(vault: Vault, row: CaseRow): Prefill | null {
  if (!row.prefill) return null;
  return JSON.parse(vault.open(row, purposes.prefill, row.prefill).toString()) as Prefill;
}
