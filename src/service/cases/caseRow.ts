import type { Kysely, Selectable } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { ApiError } from '../ApiError.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';

/** A stored case. */
export type CaseRow = Selectable<CasesTable>;

/**
 * Reads a case and locks its row for the transaction.
 * @throws {ApiError} `resource_not_found`, `case_redacted`.
 */
export async function lockCase(tx: Kysely<Database>, mode: Mode, id: string): Promise<CaseRow> {
  const row = isId('case', id) ? await cases.lock(tx, mode, id) : undefined;
  if (!row) throw new ApiError('resource_not_found');
  if (row.redaction) throw new ApiError('case_redacted');
  return row;
}
