import type { Kysely } from 'kysely';
import type { DocumentReason, DocumentSide } from '../../contract/documentCheck.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import type { Review } from '../cases/reviewCase.ts';
import type { Database } from '../db/schema.ts';
import { documentChecks, documentPictures } from '../db/store/documentChecks.ts';
import { documentTranscriptions } from '../db/store/documentTranscriptions.ts';
import type { JudgementRow } from '../db/store/judgements.ts';
import { type Transcription, transcription } from '../details/transcription.ts';

/** A document that a reviewer has to transcribe, with its stills. */
export interface DueTranscription {
  checkId: string;
  pictures: { side: DocumentSide; n: number }[];
}

/**
 * The document of a case that no machine could read, or whose lines are in doubt, if this reviewer has not transcribed it in
 * the round of their judgement; `null` if there is none.
 */
export async function dueTranscription(
  db: Kysely<Database>,
  row: CaseRow,
  { round, reviewer }: Pick<JudgementRow, 'round' | 'reviewer'>,
): Promise<DueTranscription | null> {
  const check = await documentChecks.shown(db, row.id);
  if (!check || !row.data_key || !isInDoubt(row, check)) return null;
  const { id } = check;
  const key = { case_id: row.id, check_id: id, round, reviewer };
  if (await documentTranscriptions.has(db, key)) return null;
  const stored = await documentPictures.described(db, { id, case_id: row.id });
  const pictures = stored
    .filter(({ position }) => position >= 0)
    .map(({ side, position }) => ({ side, n: position }));
  return pictures.length > 0 ? { checkId: id, pictures } : null;
}

/** The reasons for which the lines that a machine read are in doubt. */
const DOUBTS: readonly DocumentReason[] = ['document_check_digits', 'document_sides_differ'];

/** Whether no machine read the document, or what it read contradicts itself, whatever else is wrong with it. */
function isInDoubt(row: CaseRow, { reasons }: { reasons: readonly DocumentReason[] }): boolean {
  const { document } = row.facts;
  if (document === 'captured' || document === 'unreadable') return true;
  if (document !== 'doubtful' && document !== 'expired') return false;
  return reasons.some((reason) => DOUBTS.includes(reason));
}

/**
 * Stores what a reviewer read on the pictures of a document, once. It is evidence: facts and outcome stay.
 * @throws {ApiError} `version_conflict`; `case_state_conflict` if they have transcribed it already, or there is none.
 */
export async function transcribeDocument(
  { context, tx, caller, requestId }: Review,
  row: CaseRow,
  judgement: JudgementRow,
  { expectedVersion, fields }: { expectedVersion: number; fields: Transcription },
): Promise<void> {
  const { round, reviewer, is_sample } = judgement;
  const due = await dueTranscription(tx, row, judgement);
  if (!due) throw new ApiError('case_state_conflict', { currentStatus: row.status, detail: DONE });
  if (expectedVersion !== row.version)
    throw new ApiError('version_conflict', { currentStatus: row.status, detail: CHANGED });
  const key = { case_id: row.id, check_id: due.checkId, round, reviewer };
  await documentTranscriptions.insert(tx, {
    ...key,
    is_sample,
    sealed: transcription.seal(context.vault, row, key, fields),
    created_at: context.clock(),
  });
  const wasRead = Object.values(fields).some((value) => value !== null);
  // A quality check changes nothing of its case.
  if (wasRead && !is_sample && row.assurance.document !== 'read_by_reviewer')
    await changeCase(context, tx, row, {
      set: { assurance: JSON.stringify({ ...row.assurance, document: 'read_by_reviewer' }) },
    });
  await writeAudit(context, tx, { row, caller, requestId, action: 'transcribe document' });
}

const DONE = 'You have transcribed the document of this case already, or it has none to transcribe.';
const CHANGED = 'The case has changed. Open it again, and type what stands on the pictures that it has now.';
