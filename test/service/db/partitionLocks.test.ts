import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makePartitions, partitionOf } from '../../../src/service/db/partitions.ts';
import { databases, startTestService } from '../../support/service.ts';
import { waitFor } from '../../support/waitFor.ts';
import { emit } from '../../support/webhooks.ts';

const WEEK_MS = 7 * 86_400_000;

test.skipIf(!databases.includes('postgres'))(
  'a week is made while somebody changes a row that was held before, and neither breaks off',
  async () => {
    const service = await startTestService({ database: 'postgres' });
    const event_id = await emit(service);
    const { db, clock } = service.deps;
    await sql`insert into delivery_attempts (case_id, event_id, endpoint_id, attempt, status, at, duration_ms)
      values ('', ${event_id}, '', 1, 'failed', now(), 1)`.execute(db);
    const later = new Date(clock().getTime() + 20 * WEEK_MS);
    for (const table of ['delivery_attempts', 'events'] as const) {
      const key = sql.ref(table === 'events' ? 'id' : 'event_id');
      let making: Promise<unknown> = Promise.resolve();
      await db.transaction().execute(async (tx) => {
        await sql`select 1 from ${sql.table(table)} for update`.execute(tx);
        making = makePartitions(db, later, 1);
        await waitFor(async () => {
          const waiting = await sql`select 1 from pg_locks where not granted`.execute(db);
          return waiting.rows.length > 0;
        });
        await sql`update ${sql.table(table)} set ${key} = ${key}`.execute(tx);
      });
      await making;
      const { rows } = await sql`select to_regclass(${partitionOf(table, later).name})::text made`.execute(
        db,
      );
      expect(rows).toEqual([{ made: partitionOf(table, later).name }]);
      later.setTime(later.getTime() + WEEK_MS);
    }
  },
);
