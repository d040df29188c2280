import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/contract/ids.ts';
import { idFloor } from '../../../src/service/db/idRange.ts';
import { makePartitions, partitionOf } from '../../../src/service/db/partitions.ts';
import { databases, startTestService, type TestService } from '../../support/service.ts';

const WEEK_MS = 7 * 86_400_000;

test('the floor of a time is the smallest id of its millisecond and above all earlier ids', () => {
  const now = new Date('2026-11-21T12:00:00.123Z');
  const floor = idFloor('evt', now);
  for (let i = 0; i < 1000; i++) {
    expect(newId('evt', now.getTime()) >= floor).toBe(true);
    expect(newId('evt', now.getTime() - 1) < floor).toBe(true);
  }
});

test('a week of a table begins on Monday and ends where the next one begins', () => {
  const sunday = partitionOf('events', new Date('2026-11-22T23:59:59.999Z'));
  const monday = partitionOf('events', new Date('2026-11-23T00:00:00.000Z'));
  expect([sunday.name, monday.name]).toEqual(['events_20261116', 'events_20261123']);
  expect(sunday.to).toBe(monday.from);
});

describe.each(databases)('events partitioned by week on %s', (database) => {
  const names = async ({ deps }: TestService) => {
    const { rows } = await sql<{ name: string }>`
      select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = 'events'::regclass order by 1`.execute(deps.db);
    return rows.map(({ name }) => name);
  };

  test('are stored in weeks created in advance, and dropped with them after 90 days', async () => {
    const service = await startTestService({ database });
    await service.tick();
    service.advance(WEEK_MS);
    await service.tick();
    const { id } = (await service.call('POST', '/test/events', { json: { type: 'case.approved' } })).body;
    const { name } = partitionOf('events', service.deps.clock());
    expect(await names(service)).toContain(name);
    const { rows } = await sql`select id from ${sql.table(name)}`.execute(service.deps.db);
    expect(rows).toEqual([{ id }]);
    service.advance(90 * 86_400_000 - WEEK_MS);
    await service.tick();
    expect((await service.call('GET', `/events/${id}`)).status).toBe(200);
    service.advance(2 * WEEK_MS);
    await service.tick();
    expect(await names(service)).not.toContain(name);
    expect((await service.call('GET', `/events/${id}`)).status).toBe(404);
    // The week that the first partition holds is left to it, without a fault.
    expect(service.logged()).not.toContain('job failed');
  });

  test('that arrived before their week existed stay in place, and the week is not created', async () => {
    const service = await startTestService({ database });
    await service.tick();
    service.advance(20 * WEEK_MS);
    const { id } = (await service.call('POST', '/test/events', { json: { type: 'case.approved' } })).body;
    await makePartitions(service.deps.db, service.deps.clock(), 2);
    expect(await names(service)).not.toContain(partitionOf('events', service.deps.clock()).name);
    expect((await service.call('GET', `/events/${id}`)).status).toBe(200);
  });

  test('are accepted while their week is being created', async () => {
    const service = await startTestService({ database });
    await service.tick();
    const statuses: number[] = [];
    for (let round = 0; round < 5; round++) {
      service.advance(20 * WEEK_MS);
      const emitted = Array.from({ length: 12 }, () =>
        service.call('POST', '/test/events', { json: { type: 'case.approved' } }),
      );
      await makePartitions(service.deps.db, service.deps.clock(), 1);
      statuses.push(...(await Promise.all(emitted)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
  });
});
