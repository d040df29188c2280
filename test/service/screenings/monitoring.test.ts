import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { enqueue, queueOf } from '../../../src/service/jobs/jobs.ts';
import { listDirectory, strangers, untilListsChange } from '../../support/lists.ts';
import { ruleOut } from '../../support/ruleOut.ts';
import { type DatabaseKind, databases, sharedServices } from '../../support/service.ts';
import { person, verify } from '../../support/verification.ts';

const lists = listDirectory(strangers);
afterAll(lists.remove);
const services = sharedServices({ config: { amlLists: [lists.path] } });
let changes = 0;
const mirela = { id: 'NK-mirela', name: 'Mirela Dragavei', born: person.dateOfBirth, country: 'ro' };

async function start(database: DatabaseKind, details: object = {}) {
  for (const each of databases) await services(each).deps.lists.loaded(60_000);
  const verification = await verify(services(database));
  await verification.consent();
  await verification.details(details);
  return verification;
}

async function approved(database: DatabaseKind, details: object = {}) {
  const verification = await start(database, details);
  await verification.selfie();
  expect((await verification.read()).status).toBe('approved');
  return verification;
}

/** Writes other lists than ever before, and waits until they are used. */
async function change(database: DatabaseKind, people: typeof strangers) {
  changes += 1;
  lists.write([...people, { id: 'NK-run', name: `Nobody ${changes}` }]);
  await untilListsChange(services(database));
}

describe.each(databases)('monitoring on %s', (database) => {
  test('sends an approved case back to a reviewer, once, and leaves the others', async () => {
    await change(database, strangers);
    const [met, other] = [
      await approved(database),
      await approved(database, {
        givenName: 'Sorin',
        familyName: 'Anghelescu',
        dateOfBirth: '1971-11-02',
      }),
    ];
    const before = await other.read();
    await change(database, [...strangers, mirela]);
    expect(await met.read()).toMatchObject({
      status: 'in_review',
      decision: { outcome: 'in_review', by: 'policy', reasons: ['aml_possible_match'], revision: 2 },
      checks: { aml: { status: 'possible_match' } },
      assurance: { aml: 'possible_match' },
    });
    expect((await met.events()).slice(-3)).toEqual([
      'case.approved',
      'aml_screening.updated',
      'case.in_review',
    ]);
    const { version: datasetVersion } = services(database).deps.lists.inUse()!.index.dataset;
    const monitoring = { lastScreenedAt: expect.any(String), datasetVersion };
    expect(datasetVersion).not.toBe(before.monitoring.datasetVersion);
    expect(await other.read()).toEqual({ ...before, monitoring });

    await change(database, [...strangers, mirela, { id: 'NK-else', name: 'Somebody Else' }]);
    expect((await met.events()).filter((type) => type === 'aml_screening.updated')).toHaveLength(1);
  });

  test('reports a hit for an open case, which then goes to a reviewer', async () => {
    await change(database, strangers);
    const verification = await start(database);
    expect((await verification.read()).checks.aml.status).toBe('clear');
    await change(database, [...strangers, mirela]);
    expect(await verification.read()).toMatchObject({
      status: 'requires_input',
      checks: { aml: { status: 'possible_match' } },
    });
    await verification.selfie();
    expect(await verification.read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['aml_possible_match'] },
    });
  });
});

test('requests are handled while monitoring runs', async () => {
  await change('pglite', strangers);
  const service = services('pglite');
  const made = await Promise.all(Array.from({ length: 5 }, () => start('pglite')));
  const { db } = service.deps;
  await db.updateTable('cases').set({ aml_dataset: 0 }).execute();
  await enqueue(service.deps, db, {
    kind: 'monitor_cases',
    row: null,
    subject: service.deps.lists.inUse()!.index.dataset.version,
  });
  const isQueued = async () =>
    (await db.selectFrom('jobs').select('id').where('kind', '=', 'monitor_cases').execute()).length > 0;
  let turns = 0;
  // On a slow machine one slice is not enough.
  while (await isQueued()) {
    let isDone = false;
    const work = service.tick().finally(() => {
      isDone = true;
    });
    for (; !isDone; turns++) await nextTurn();
    await work;
    service.advance(1000);
  }
  expect(turns).toBeGreaterThan(made.length);
});

describe.each(databases)('the monitoring status on %s', (database) => {
  test('does not bring a false alert back until the entry changes', async () => {
    const { call } = services(database);
    await change(database, [...strangers, { ...mirela, name: 'Ilinca Dragavei' }]);
    const verification = await start(database, { givenName: 'Ilinca' });
    await verification.selfie();
    const { checks } = await verification.read();
    const resolved = { resolution: 'false_positive', reasonCode: 'different_name', note: 'Another one.' };
    expect((await ruleOut(services(database), checks.aml.id, 'NK-mirela', resolved)).status).toBe(200);
    const { version } = await verification.read();
    const json = { outcome: 'approved', expectedVersion: version };
    expect((await call('POST', `/cases/${verification.id}/decision`, { json })).status).toBe(200);

    await change(database, [
      ...strangers,
      { ...mirela, name: 'Ilinca Dragavei' },
      { id: 'NK-x', name: 'Somebody' },
    ]);
    expect(await verification.read()).toMatchObject({ status: 'approved' });
    await change(database, [
      ...strangers,
      { ...mirela, name: 'Ilinca Dragavei', aliases: ['Ilinca Dragavey'] },
    ]);
    const reopened = await verification.read();
    expect(reopened).toMatchObject({ status: 'in_review' });
    const { body } = await call('GET', `/aml/screen/${reopened.checks.aml.id}`);
    const { resolution, reasonCode, note } = resolved;
    expect(body.hits).toMatchObject([
      { resolution: null, earlier: [{ resolution, reasonCode, note, changed: ['aliases'] }] },
    ]);
  });

  test('resumes after a process died, and screens each case once', async () => {
    const service = services(database);
    await change(database, strangers);
    const all = [await approved(database), await approved(database), await approved(database)];
    await change(database, [...strangers, mirela]);
    // The state after the other process died: one case is done, its job is still leased.
    const { db, clock, lists: loaded } = service.deps;
    const again = all.slice(1).map(({ id }) => id);
    const { index, number } = loaded.inUse()!;
    await db.updateTable('cases').set({ aml_dataset: 0 }).where('id', 'in', again).execute();
    const lease = { leased_until: new Date(clock().getTime() + 60_000), attempt: 1 };
    const job = { id: 'req_1', kind: 'monitor_cases', subject: index.dataset.version, case_id: '' };
    const place = { queue: queueOf('monitor_cases'), priority: 0, turn: 0 };
    await db
      .insertInto('jobs')
      .values({ ...job, ...place, ...lease, run_at: clock(), created_at: clock() })
      .execute();
    await service.tick();
    const left = () => db.selectFrom('cases').select('id').where('aml_dataset', '=', 0).execute();
    expect(await left()).toHaveLength(2);
    service.advance(60_000);
    await service.tick();
    expect(await left()).toEqual([]);
    for (const { id, events } of all) {
      const types = await events();
      expect(types.filter((type) => type === 'case.in_review')).toHaveLength(1);
      expect(types.filter((type) => type === 'aml_screening.updated')).toHaveLength(1);
      expect((await db.selectFrom('cases').select('aml_dataset').where('id', '=', id).execute())[0]).toEqual({
        aml_dataset: number,
      });
    }
  });
});

describe.each(databases)('an approved case whose details were deleted on %s', (database) => {
  test('is monitored with its retained evidence', async () => {
    await change(database, strangers);
    const verification = await approved(database);
    services(database).advance(100 * 86_400_000);
    await services(database).tick();
    expect(await verification.read()).toMatchObject({
      status: 'approved',
      redaction: { status: 'details_redacted' },
    });
    await change(database, [...strangers, mirela]);
    expect(await verification.read()).toMatchObject({
      status: 'in_review',
      checks: { aml: { status: 'possible_match' } },
    });
  });
});

describe.each(databases)('an exception on %s', (database) => {
  test('expires: the hit is open again, and the approved case returns to a reviewer', async () => {
    await change(database, [...strangers, mirela]);
    const verification = await start(database);
    await verification.selfie();
    const { checks, version } = await verification.read();
    const { call, deps } = services(database);
    const until = new Date(deps.clock().getTime() + 30 * 86_400_000).toISOString();
    const path = `/aml/screen/${checks.aml.id}/hits/NK-mirela/resolution`;
    const json = { resolution: 'false_positive', reasonCode: 'other', note: 'Known to us.', until };
    expect(await call('POST', path, { json: { ...json, until: '2020-01-01T00:00:00.000Z' } })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/until', code: 'until_past' }] },
    });
    expect((await ruleOut(services(database), checks.aml.id, 'NK-mirela', json)).status).toBe(200);
    const decide = { outcome: 'approved', note: 'An exception.', expectedVersion: version + 1 };
    await call('POST', `/cases/${verification.id}/decision`, { json: decide });
    services(database).advance(29 * 86_400_000);
    await services(database).tick();
    expect((await verification.read()).status).toBe('approved');
    services(database).advance(86_400_000 + 61_000);
    await services(database).tick();
    expect(await verification.read()).toMatchObject({
      status: 'in_review',
      checks: { aml: { status: 'possible_match' } },
    });
  });
});
