import type { Case } from '../../contract/case.ts';
import type { CaseRow } from './changeCase.ts';
import { dueOf } from './dueOf.ts';

/** A case as the customer's back end sees it. */
export function viewCase(row: CaseRow): Case {
  return {
    id: row.id,
    object: 'case',
    type: row.type,
    mode: row.mode,
    status: row.status,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
    returnUrl: row.return_url,
    state: row.state,
    clientReferenceId: row.client_reference_id,
    metadata: row.metadata,
    locale: row.locale,
    policy: row.policy,
    requirements: { currentlyDue: dueOf(row), selfieAttemptsRemaining: row.attempts_left },
    checks: row.checks,
    decision: row.decision,
    assurance: row.assurance,
    lastError: row.last_error,
    consent: row.consent,
    redaction: row.redaction,
  };
}
