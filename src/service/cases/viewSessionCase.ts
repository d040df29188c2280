import type { SessionCase } from '../../contract/case.ts';
import { wholePolicy } from '../../contract/policy.ts';
import { sessionStatusOf } from '../../contract/sessionStatusOf.ts';
import type { Vault } from '../crypto/vault.ts';
import type { CaseRow } from './CaseRow.ts';
import { pageRequirements } from './pageState.ts';
import { readPrefill } from './readPrefill.ts';
import { viewCase } from './viewCase.ts';

/** A case as its page sees it: what is due, never an outcome. */
export function viewSessionCase(vault: Vault, row: CaseRow): SessionCase {
  const { id, object, type, mode, locale, lastError, expiresAt, returnUrl, state } = viewCase(vault, row);
  const status = sessionStatusOf(row.status);
  const { fields, handoff } = wholePolicy(row.policy);
  return {
    id,
    object,
    type,
    mode,
    status,
    version: row.page_version,
    locale,
    requirements: pageRequirements(row),
    lastError,
    expiresAt,
    returnUrl,
    state,
    prefill: readPrefill(vault, row),
    fields,
    handoff,
    branding: null,
  };
}
