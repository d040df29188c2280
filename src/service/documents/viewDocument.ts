import type { Selectable } from 'kysely';
import {
  type DocumentCheck,
  type DocumentChecks,
  type DocumentContent,
  type DocumentReading,
  type DocumentSignals,
  ReadField,
  type SessionDocumentCheck,
} from '../../contract/documentCheck.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { lastErrorOf } from '../cases/requirements.ts';
import type { Vault } from '../crypto/vault.ts';
import type { DocumentChecksTable, DocumentTranscriptionsTable } from '../db/documentTable.ts';
import { documentFields, prefillOf, type ReadFields } from '../details/documentFields.ts';
import { TRANSCRIBED, transcription } from '../details/transcription.ts';
import { pictureProblemOf } from './pictureProblem.ts';

export type DocumentRow = Selectable<DocumentChecksTable>;
type TranscriptionRow = Selectable<DocumentTranscriptionsTable>;

export const nothingChecked: DocumentChecks = {
  checkDigits: null,
  expiry: 'unknown',
  details: 'not_compared',
  differing: [],
  sides: 'one_side',
  portrait: 'absent',
};

export const noDocumentSignals: DocumentSignals = {
  lineSpacing: null,
  lowestConfidence: null,
  isColourless: null,
  trailAgrees: null,
  seenBefore: null,
};

/**
 * A document check as the customer's back end sees it.
 * @param withPerson whether the fields that identify the person are shown.
 * @param typed what reviewers typed from its pictures, where the caller may see it.
 */
export function viewDocument(
  vault: Vault,
  row: CaseRow,
  check: DocumentRow,
  { withPerson, typed = [] }: { withPerson: boolean; typed?: readonly TranscriptionRow[] },
): DocumentCheck {
  const fields = documentFields.open(vault, row, check);
  return {
    id: check.id,
    object: 'document_check',
    mode: check.mode,
    caseId: check.case_id,
    status: check.status,
    attempt: check.attempt,
    nonce: check.nonce,
    sides: check.sides,
    source: check.source,
    document: fields && contentOf(fields, { withPerson }),
    readings: [
      ...(fields ? [machineReadingOf(fields, check)] : []),
      ...typed.map((one) => reviewersReading(vault, row, one, { withPerson })),
    ],
    checks: check.checks,
    reasons: check.reasons,
    signals: { ...noDocumentSignals, ...check.signals },
    engine: check.engine,
    createdAt: check.created_at.toISOString(),
    expiresAt: check.expires_at.toISOString(),
    completedAt: check.completed_at?.toISOString() ?? null,
  };
}

function machineReadingOf(fields: ReadFields, { completed_at }: DocumentRow): DocumentReading {
  const { dateOfBirth, expiresOn } = fields;
  const values = { ...fields, dateOfBirth: dateOfBirth.iso, expiresOn: expiresOn.iso };
  return {
    by: fields.format === 'AAMVA' ? 'barcode' : 'zone',
    side: fields.side,
    reviewer: null,
    fields: ReadField.options.filter((field) => values[field]),
    values: null,
    readAt: completed_at?.toISOString() ?? null,
  };
}

function reviewersReading(
  vault: Vault,
  row: CaseRow,
  one: TranscriptionRow,
  { withPerson }: { withPerson: boolean },
): DocumentReading {
  const values = transcription.open(vault, row, one);
  return {
    by: 'reviewer',
    side: null,
    reviewer: one.reviewer,
    fields: TRANSCRIBED.filter((field) => values[field] !== null),
    values: withPerson ? values : null,
    readAt: one.created_at.toISOString(),
  };
}

function contentOf(fields: ReadFields, { withPerson }: { withPerson: boolean }): DocumentContent {
  const { type, format, issuingState, nationality, expiresOn, number } = fields;
  return {
    type,
    format,
    issuingState: issuingState || null,
    nationality: nationality || null,
    expiresOn: expiresOn.iso,
    // Of a short number the last four characters would be most of it.
    numberLast4: number.length >= 8 ? number.slice(-4) : null,
    ...(withPerson && {
      familyName: fields.familyName,
      givenName: fields.givenName,
      dateOfBirth: fields.dateOfBirth.iso,
      sex: fields.sex || null,
      number,
    }),
  };
}

/**
 * A document check as the page sees it: no comparison. What was read is shown to the browser that showed the document,
 * until the details are in.
 */
export function viewSessionDocument(
  vault: Vault,
  row: CaseRow,
  check: DocumentRow,
  browser: string | null,
): SessionDocumentCheck {
  const { id, object, mode, caseId, nonce, sides, expiresAt, reasons, status } = viewDocument(
    vault,
    row,
    check,
    {
      withPerson: false,
    },
  );
  const isLatest = row.checks.document.id === id;
  const problem = pictureProblemOf(reasons);
  const asksAgain = isLatest && lastErrorOf(row)?.code === problem;
  const isShown = isLatest && row.facts.details === 'none' && check.browser === browser;
  const fields = isShown && status === 'read' ? documentFields.open(vault, row, check) : null;
  // Whether its pictures were examined would tell how the case was decided meanwhile.
  const isDropped = status === 'expired' && check.source !== null;
  const isOver = isDropped || status === 'read' || status === 'captured' || status === 'unreadable';
  return {
    id,
    object,
    mode,
    caseId,
    nonce,
    sides,
    expiresAt,
    status: isOver ? 'completed' : status,
    reason: asksAgain ? problem : null,
    read: fields && prefillOf(fields),
  };
}
