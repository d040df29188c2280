import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DocumentSide } from '../../contract/documentCheck.ts';
import { documentLimits } from '../../contract/documentLimits.ts';
import { newId } from '../../contract/ids.ts';
import type { DocumentType } from '../../contract/policy.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { requireInput, stateConflict } from '../cases/moveCase.ts';
import { documentAttemptsLeft, isDocumentOpen } from '../cases/requirements.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { documentChecks } from '../db/store/documentChecks.ts';
import { type DocumentRow, nothingChecked } from './viewDocument.ts';

/** The sides that each kind of document has to show. A card needs both: its zone may stand on either. */
const SIDES: Record<DocumentType, DocumentSide[]> = {
  passport: ['front'],
  id_card: ['front', 'back'],
  residence_permit: ['front', 'back'],
  driving_licence: ['front', 'back'],
};

/**
 * Starts a document check. One that still waits for its capture stays the same, unless the person chose another kind of
 * document.
 * @throws {ApiError} `case_state_conflict`, `consent_required`, `attempts_exhausted`; `validation_failed` for a kind of
 *   document that the policy does not accept.
 */
export async function startDocumentCheck(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { type, browser }: { type: DocumentType | undefined; browser: string | null },
): Promise<DocumentRow> {
  const now = context.clock();
  requireInput(row, now);
  if (row.consent?.biometric !== true) throw new ApiError('consent_required');
  if (type && !row.policy.documentTypes.includes(type)) throw notAccepted(row.policy.documentTypes);
  if (!isDocumentOpen(row)) {
    const isWanted = row.policy.document !== 'off';
    if (isWanted && documentAttemptsLeft(row) === 0) throw new ApiError('attempts_exhausted');
    throw stateConflict(row.status);
  }
  const [open] = (await documentChecks.ofCase(tx, row.id)).filter(
    ({ status }) => status === 'requires_capture',
  );
  if (open && open.expires_at > now && open.type === (type ?? null) && open.browser === browser) return open;
  await documentChecks.expireOpen(tx, row.id);
  const check = await documentChecks.insert(tx, {
    id: newId('doc', now.getTime()),
    case_id: row.id,
    mode: row.mode,
    status: 'requires_capture',
    attempt: row.facts.documentAttempts + 1,
    nonce: randomBytes(24).toString('base64url'),
    type: type ?? null,
    sides: JSON.stringify(type ? SIDES[type] : ['front']),
    browser,
    source: null,
    by_back_end: false,
    sealed_fields: null,
    checks: JSON.stringify(nothingChecked),
    reasons: '[]',
    signals: null,
    engine: null,
    created_at: now,
    expires_at: new Date(now.getTime() + documentLimits.seconds * 1000),
    completed_at: null,
  });
  const document = { status: check.status, id: check.id, completedAt: null };
  await changeCase(context, tx, row, { set: { checks: JSON.stringify({ ...row.checks, document }) } });
  return check;
}

function notAccepted(types: readonly DocumentType[]): ApiError {
  const detail = `The policy of the case accepts ${types.join(', ')} only. Choose one of these.`;
  return new ApiError('validation_failed', {
    errors: [{ pointer: '#/type', code: 'document_type_not_accepted', detail }],
  });
}
