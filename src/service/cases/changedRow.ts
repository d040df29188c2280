import type { Updateable } from 'kysely';
import type { CasesTable } from '../db/schema.ts';
import type { CaseRow } from './CaseRow.ts';

/** Columns of jsonb: read parsed, written as text. */
const JSON_COLUMNS: ReadonlySet<string> = new Set<keyof CasesTable>([
  'policy',
  'consent',
  'facts',
  'checks',
  'assurance',
  'decision',
  'last_error',
  'redaction',
]);

/** A case as it will be with a change. */
export function changedRow(row: CaseRow, set: Updateable<CasesTable>): CaseRow {
  const read = Object.entries(set).map(([name, value]) => [
    name,
    JSON_COLUMNS.has(name) && typeof value === 'string' ? JSON.parse(value) : value,
  ]);
  return { ...row, ...Object.fromEntries(read) };
}
