import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dropPartitions, makePartitions, partitionOf } from '../../../src/service/db/partitions.ts';
import { databases, startTestService } from '../../support/service.ts';
import { waitFor } from '../../support/waitFor.ts';
import { emit } from '../../support/webhooks.ts';

const WEEK_MS = 7 * 86_400_000;

test.skipIf(!databases.includes('postgres'))(
  'creating a week while a locked row is updated aborts neither',
  async () => {
    const service = await startTestService({ database: 'postgres' });
    const event_id = await emit(service);
    const { db, clock } = service.deps;
    await sql`insert into delivery_attempts (case_id, event_id, endpoint_id, attempt, status, at, duration_ms)
      values ('', ${event_id}, '', 1, 'failed', now(), 1)`.execute(db);
    const later = new Date(clock().getTime() + 20 * WEEK_MS);
    for (const table of ['delivery_attempts', 'events'] as const) {
      // As the job: on a slow machine the lock may not be had in time.
      const untilMade = (): Promise<void> => makePartitions(db, later, 1).catch(untilMade);
      const key = sql.ref(table === 'events' ? 'id' : 'event_id');
      let making: Promise<unknown> = Promise.resolve();
      await db.transaction().execute(async (tx) => {
        await sql`select 1 from ${sql.table(table)} for update`.execute(tx);
        making = untilMade();
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

test.skipIf(!databases.includes('postgres'))(
  'a long-running backup delays creating and dropping weeks, but blocks no writer',
  async () => {
    const service = await startTestService({ database: 'postgres' });
    const { db, clock } = service.deps;
    const [later, latest] = [20, 25].map((weeks) => new Date(clock().getTime() + weeks * WEEK_MS)) as [
      Date,
      Date,
    ];
    await makePartitions(db, later, 1);
    await db.transaction().execute(async (tx) => {
      await sql`select 1 from events`.execute(tx);
      for (const change of [() => makePartitions(db, latest, 1), () => dropPartitions(db, latest)]) {
        const refused = expect(change()).rejects.toMatchObject({ code: '55P03' });
        await emit(service);
        await refused;
        await emit(service);
      }
    });
  },
);
