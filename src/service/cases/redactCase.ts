import type { Kysely } from 'kysely';
import type { ServiceContext } from '../context.ts';
import { destroyKeys } from '../db/destroyKeys.ts';
import type { Database } from '../db/schema.ts';
import { retention } from '../db/store/retention.ts';
import type { CaseRow } from './caseRow.ts';
import { changeCase } from './changeCase.ts';

/**
 * Erases all personal data of a case. Its data key is destroyed too, so that remaining data in the database and in
 * backups cannot be read. The decision is kept.
 */
export async function redactCase(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
): Promise<CaseRow> {
  await retention.deletePerson(tx, row.id, context.clock());
  await destroyKeys(context, tx, [row]);
  return await changeCase(context, tx, row, {
    set: {
      data_key: null,
      prefill: null,
      proven: null,
      proven_for: null,
      birth_date: null,
      customer: null,
      reference_mark: null,
      decision_reasons: null,
      locale: null,
      consent: null,
      consent_words: null,
      last_error: null,
      redaction: JSON.stringify({ status: 'redacted', at: context.clock().toISOString() }),
    },
    event: { type: 'case.redacted' },
  });
}
