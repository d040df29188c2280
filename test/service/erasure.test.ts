import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { Case } from '../../src/contract/case.ts';
import { sweepJob } from '../../src/service/background/sweeps.ts';
import { monitoringFinding } from '../../src/service/cli/runChecks.ts';
import { inTransaction } from '../../src/service/db/inTransaction.ts';
import type { Database } from '../../src/service/db/schema.ts';
import { cases } from '../../src/service/db/store/cases.ts';
import { quarantine } from '../../src/service/db/store/quarantine.ts';
import type { Job } from '../../src/service/jobs/jobs.ts';
import { databases, sharedServices, startTestService } from '../support/service.ts';
import { newCase, verify } from '../support/verification.ts';

const services = sharedServices();

describe.each(databases)('erasing a case on %s', (database) => {
  test('destroys its key, and removes free text from its events', async () => {
    const service = services(database);
    const { call, deps } = service;
    const words = { clientReferenceId: 'canary-reference', state: 'canary-state' };
    const { id, details, consent, selfie } = await verify(service, {
      ...words,
      metadata: { note: 'canary-metadata' },
      prefill: { givenName: 'Canarina' },
    });
    await consent();
    await details({ familyName: 'IDVTEST_AML_POSSIBLE' });
    await selfie();
    const { body: reviewed } = await call('GET', `/cases/${id}`);
    expect(reviewed.status).toBe('in_review');
    await call('POST', `/cases/${id}/decision`, {
      json: {
        outcome: 'declined',
        reasons: ['aml_possible_match', 'canary-reason'],
        note: 'canary-note',
        expectedVersion: reviewed.version,
      },
    });
    const reply = await call('DELETE', `/cases/${id}`);
    expect(reply).toMatchObject({
      status: 202,
      body: {
        status: 'declined',
        redaction: { status: 'redacted' },
        clientReferenceId: null,
        decision: { reasons: ['aml_possible_match'] },
      },
    });
    expect(Case.parse(reply.body)).toEqual(reply.body);
    const { body: events } = await call('GET', `/events?caseId=${id}&limit=100`);
    expect(events.data.map(({ type }: { type: string }) => type)).toContain('case.redacted');
    expect(JSON.stringify([reply.body, events])).not.toContain('canary');
    const row = await deps.db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.data_key, row.prefill]).toEqual([null, null]);
    const rows = await deps.db.selectFrom('events').select('words').where('case_id', '=', id).execute();
    expect(rows.map(({ words }) => words)).toEqual(rows.map(() => null));
    const tables = ['cases', 'events', 'session_keys', 'personal_details', 'hit_resolutions'] as const;
    for (const table of tables) {
      expect(JSON.stringify(await deps.db.selectFrom(table).selectAll().execute()), table).not.toContain(
        'canary',
      );
    }
    expect((await call('DELETE', `/cases/${id}`)).body.code).toBe('case_redacted');
    const log = await deps.db.selectFrom('audit_log').select('action').where('case_id', '=', id).execute();
    expect(log.map(({ action }) => action)).toContain('erase case');
  });
});

test.each(databases)('an erased case delays no other case, on %s', async (database) => {
  const { call, deps, advance } = await startTestService({ database });
  const { id: erased } = (await call('POST', '/cases', { json: newCase })).body;
  await call('DELETE', `/cases/${erased}`);
  const { id } = (await call('POST', '/cases', { json: newCase })).body;
  const { expires_at } = (await cases.find(deps.db, 'test', id))!;
  expect(await cases.nextExpiry(deps.db, deps.clock())).toEqual(expires_at);
  advance(7 * 86_400_000);
  expect(await cases.overdue(deps.db, deps.clock(), 100)).toEqual([{ id }]);
});

test.each(databases)('a damaged case delays the end of no other, on %s', async (database) => {
  const { call, deps, advance, tick, logged } = await startTestService({ database });
  const create = async () => (await call('POST', '/cases', { json: newCase })).body.id as string;
  const [damaged, other] = [await create(), await create()];
  const early = new Date(deps.clock().getTime() + 1000);
  const set = { facts: 'null', expires_at: early };
  await deps.db.updateTable('cases').set(set).where('id', '=', damaged).execute();
  advance(7 * 86_400_000);
  await tick();
  expect((await cases.find(deps.db, 'test', other))!.status).toBe('expired');
  expect(logged()).toContain(damaged);
});

test('a sweep measures its interval from its start: rows that become due meanwhile follow at once', async () => {
  const { call, deps } = await startTestService();
  await call('POST', '/cases', { json: newCase });
  const began = deps.clock().getTime();
  const later = new Date(began + 7 * 86_400_000);
  // A week passes while it runs.
  const times = [new Date(began)];
  const effect = await sweepJob('expire_cases')({ ...deps, clock: () => times.shift() ?? later }, {} as Job);
  const { again } = (await inTransaction(deps, effect))!;
  expect(again.getTime()).toBeLessThanOrEqual(later.getTime());
});

test.each(databases)('100 damaged cases stop no sweep, and are logged once, on %s', async (database) => {
  const { call, deps, advance, tick, logged } = await startTestService({ database });
  const create = async () => (await call('POST', '/cases', { json: newCase })).body.id as string;
  const [damaged, other] = [await create(), await create()];
  const early = new Date(deps.clock().getTime() + 1000);
  await deps.db
    .updateTable('cases')
    .set({ facts: 'null', expires_at: early })
    .where('id', '=', damaged)
    .execute();
  await copyCase(deps.db, damaged, 110);
  advance(7 * 86_400_000);
  for (let second = 0; second < 5; second++) {
    await tick();
    advance(1000);
  }
  expect((await cases.find(deps.db, 'test', other))!.status).toBe('expired');
  const named = logged()
    .split('\n')
    .filter((line) => line.includes('"quarantined","work":"expire_cases"'));
  // A log of more than one turn may still be on its way; it never has one twice.
  expect(new Set(named).size).toBe(named.length);
  expect(named.length).toBeLessThanOrEqual(111);
  expect(await quarantine.count(deps.db)).toBe(111);
  expect(await cases.nextExpiry(deps.db, deps.clock())).toBeNull();
  expect((await monitoringFinding(deps.db)).text).toContain('expire_cases');
  await deps.db
    .updateTable('cases')
    .set({ facts: JSON.stringify(facts) })
    .where('id', '=', damaged)
    .execute();
  advance(7 * 3_600_000);
  await tick();
  expect((await cases.find(deps.db, 'test', damaged))!.status).toBe('expired');
  expect(await quarantine.among(deps.db, 'expire_cases', [damaged])).toEqual(new Set());
});

const facts = {
  details: 'none',
  selfie: 'none',
  selfieReason: 'selfie_inconclusive',
  aml: 'none',
  amlGivenUp: false,
};

/** Copies a row, without its generated columns. */
async function copyCase(db: Kysely<Database>, id: string, times: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'cases' and is_generated = 'NEVER' and column_name <> 'id'`.execute(
    db,
  );
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`insert into cases (id, ${columns})
    select ${id} || number, ${columns} from cases, generate_series(1, ${sql.lit(times)}) number where id = ${id}`.execute(
    db,
  );
}
