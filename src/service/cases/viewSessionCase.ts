import type { SessionCase } from '../../contract/case.ts';
import type { CaseRow } from './changeCase.ts';
import { sessionStatus } from './sessionStatus.ts';
import { viewCase } from './viewCase.ts';

/** A case as its page sees it: what is due, never an outcome. */
export function viewSessionCase(row: CaseRow): SessionCase {
  const { id, object, type, mode, version, locale, requirements, lastError, expiresAt, returnUrl, state } =
    viewCase(row);
  const status = sessionStatus(row.status);
  return {
    id,
    object,
    type,
    mode,
    status,
    version,
    locale,
    // How many attempts are left would tell what became of the last one.
    requirements: status === 'submitted' ? NOTHING_DUE : requirements,
    lastError,
    expiresAt,
    returnUrl,
    state,
  };
}

const NOTHING_DUE = { currentlyDue: [], selfieAttemptsRemaining: 0 };
