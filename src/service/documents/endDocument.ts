import type { Kysely, Updateable } from 'kysely';
import { advanceCase } from '../cases/advanceCase.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { closeDocument } from '../cases/closeDocument.ts';
import type { ServiceContext } from '../context.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import type { RefusedCaptures } from '../selfies/readCapture.ts';

/**
 * Uses up all remaining captures of documents of a case, as if the last one could not be read. An open check ends; what was read
 * before stays.
 * @param set further changes to the case.
 */
async function endDocument(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  set: Updateable<CasesTable> = {},
): Promise<void> {
  const document = await closeDocument(tx, row);
  const facts = { ...row.facts, documentAttempts: row.policy.maxDocumentAttempts };
  const isUnread = facts.document === 'none' || facts.document === 'unreadable';
  const unread = { document: 'unreadable', documentReason: 'document_unreadable' };
  const changed = await changeCase(context, tx, row, {
    set: {
      ...set,
      facts: JSON.stringify({ ...facts, ...(isUnread && unread) }),
      checks: JSON.stringify({ ...row.checks, document }),
      last_error: null,
    },
  });
  context.wake.handoffs.markDirty(tx);
  await advanceCase(context, tx, changed);
}

/** The refused captures of documents. */
export const refusedDocuments: RefusedCaptures = {
  count: ({ facts }) => facts.documentRefusals,
  counted: (row) => ({
    ...row,
    facts: { ...row.facts, documentRefusals: row.facts.documentRefusals + 1 },
  }),
  end: endDocument,
};
