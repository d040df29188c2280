import type { Kysely } from 'kysely';
import type { Consent, GiveConsent } from '../../contract/consent.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { type CaseRow, changeCase } from './changeCase.ts';
import { moveCase } from './moveCase.ts';
import { requireInput } from './requireInput.ts';
import { settleCase } from './settleCase.ts';

/**
 * Records what the person agreed to. Who declines cancels the case.
 * @throws {ApiError} `case_state_conflict`.
 */
export async function giveConsent(
  deps: Deps,
  tx: Kysely<Database>,
  row: CaseRow,
  { biometric, textVersion, locale }: GiveConsent,
): Promise<Consent> {
  const now = deps.clock();
  requireInput(row, now);
  const consent = { biometric, textVersion, locale, at: now.toISOString() };
  const set = { consent: JSON.stringify(consent) };
  if (biometric) await settleCase(deps, tx, await changeCase(deps, tx, row, { set }));
  else await moveCase(deps, tx, row, { to: 'canceled', by: 'person', set });
  return consent;
}
