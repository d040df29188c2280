import type { Selectable } from 'kysely';
import type {
  DocumentCheck,
  DocumentChecks,
  DocumentContent,
  DocumentSignals,
  SessionDocumentCheck,
} from '../../contract/documentCheck.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { Vault } from '../crypto/vault.ts';
import type { DocumentChecksTable } from '../db/documentTable.ts';
import { documentFields, prefillOf, type ReadFields } from '../details/documentFields.ts';

export type DocumentRow = Selectable<DocumentChecksTable>;

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
  isColourless: null,
  trailAgrees: null,
  seenBefore: null,
};

/**
 * A document check as the customer's back end sees it.
 * @param withPerson whether the fields that identify the person are shown.
 */
export function viewDocument(
  vault: Vault,
  row: CaseRow,
  check: DocumentRow,
  { withPerson }: { withPerson: boolean },
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
    checks: check.checks,
    reasons: check.reasons,
    signals: { ...noDocumentSignals, ...check.signals },
    engine: check.engine,
    createdAt: check.created_at.toISOString(),
    expiresAt: check.expires_at.toISOString(),
    completedAt: check.completed_at?.toISOString() ?? null,
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
  const asksAgain = isLatest && row.last_error?.code === reasons[0];
  const isShown = isLatest && row.facts.details === 'none' && check.browser === browser;
  const fields = isShown && status === 'read' ? documentFields.open(vault, row, check) : null;
  const isOver = status === 'read' || status === 'captured' || status === 'unreadable';
  return {
    id,
    object,
    mode,
    caseId,
    nonce,
    sides,
    expiresAt,
    status: isOver ? 'completed' : status,
    reason: (asksAgain && reasons[0]) || null,
    read: fields && prefillOf(fields),
  };
}
