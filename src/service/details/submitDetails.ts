import type { Kysely } from 'kysely';
import { sizeLimits } from '../../contract/limits.ts';
import type { PersonalDetails } from '../../contract/personalDetails.ts';
import { ApiError } from '../ApiError.ts';
import { advanceCase } from '../cases/advanceCase.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { endHandoff } from '../cases/endHandoff.ts';
import { requireInput } from '../cases/moveCase.ts';
import { handoffStepOf } from '../cases/requirements.ts';
import { provenDetails } from '../cases/viewCase.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { enqueue } from '../jobs/jobs.ts';
import { forcedSelfie, selfieFacts } from '../selfies/selfieFacts.ts';
import { forcedBy, forcedByName } from '../testmode/forcedBy.ts';
import { isConflict, mergeDetails } from './detailsConflict.ts';
import { documentAfterDetails } from './documentAfterDetails.ts';
import { knownPrefill } from './knownPrefill.ts';

/** Submitted details, and their sender. */
interface SentDetails {
  details: PersonalDetails;
  by: 'page' | 'back end';
}

/**
 * Stores the personal details of a case as a new revision, and enqueues their screening. Every revision is stored and
 * screened, so the number of revisions from a page is limited.
 * @throws {ApiError} `case_state_conflict`, `rate_limited`.
 */
export async function submitDetails(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { details: submitted, by }: SentDetails,
): Promise<CaseRow> {
  const now = context.clock();
  requireInput(row, now);
  const revision = ((await personalDetails.find(tx, row.id))?.revision ?? 0) + 1;
  if (by === 'page' && revision > sizeLimits.detailsRevisions) throw new ApiError('rate_limited', TOO_MANY);
  const proven = provenDetails(context.vault, row);
  const given = knownPrefill(context.vault, row);
  const { details, sources } = mergeDetails(submitted, proven, given, by);
  const content = JSON.stringify({ ...details, sources });
  const sealed = context.vault.seal(row, purposes.details(revision), content);
  await personalDetails.insert(tx, { case_id: row.id, revision, sealed, submitted_at: now });
  // With a credential, the outcome was forced by its family name before details were submitted.
  const outcome = forcedByName(row.mode, details.familyName) ?? (proven ? row.test_outcome : null);
  const underAge =
    forcedBy(outcome).isUnderAge === true || isUnderAge(details.dateOfBirth, row.policy.minAge, now);
  // A page sends the person's input; a back end sends the customer's data.
  const contradicts = by === 'back end' && proven !== null && isConflict(proven, submitted);
  const updated = withDetails(
    { ...row, test_outcome: outcome, ...(contradicts && contradicted(row)) },
    { judged: underAge ? 'under_age' : 'ok', isTyped: by === 'page' && proven === null, now },
  );
  const { document, facts } = await documentAfterDetails(context, tx, row, { details, given, outcome, by });
  // A document may still be read, or shown later, and is compared with both.
  const isGivenKept = by === 'page' && row.policy.document !== 'off';
  const changed = await changeCase(context, tx, row, {
    set: {
      test_outcome: outcome,
      prefill: isGivenKept ? row.prefill : null,
      birth_date: context.vault.seal(row, purposes.birthDate, details.dateOfBirth),
      details_deleted_at: null,
      attempts_left: updated.attempts_left,
      facts: JSON.stringify({ ...updated.facts, ...facts }),
      checks: JSON.stringify({ ...updated.checks, document }),
      assurance: JSON.stringify({ ...updated.assurance, aml: 'not_performed' }),
      last_error: errorLeft(updated.last_error),
    },
    event: { type: 'personal_details.submitted', revision },
  });
  // The details were typed on the computer, so the phone has no credential to share any more.
  if (handoffStepOf(row) === 'credential') await endHandoff(context, tx, changed, 'case_moved', 'credential');
  // The phone that showed the document goes on with the selfie.
  if (row.policy.document !== 'off') context.wake.handoffs.markDirty(tx);
  if (!underAge) await enqueue(context, tx, { kind: 'screen_case', row });
  return await advanceCase(context, tx, changed);
}

/** The changes to a case whose credential proves another person than the customer's details name. */
function contradicted({ facts, assurance }: CaseRow): Pick<CaseRow, 'facts' | 'assurance'> {
  return {
    facts: { ...facts, credential: 'doubtful', credentialReason: 'details_conflict' },
    assurance: { ...assurance, details: 'claimed' },
  };
}

/** Removes an error that asked for corrected details. An error that asks for another selfie stays. */
function errorLeft(error: CaseRow['last_error']): string | null {
  return error && !/^(details|document)_/.test(error.code) ? JSON.stringify(error) : null;
}

const TOO_MANY = {
  detail: `The page has sent the details ${sizeLimits.detailsRevisions} times, which is the limit. Create a new case.`,
  headers: { 'Retry-After': '3600' },
};

type DetailsChanges = Pick<CaseRow, 'facts' | 'checks' | 'attempts_left' | 'last_error' | 'assurance'>;

function withDetails(
  row: CaseRow,
  { judged, isTyped, now }: { judged: 'ok' | 'under_age'; isTyped: boolean; now: Date },
): DetailsChanges {
  const changed = withForcedSelfie(row);
  return {
    attempts_left: changed.attempts_left,
    last_error: changed.last_error,
    assurance: changed.assurance,
    facts: {
      ...changed.facts,
      ...(isTyped && { credentialTyped: true }),
      details: judged,
      aml: 'none',
      amlGivenUp: false,
    },
    checks: {
      ...changed.checks,
      personalDetails: { status: 'completed', id: null, completedAt: now.toISOString() },
      aml: { status: judged === 'ok' ? 'processing' : 'pending', id: null, completedAt: null },
    },
  };
}

/** In test mode, a name also forces the verdict on a selfie that was judged before the name was submitted. */
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

/** Whether somebody born on a day (`YYYY-MM-DD`) is younger than `minAge` years on the day of `now`, in UTC. */
function isUnderAge(dateOfBirth: string, minAge: number, now: Date): boolean {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number);
  // Born on 29 February: of age on 1 March of a year without that day.
  const ofAge = Date.UTC(year + minAge, month - 1, day);
  return now.getTime() < ofAge;
}
