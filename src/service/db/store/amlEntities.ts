import type { Kysely } from 'kysely';
import type { ListedEntity } from '../../../contract/hit.ts';
import type { Database } from '../schema.ts';

export const amlEntities = {
  /** Stores the entries of a dataset; existing rows stay. */
  keep: async (db: Kysely<Database>, dataset: string, entities: readonly ListedEntity[]): Promise<void> => {
    if (entities.length === 0) return;
    const rows = entities.map((entity) => ({ dataset, id: entity.id, entity: JSON.stringify(entity) }));
    await db
      .insertInto('aml_entities')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  find: async (db: Kysely<Database>, dataset: string, id: string): Promise<ListedEntity | null> => {
    const row = await db
      .selectFrom('aml_entities')
      .select('entity')
      .where('dataset', '=', dataset)
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.entity ?? null;
  },
};
