import type { Kysely } from 'kysely';
import type { PersonalDetails } from '../../contract/personalDetails.ts';
import { testOutcomeOf } from '../../contract/testMode.ts';
import { forcedSelfie } from '../checks/forcedSelfie.ts';
import { selfieFacts } from '../checks/selfieFacts.ts';
import type { Database } from '../db/schema.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import type { Deps } from '../deps.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { type CaseRow, changeCase } from './changeCase.ts';
import { isUnderAge } from './isUnderAge.ts';
import { requireInput } from './requireInput.ts';
import { settleCase } from './settleCase.ts';

/**
 * Takes the personal details of a case, as a new revision if there are some, and has them screened.
 * @throws {ApiError} `case_state_conflict`.
 */
export async function submitDetails(
  deps: Deps,
  tx: Kysely<Database>,
  row: CaseRow,
  details: PersonalDetails,
): Promise<CaseRow> {
  const now = deps.clock();
  requireInput(row, now);
  const revision = ((await personalDetails.find(tx, row.id))?.revision ?? 0) + 1;
  const sealed = deps.vault.seal(row, `details ${revision}`, JSON.stringify(details));
  await personalDetails.insert(tx, { case_id: row.id, revision, sealed, submitted_at: now });
  const outcome = row.mode === 'test' ? testOutcomeOf(details.familyName) : null;
  const underAge = outcome === 'UNDERAGE' || isUnderAge(details.dateOfBirth, row.policy.minAge, now);
  const known = withDetails({ ...row, test_outcome: outcome }, underAge, now);
  const changed = await changeCase(deps, tx, row, {
    set: {
      test_outcome: outcome,
      attempts_left: known.attempts_left,
      facts: JSON.stringify(known.facts),
      checks: JSON.stringify(known.checks),
      assurance: JSON.stringify({ ...known.assurance, aml: 'not_performed' }),
      last_error: known.last_error && JSON.stringify(known.last_error),
    },
    event: { type: 'personal_details.submitted', revision },
  });
  if (!underAge) await enqueue(deps, tx, { kind: 'screen_case', subject: row.id });
  return await settleCase(deps, tx, changed);
}

type Known = Pick<CaseRow, 'facts' | 'checks' | 'attempts_left' | 'last_error' | 'assurance'>;

function withDetails(row: CaseRow, underAge: boolean, now: Date): Known {
  const judged = withForcedSelfie(row);
  return {
    attempts_left: judged.attempts_left,
    last_error: judged.last_error,
    assurance: judged.assurance,
    facts: {
      ...judged.facts,
      details: underAge ? 'under_age' : 'ok',
      aml: 'none',
      amlGivenUp: false,
    },
    checks: {
      ...judged.checks,
      personalDetails: { status: 'completed', id: null, completedAt: now.toISOString() },
      aml: { status: underAge ? 'pending' : 'processing', id: null, completedAt: null },
    },
  };
}

/** Test mode: a name that forces a verdict does so too for a selfie that was judged before the name came. */
function withForcedSelfie(row: CaseRow): CaseRow {
  const { selfie } = row.facts;
  if (selfie === 'none') return row;
  const before = { ...row, attempts_left: row.attempts_left + (selfie === 'not_performed' ? 0 : 1) };
  const forced = forcedSelfie(before);
  if (!forced) return row;
  const established = { liveness: forced.liveness.result, faceMatch: forced.faceMatch.result };
  return {
    ...before,
    ...selfieFacts(before, forced),
    assurance: { ...row.assurance, ...established },
  };
}
