import type { Case } from '../../contract/case.ts';
import { wholePolicy } from '../../contract/policy.ts';
import type { CaseRow } from './CaseRow.ts';
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
    url: null,
    state: row.state,
    clientReferenceId: row.client_reference_id,
    metadata: row.metadata,
    locale: row.locale,
    policy: wholePolicy(row.policy),
    monitoring: monitoringOf(row),
    requirements: { currentlyDue: dueOf(row), selfieAttemptsRemaining: row.attempts_left },
    checks: row.checks,
    decision: row.decision,
    assurance: row.assurance,
    lastError: row.last_error,
    consent: row.consent,
    redaction: row.redaction,
  };
}

/** When the person was last screened, and against what, whether that brought news or not. */
function monitoringOf({ data_key, aml_screened_at, aml_version }: CaseRow): Case['monitoring'] {
  if (!data_key || !aml_screened_at || !aml_version) return null;
  return { lastScreenedAt: aml_screened_at.toISOString(), datasetVersion: aml_version };
}
