import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { retention } from '../db/store/retention.ts';
import type { Deps } from '../deps.ts';
import { type CaseRow, changeCase } from './changeCase.ts';

/**
 * Takes all that a case holds of a person away, for good: its data key goes with it, so that what is left of it in the
 * database can't be read either. What was decided stays. A copy of the database from before holds that key, wrapped by
 * the master key: copies need an end of their own.
 */
export async function redactCase(deps: Deps, tx: Kysely<Database>, row: CaseRow): Promise<CaseRow> {
  await retention.deletePerson(tx, row.id);
  return await changeCase(deps, tx, row, {
    set: {
      data_key: null,
      return_url: null,
      state: null,
      client_reference_id: null,
      metadata: null,
      locale: null,
      consent: null,
      last_error: null,
      redaction: JSON.stringify({ status: 'redacted', at: deps.clock().toISOString() }),
    },
    event: { type: 'case.redacted' },
  });
}
