import type { Kysely } from 'kysely';
import type { DataKeyOwner } from '../../crypto/vault.ts';
import type { Database } from '../schema.ts';

/**
 * The owner of the data key with an id: a case, or a watch, batch or screening without a case.
 * @returns `null` if it has no data key, or does not exist.
 */
export async function dataKeyOwnerOf(db: Kysely<Database>, id: string): Promise<DataKeyOwner | null> {
  const row = await find(db, id);
  return row?.data_key ? { id, data_key: row.data_key } : null;
}

function find(db: Kysely<Database>, id: string): Promise<Pick<DataKeyOwner, 'data_key'> | undefined> {
  if (id.startsWith('aml_'))
    return db
      .selectFrom('aml_screenings')
      .select('data_key')
      .where('case_id', '=', '')
      .where('id', '=', id)
      .executeTakeFirst();
  const table = id.startsWith('watch_') ? 'aml_watches' : id.startsWith('batch_') ? 'aml_batches' : 'cases';
  return db.selectFrom(table).select('data_key').where('id', '=', id).executeTakeFirst();
}
