import type { Kysely } from 'kysely';
import type { ReferenceImage } from '../../contract/referenceImage.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { requireInput } from '../cases/moveCase.ts';
import type { Database } from '../db/schema.ts';
import { referenceImages, selfieChecks } from '../db/store/selfieChecks.ts';
import type { StoredReference } from '../pictures/Pictures.ts';
import type { SelfieCheckContext } from './selfieContext.ts';

/**
 * Records the reference picture with which the selfie of a case is compared, which is stored. It replaces an earlier one.
 * @throws {ApiError} `case_state_conflict`, also once a selfie was captured.
 */
export async function addReference(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  picture: StoredReference,
): Promise<ReferenceImage> {
  await requireReferenceTime(context, tx, row);
  if (row.assurance.reference === 'credential') throw proven(row);
  const now = context.clock();
  await referenceImages.put(tx, {
    case_id: row.id,
    ...picture,
    created_at: now,
  });
  const assurance = { ...row.assurance, reference: 'customer' };
  await changeCase(context, tx, row, { set: { assurance: JSON.stringify(assurance) } });
  return { object: 'reference_image', mode: row.mode, caseId: row.id, createdAt: now.toISOString() };
}

/** The portrait of a credential must not be overwritten. */
function proven({ status }: CaseRow): ApiError {
  const detail =
    'The case has the portrait of a credential, which cannot be replaced by another picture. The selfie is compared with it: send no picture.';
  return new ApiError('case_state_conflict', { detail, currentStatus: status, allowedTransitions: [] });
}

/**
 * Refuses a reference picture that is sent too late. Called before the picture is decoded, which is expensive.
 * @throws {ApiError} `case_redacted`, `case_state_conflict`.
 */
export async function requireReferenceTime(
  { clock }: Pick<SelfieCheckContext, 'clock'>,
  db: Kysely<Database>,
  row: CaseRow,
): Promise<void> {
  if (row.redaction) throw new ApiError('case_redacted');
  requireInput(row, clock());
  if (!(await selfieChecks.hasCapture(db, row.id))) return;
  const detail = 'A reference picture cannot be added after the first capture. Create a new case.';
  throw new ApiError('case_state_conflict', { detail, currentStatus: row.status, allowedTransitions: [] });
}
