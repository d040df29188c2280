import { describe, expect, test } from 'vitest';
import { Case } from '../../src/contract/case.ts';
import { cases } from '../../src/service/db/store/cases.ts';
import { databases, sharedServices, startTestService } from '../support/service.ts';
import { newCase, verify } from '../support/verification.ts';

const services = sharedServices();

describe.each(databases)('erasing a case on %s', (database) => {
  test('destroys its key, and takes the words of others out of its events', async () => {
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
    const told = await deps.db.selectFrom('events').select('words').where('case_id', '=', id).execute();
    expect(told.map(({ words }) => words)).toEqual(told.map(() => null));
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

test.each(databases)('what was erased holds up the end of no other case, on %s', async (database) => {
  const { call, deps, advance } = await startTestService({ database });
  const { id: erased } = (await call('POST', '/cases', { json: newCase })).body;
  await call('DELETE', `/cases/${erased}`);
  const { id } = (await call('POST', '/cases', { json: newCase })).body;
  const { expires_at } = (await cases.find(deps.db, 'test', id))!;
  expect(await cases.nextExpiry(deps.db)).toEqual(expires_at);
  advance(7 * 86_400_000);
  expect(await cases.overdue(deps.db, deps.clock(), 100)).toEqual([{ id }]);
});

test.each(databases)('a damaged case holds up the end of no other, on %s', async (database) => {
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
