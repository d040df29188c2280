import type { Kysely } from 'kysely';
import { isId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { type CaseRow, lockCase } from '../cases/caseRow.ts';
import { endHandoff } from '../cases/endHandoff.ts';
import type { ServiceContext } from '../context.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { documentChecks } from '../db/store/documentChecks.ts';
import { documentTranscriptions } from '../db/store/documentTranscriptions.ts';
import {
  captureDocument,
  keepDocument,
  readSideFiles,
  requireDocumentCapture,
} from '../documents/captureDocument.ts';
import { refusedDocuments } from '../documents/endDocument.ts';
import { startDocumentCheck } from '../documents/startDocumentCheck.ts';
import { type DocumentRow, viewDocument, viewSessionDocument } from '../documents/viewDocument.ts';
import { requireConfirmed } from '../handoffs/confirmHandoff.ts';
import { browserOf, phoneStepOf, requireOwnCase } from '../http/authenticate.ts';
import type { Caller } from '../http/env.ts';
import type { Handlers } from '../http/handler.ts';
import { countRefusals } from '../selfies/readCapture.ts';

export const documentCheckRoutes = {
  startDocumentCheck: async ({ deps, tx, caller, body: { caseId, type } }) => {
    requireOwnCase(caller, caseId);
    const row = await lockCase(tx, caller.mode, caseId);
    await requireTurn(deps, tx, row, caller);
    const check = await startDocumentCheck(deps, tx, row, { type, browser: browserOf(caller) });
    return { caseId, body: view(deps.vault, caller, row, check) };
  },

  captureDocument: {
    prepare: async ({ deps, caller, params, body, files, isRepeated }) => {
      const before = await find(deps.db, caller, params['id']!);
      const row = await caseOf(deps.db, before);
      // The stored response is repeated: nothing is decoded or counted.
      if (await isRepeated()) return () => Promise.reject(new ApiError('challenge_mismatch'));
      const read = async () => {
        requireDocumentCapture(row, before, body, deps.clock());
        return await readSideFiles(deps, before, body, files);
      };
      const sides = await countRefusals(deps, row.id, { read, refused: refusedDocuments });
      const stored = await keepDocument(deps, row, before.id, sides);
      return async (tx) => {
        const locked = await lockCase(tx, caller.mode, before.case_id);
        // The hand-off may have ended while the upload was read.
        await requireTurn(deps, tx, locked, caller);
        const check = await find(tx, caller, before.id);
        const captured = await captureDocument(deps, tx, locked, check, {
          fields: body,
          stored,
          byBackEnd: caller.kind === 'secret',
        });
        return { caseId: locked.id, body: view(deps.vault, caller, locked, captured) };
      };
    },
  },

  retrieveDocumentCheck: async ({ deps, tx, caller, params, requestId }) => {
    const check = await find(tx, caller, params['id']!);
    const row = await caseOf(tx, check);
    if (caller.kind === 'secret')
      await writeAudit(deps, tx, { row, caller, requestId, action: 'read document' });
    return { body: view(deps.vault, caller, row, check, await transcriptions(tx, row, check)) };
  },
} satisfies Partial<Handlers>;

/**
 * The phone of a hand-off shows a document once its digits were entered; a page that shows one itself ends the hand-off.
 * @throws {ApiError} `handoff_unconfirmed`.
 */
async function requireTurn(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  caller: Caller,
): Promise<void> {
  if (phoneStepOf(caller)) await requireConfirmed(tx, row.id, 'selfie');
  else if (caller.kind === 'session') await endHandoff(context, tx, row, 'computer', 'selfie');
}

/** @throws {ApiError} `resource_not_found`, `session_scope_exceeded`. */
async function find(db: Kysely<Database>, caller: Caller, id: string): Promise<DocumentRow> {
  const check = isId('doc', id) ? await documentChecks.find(db, caller.mode, id) : undefined;
  if (!check) throw new ApiError('resource_not_found');
  requireOwnCase(caller, check.case_id);
  return check;
}

/** @throws {ApiError} `case_redacted`. */
async function caseOf(db: Kysely<Database>, { mode, case_id }: DocumentRow): Promise<CaseRow> {
  const row = await cases.find(db, mode, case_id);
  if (!row || row.redaction) throw new ApiError('case_redacted');
  return row;
}

/** What reviewers typed of a document, once nobody reviews its case any more. A quality check is no part of the case. */
async function transcriptions(db: Kysely<Database>, row: CaseRow, check: DocumentRow): Promise<Typed> {
  if (row.status === 'in_review' || !row.data_key) return [];
  return (await documentTranscriptions.ofCheck(db, check)).filter(({ is_sample }) => !is_sample);
}

type Typed = Awaited<ReturnType<typeof documentTranscriptions.ofCheck>>;

function view(vault: Vault, caller: Caller, row: CaseRow, check: DocumentRow, typed: Typed = []) {
  if (caller.kind === 'session') {
    const shown = viewSessionDocument(vault, row, check, browserOf(caller));
    // The details are typed on the computer: its page has the reading.
    return phoneStepOf(caller) ? { ...shown, read: null } : shown;
  }
  return viewDocument(vault, row, check, { withPerson: caller.scopes.includes('pii:read'), typed });
}
