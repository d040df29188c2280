import type { Prefill } from '../../contract/personalDetails.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import type { CaseRow } from './CaseRow.ts';

/** What the site knew of the person before, as long as the person has not said it; else `null`. */
export function readPrefill(vault: Vault, row: CaseRow): Prefill | null {
  if (!row.prefill || !row.data_key || row.facts.details !== 'none') return null;
  return JSON.parse(vault.open(row, purposes.prefill, row.prefill).toString()) as Prefill;
}
