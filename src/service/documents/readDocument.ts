import type { Kysely } from 'kysely';
import { openStatuses, undecidedStatuses } from '../../contract/caseStatus.ts';
import type { DocumentField, DocumentReason } from '../../contract/documentCheck.ts';
import { unmeasured } from '../../contract/selfieCheck.ts';
import { advanceCase } from '../cases/advanceCase.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { documentFactsOf, expiredReasons, withDifference } from '../cases/documentFacts.ts';
import { endHandoff } from '../cases/endHandoff.ts';
import { asksForPicture, isDocumentOpen } from '../cases/requirements.ts';
import { purposes } from '../crypto/purposes.ts';
import { sha256 } from '../crypto/sha256.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { documentChecks, documentMarks, documentPictures } from '../db/store/documentChecks.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { referenceImages, selfieChecks, selfieFrames } from '../db/store/selfieChecks.ts';
import { differingFields, differingFromGiven } from '../details/compareDocument.ts';
import { documentFields, type ReadFields } from '../details/documentFields.ts';
import { knownPrefill } from '../details/knownPrefill.ts';
import { readDetails } from '../details/readDetails.ts';
import { enqueue, type Job, type JobRunner } from '../jobs/jobs.ts';
import type { StoredReference } from '../pictures/Pictures.ts';
import { afterFailure, waitForMachine } from '../selfies/examine/failedExamination.ts';
import type { DocumentFiles } from '../selfies/examiner.ts';
import { unpackRecording } from '../selfies/recording.ts';
import type { SelfieCheckContext } from '../selfies/selfieContext.ts';
import { forcedBy, forcedByName, isSomebody } from '../testmode/forcedBy.ts';
import { TRAIL } from './captureDocument.ts';
import { type DocumentVerdict, judgeDocument } from './judgeDocument.ts';
import { pictureProblemOf } from './pictureProblem.ts';
import { type DocumentRow, noDocumentSignals, nothingChecked } from './viewDocument.ts';

/** The job that examines the pictures of a document and advances its case. */
export const readDocument: JobRunner<SelfieCheckContext> = async (context, job) => {
  const check = await documentChecks.findByKey(context.db, { id: job.subject, case_id: job.case_id });
  const row = check && (await cases.find(context.db, check.mode, check.case_id));
  if (check?.status !== 'processing' || !row?.data_key) return async () => undefined;
  const judged = isWanted(row, check.id) ? await examine(context, row, check, job) : null;
  if (judged === 'overloaded') return async () => waitForMachine(context);
  return async (tx) => {
    const locked = await cases.lock(tx, check.mode, check.case_id);
    const current = await documentChecks.findByKey(tx, check);
    if (current?.status !== 'processing' || !locked) return undefined;
    if (judged && isWanted(locked, check.id)) await apply(context, tx, locked, current, judged);
    else await drop(context, tx, locked, current);
    return undefined;
  };
};

/**
 * Pictures are examined until the case is decided, for a reviewer too, and while this is its newest check and no new
 * pictures were asked for.
 */
function isWanted({ status, data_key, checks, consent, facts }: CaseRow, id: string): boolean {
  const isOpen = data_key !== null && consent?.biometric === true && openStatuses.includes(status);
  return isOpen && checks.document.id === id && facts.document !== 'none';
}

/** A verdict with its portrait stored, if the case may have use for it. */
interface Judged {
  verdict: DocumentVerdict;
  portrait: StoredReference | null;
}

async function examine(
  context: SelfieCheckContext,
  row: CaseRow,
  check: DocumentRow,
  job: Job,
): Promise<Judged | 'overloaded'> {
  try {
    const files = await filesOf(context, row, check);
    const today = context.clock().toISOString().slice(0, 10);
    const owner = { caseId: row.id, capture: check.id };
    const examination = await context.examiner.readDocument(files, today, owner);
    // Without an engine nothing is read: a reviewer looks at the pictures.
    if (!examination) return failed('check_failed');
    const { type, source, by_back_end: byBackEnd } = check;
    const verdict = judgeDocument({ row, type, source: source!, byBackEnd, today }, examination);
    return await withPortrait(
      context,
      row,
      forced(context, row, await withMarks(context, row, check, { verdict, files })),
    );
  } catch (error) {
    const failure = afterFailure(context, job, error);
    return failure === 'overloaded' ? failure : failed(failure);
  }
}

/** Pictures that no machine could examine: a reviewer looks at them. */
function failed(reason: 'check_failed' | 'pictures_lost'): Judged {
  const verdict: DocumentVerdict = {
    status: 'captured',
    fields: null,
    reasons: [reason],
    checks: nothingChecked,
    signals: noDocumentSignals,
    portrait: { use: 'absent', file: null },
  };
  return { verdict, portrait: null };
}

/** Stores the portrait before the transaction that may insert its row. */
async function withPortrait(
  { pictures }: SelfieCheckContext,
  row: CaseRow,
  verdict: DocumentVerdict,
): Promise<Judged> {
  const { file } = verdict.portrait;
  const isOfUse = verdict.status !== 'unreadable';
  return { verdict, portrait: file && isOfUse ? await pictures.keepReference(row, file) : null };
}

async function filesOf(
  { db, pictures }: SelfieCheckContext,
  row: CaseRow,
  check: DocumentRow,
): Promise<DocumentFiles[]> {
  const sides = new Map<string, { side: DocumentFiles['side']; stills: Uint8Array[]; trail: Uint8Array[] }>();
  const stored = await documentPictures.ofCheck(db, check);
  const opened = await Promise.all(
    stored.map(async ({ side, position, ...picture }) => {
      const purpose = purposes.documentPicture(check.id, side, position);
      return { side, position, bytes: await pictures.open(row, purpose, picture) };
    }),
  );
  for (const { side, position, bytes } of opened) {
    const files = sides.get(side) ?? { side, stills: [], trail: [] };
    if (position === TRAIL) files.trail = unpackRecording(bytes).trail;
    else files.stills.push(bytes);
    sides.set(side, files);
  }
  return [...sides.values()];
}

/**
 * Stores the fingerprints of the document and its files, and looks for them in other cases of the same mode. A file that
 * another case has was not made by this camera for this case.
 */
async function withMarks(
  context: SelfieCheckContext,
  row: CaseRow,
  check: DocumentRow,
  { verdict, files }: { verdict: DocumentVerdict; files: readonly DocumentFiles[] },
): Promise<DocumentVerdict> {
  const purpose = purposes.documentMark(row.mode);
  const mark = (text: string) => context.vault.fingerprint(purpose, text).slice(0, 32);
  const { fields } = verdict;
  // Documents whose number was not read have nothing in common.
  const number =
    fields?.number && [fields.issuingState, fields.jurisdiction, fields.number].filter(Boolean).join(' ');
  const marks = {
    case_id: row.id,
    check_id: check.id,
    number_mark: number ? mark(`number ${number}`) : null,
    name_mark: number ? mark(`name ${number} ${fields.familyName} ${fields.givenName ?? ''}`) : null,
    file_marks: `{${files.flatMap(({ stills }) => stills.map((file) => mark(`file ${sha256(file)}`))).join()}}`,
  };
  const isStored = await inTransaction(context, async (tx) => {
    const locked = await cases.lock(tx, row.mode, row.id);
    if (!locked?.data_key) return false;
    await documentMarks.put(tx, marks);
    return true;
  });
  if (!isStored) return verdict;
  const seenBefore = marks.number_mark ? await documentMarks.seen(context.db, marks) : null;
  const isReplay = await documentMarks.hasFile(context.db, marks);
  const reasons: DocumentReason[] =
    isReplay && !verdict.reasons.includes('document_replayed')
      ? ['document_replayed', ...verdict.reasons]
      : verdict.reasons;
  return { ...verdict, reasons, signals: { ...verdict.signals, seenBefore } };
}

/** The result that a family name forces in test mode: of the details that are in, or of the site's. */
function forcedDocument({ vault }: SelfieCheckContext, row: CaseRow) {
  const isTyped = row.facts.details !== 'none';
  const name = (isTyped ? null : knownPrefill(vault, row)?.familyName) ?? '';
  return forcedBy(row.test_outcome ?? forcedByName(row.mode, name)).document;
}

function forced(context: SelfieCheckContext, row: CaseRow, verdict: DocumentVerdict): DocumentVerdict {
  const document = forcedDocument(context, row);
  if (document === 'unreadable')
    return { ...verdict, status: 'unreadable', fields: null, reasons: ['document_unreadable'] };
  if (document === 'expired') {
    const checks = { ...verdict.checks, expiry: 'expired' as const };
    return { ...verdict, status: 'read', reasons: expiredReasons(row.policy), checks };
  }
  return verdict;
}

async function apply(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  check: DocumentRow,
  { verdict, portrait }: Judged,
): Promise<void> {
  const now = context.clock();
  const { vault, examiner } = context;
  const compared = verdict.fields && (await comparison(context, tx, row, verdict.fields));
  const use = portrait && (await portraitUse(tx, row));
  if (portrait && use) await referenceImages.put(tx, { case_id: row.id, ...portrait, created_at: now });
  const hasPortrait = use !== null;
  const reasons = withDifference(verdict.reasons, { differs: compared?.details === 'differs' });
  if (verdict.status === 'read' && !hasPortrait && needsPicture(row)) reasons.push('document_no_portrait');
  const checks = { ...verdict.checks, ...compared };
  const updated = await documentChecks.update(tx, check, {
    status: verdict.status,
    sealed_fields: verdict.fields && documentFields.seal(vault, row, check.id, verdict.fields),
    checks: JSON.stringify(checks),
    reasons: JSON.stringify(reasons),
    signals: JSON.stringify(verdict.signals),
    engine: examiner.engine && JSON.stringify(examiner.engine),
    completed_at: now,
  });
  const again = use === 'compare_again' ? await compareAgain(context, tx, row) : row;
  const documentReplayed = row.facts.documentReplayed || reasons.includes('document_replayed');
  const facts = {
    ...again.facts,
    documentReplayed,
    ...documentFactsOf({ status: verdict.status, reasons }),
  };
  const document = { status: updated.status, id: check.id, completedAt: now.toISOString() };
  const code = pictureProblemOf(reasons);
  const canRetry = verdict.status === 'unreadable' && isDocumentOpen({ ...row, facts }) && code !== null;
  const assurance = {
    ...row.assurance,
    // Of an earlier document nothing is said any more.
    document: verdict.status === 'unreadable' ? ('not_performed' as const) : verdict.status,
    ...(hasPortrait && { reference: 'document' as const }),
  };
  const changed = await changeCase(context, tx, row, {
    set: {
      facts: JSON.stringify({ ...facts, documentRequested: canRetry && row.facts.documentRequested }),
      checks: JSON.stringify({ ...again.checks, document }),
      attempts_left: again.attempts_left,
      assurance: JSON.stringify(assurance),
      last_error: canRetry
        ? JSON.stringify({ code, retryable: true })
        : row.last_error && JSON.stringify(row.last_error),
    },
    event: { type: 'document_check.completed', documentCheckId: check.id },
  });
  // The phone of a hand-off goes on, or is done.
  context.wake.handoffs.markDirty(tx);
  if (!asksForPicture(changed)) await endHandoff(context, tx, changed, 'done', 'selfie');
  await advanceCase(context, tx, changed);
}

/** Whether the face of a case has to be compared with a portrait, and there is no other picture. */
function needsPicture({ policy, facts, assurance }: CaseRow): boolean {
  const isCompared = policy.documentPortrait === 'compare' && facts.selfie !== 'refused';
  return isCompared && assurance.reference === 'none';
}

/** Compares what was read with the details that are in, and with those that the site has given. */
async function comparison(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  fields: ReadFields,
): Promise<{ details: 'match' | 'differs' | 'not_compared'; differing: DocumentField[] }> {
  const { vault } = context;
  const stored = await personalDetails.find(tx, row.id);
  const typed = stored && readDetails(vault, row, stored);
  const given = knownPrefill(vault, row);
  if (forcedDocument(context, row) === 'differs') return { details: 'differs', differing: ['familyName'] };
  const [hasTyped, hasGiven] = [isSomebody(row.mode, typed), isSomebody(row.mode, given)];
  if (!hasTyped && !hasGiven) return { details: 'not_compared', differing: [] };
  const differing = [
    ...(hasTyped ? differingFields(fields, typed!) : []),
    ...(hasGiven ? differingFromGiven(fields, given!) : []),
  ];
  return { details: differing.length > 0 ? 'differs' : 'match', differing: [...new Set(differing)] };
}

/**
 * What the portrait of a document is for: the next selfie, or the one that is being judged, is compared with it, or the one
 * that the case has is compared again.
 * @returns `null` if the case has a better picture (of the customer, or a credential's), or no selfie that can be compared.
 */
async function portraitUse(tx: Kysely<Database>, row: CaseRow): Promise<'compare' | 'compare_again' | null> {
  const { reference } = row.assurance;
  const { selfie } = row.facts;
  if (reference === 'customer' || reference === 'credential') return null;
  const { id } = row.checks.selfie;
  if (selfie === 'refused') return null;
  const isRetried = (selfie === 'retry' || selfie === 'no_match') && row.attempts_left > 0;
  if (selfie === 'none' || selfie === 'spoof' || isRetried) return 'compare';
  const isStored = id && (await selfieFrames.described(tx, { id, case_id: row.id })).length > 0;
  return isStored && undecidedStatuses.includes(row.status) ? 'compare_again' : null;
}

/** Has the selfie of a case judged again, with the portrait of a newer document. It costs no attempt. @returns the case after it. */
async function compareAgain(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
): Promise<CaseRow> {
  const { facts, checks, attempts_left } = row;
  const { id } = checks.selfie;
  await selfieChecks.update(
    tx,
    { id: id!, case_id: row.id },
    // It keeps the time at which it was completed before.
    { status: 'processing', face_match: JSON.stringify(unmeasured) },
  );
  await enqueue(context, tx, { kind: 'verify_selfie', row, subject: id! });
  return {
    ...row,
    attempts_left: attempts_left + (facts.selfie === 'not_performed' ? 0 : 1),
    facts: { ...facts, selfie: 'none' },
    checks: { ...checks, selfie: { status: 'processing', id, completedAt: null } },
  };
}

/**
 * Ends a check that is no longer wanted, without any statement about its pictures. If they are still there a reviewer can
 * look at them. The case does not wait for the check any more.
 */
async function drop(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  check: DocumentRow,
): Promise<void> {
  const isKept = row.data_key !== null && (await documentPictures.described(tx, check)).length > 0;
  const { status, reasons } = failed('check_failed').verdict;
  const completed_at = context.clock();
  const ended = isKept
    ? { status, reasons: JSON.stringify(reasons), completed_at }
    : { status: 'expired' as const, completed_at };
  await documentChecks.update(tx, check, ended);
  if (!row.data_key || row.checks.document.id !== check.id) return;
  const isAwaited = row.facts.document === 'processing';
  const found = isKept ? documentFactsOf({ status, reasons }) : { document: 'none' as const };
  const document = { status: ended.status, id: check.id, completedAt: completed_at.toISOString() };
  const changed = await changeCase(context, tx, row, {
    set: {
      facts: JSON.stringify({ ...row.facts, ...(isAwaited && found) }),
      checks: JSON.stringify({ ...row.checks, document }),
      assurance: JSON.stringify({
        ...row.assurance,
        ...(isAwaited && { document: isKept ? status : ('not_performed' as const) }),
      }),
    },
  });
  await advanceCase(context, tx, changed);
}
