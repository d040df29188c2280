import type { Kysely } from 'kysely';
import type { Consent, GiveConsent } from '../../contract/consent.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { advanceCase } from './advanceCase.ts';
import type { CaseRow } from './caseRow.ts';
import { changeCase } from './changeCase.ts';
import { moveCase, requireInput } from './moveCase.ts';

/**
 * Records what the person agreed to. Who declines cancels the case.
 * @throws {ApiError} `case_state_conflict`.
 */
export async function giveConsent(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { biometric, textVersion, locale }: GiveConsent,
): Promise<Consent> {
  const now = context.clock();
  requireInput(row, now);
  const consent = { biometric, textVersion, locale, at: now.toISOString() };
  const set = { consent: JSON.stringify(consent) };
  if (biometric) await advanceCase(context, tx, await changeCase(context, tx, row, { set }));
  else await moveCase(context, tx, row, { to: 'canceled', by: 'person', set });
  return consent;
}
