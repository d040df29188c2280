import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { documentChecks } from '../db/store/documentChecks.ts';
import type { CaseRow } from './caseRow.ts';

/**
 * Ends the document check of a case that still waits for its capture.
 * @returns what the case says of its document from then on: of the one that was shown before, if any.
 */
export async function closeDocument(
  tx: Kysely<Database>,
  row: CaseRow,
): Promise<CaseRow['checks']['document']> {
  await documentChecks.expireOpen(tx, row.id);
  const { document } = row.checks;
  if (document.status !== 'requires_capture') return document;
  const shown = await documentChecks.shown(tx, row.id);
  if (!shown) return { ...document, status: 'expired' };
  const { status, id, completed_at } = shown;
  return { status, id, completedAt: completed_at?.toISOString() ?? null };
}
