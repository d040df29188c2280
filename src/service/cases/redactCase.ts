import type { Kysely } from 'kysely';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { retention } from '../db/store/retention.ts';
import type { CaseRow } from './caseRow.ts';
import { changeCase } from './changeCase.ts';

/**
 * Takes all that a case holds of a person away, for good: its data key goes with it, so that what is left of it in the
 * database can't be read either. What was decided stays. A copy of the database from before holds that key, wrapped by
 * the master key: copies need an end of their own.
 */
export async function redactCase(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
): Promise<CaseRow> {
  await retention.deletePerson(tx, row.id);
  return await changeCase(context, tx, row, {
    set: {
      data_key: null,
      prefill: null,
      customer: null,
      reference_mark: null,
      decision_reasons: null,
      locale: null,
      consent: null,
      last_error: null,
      redaction: JSON.stringify({ status: 'redacted', at: context.clock().toISOString() }),
    },
    event: { type: 'case.redacted' },
  });
}
