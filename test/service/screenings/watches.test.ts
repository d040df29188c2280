import { afterAll, describe, expect, test } from 'vitest';
import { events } from '../../../src/service/db/store/events.ts';
import { viewEvent } from '../../../src/service/events/viewEvent.ts';
import { listDirectory, strangers, untilListsChange } from '../../support/lists.ts';
import { ruleOut } from '../../support/ruleOut.ts';
import { type DatabaseKind, databases, sharedServices } from '../../support/service.ts';

const lists = listDirectory(strangers);
afterAll(lists.remove);
const services = sharedServices({ config: { amlLists: [lists.path] } });
let changes = 0;
const born = '1962-02-03';
const varga = { id: 'NK-varga', name: 'Ottilia Vargasova', born, country: 'sk' };

async function change(database: DatabaseKind, people: typeof strangers) {
  changes += 1;
  lists.write([...people, { id: 'NK-run', name: `Nobody ${changes}` }]);
  await untilListsChange(services(database));
}

const call = (database: DatabaseKind) => (method: string, path: string, json?: object) =>
  services(database).call(method, path, json ? { json } : {});

async function watch(database: DatabaseKind, json: object) {
  await services(database).deps.lists.loaded(60_000);
  return await services(database).call('POST', '/aml/watch', { json });
}

/** The events of a watch so far. */
async function eventsOfWatch(database: DatabaseKind, id: string) {
  const { db, vault } = services(database).deps;
  const rows = await events.list(db, 'test', { limit: 1000 }, null);
  const emitted = rows.toReversed().map((row) => viewEvent(vault, row));
  return emitted.filter(({ data }) => ('watchId' in data && data.watchId) === id);
}

describe.each(databases)('monitoring of a subject without a case on %s', (database) => {
  test('is screened at once and after each list change, with an event for each changed result', async () => {
    await change(database, strangers);
    const person = { fullName: 'Ottilia Vargasova', dateOfBirth: born };
    const { status, body, headers } = await watch(database, { person, clientReferenceId: 'customer 7' });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        object: 'aml_watch',
        clientReferenceId: 'customer 7',
        status: 'clear',
        lastScreenedAt: expect.any(String),
      },
    });
    expect(headers.get('Location')).toMatch(`/v1/aml/watch/${body.id}`);
    const read = async () => (await call(database)('GET', `/aml/watch/${body.id}`)).body;
    const last = async () => (await eventsOfWatch(database, body.id)).at(-1);

    await change(database, [...strangers, varga]);
    expect(await last()).toMatchObject({
      type: 'aml_screening.updated',
      data: { caseId: null, clientReferenceId: 'customer 7', newHits: 1, changedHits: 0, endedHits: 0 },
    });
    expect(await read()).toMatchObject({ status: 'possible_match' });

    await change(database, [...strangers, { ...varga, aliases: ['Otylia Vargas'] }]);
    expect(await last()).toMatchObject({ data: { newHits: 0, changedHits: 1 } });

    await change(database, strangers);
    expect(await last()).toMatchObject({ data: { screeningStatus: 'possible_match', endedHits: 1 } });
    const { screeningId } = await read();
    expect((await call(database)('GET', `/aml/screen/${screeningId}`)).body).toMatchObject({
      status: 'possible_match',
      hits: [{ id: 'NK-varga', resolution: null, endedAt: expect.any(String) }],
    });
    const count = (await eventsOfWatch(database, body.id)).length;
    await change(database, [...strangers, { id: 'NK-other', name: 'Somebody Else' }]);
    expect(await eventsOfWatch(database, body.id)).toHaveLength(count);
    const { rescreens } = (await call(database)('GET', `/aml/screen/${screeningId}/report`)).body;
    expect(
      rescreens.map(({ newHits, changedHits, endedHits }: Record<string, number>) => [
        newHits,
        changedHits,
        endedHits,
      ]),
    ).toEqual([
      [0, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ]);

    await ruleOut(services(database), screeningId, 'NK-varga', { reasonCode: 'other' });
    expect(await read()).toMatchObject({ status: 'clear', screeningId });
  });
});

describe.each(databases)('a watch on %s', (database) => {
  test('is found by reference, survives retention, and is deleted on request', async () => {
    await change(database, strangers);
    const { body } = await watch(database, {
      organisation: { name: 'Quillfeather Shipping' },
      clientReferenceId: 'supplier 3',
    });
    const { body: page } = await call(database)(
      'GET',
      '/aml/watch?clientReferenceId=supplier%203&status=clear',
    );
    expect(page).toEqual({ data: [body], hasMore: false, nextCursor: null });
    services(database).advance(6 * 366 * 86_400_000);
    await services(database).tick();
    const { body: report } = await call(database)('GET', `/aml/screen/${body.screeningId}/report`);
    expect(report).toMatchObject({
      watchId: body.id,
      subject: { kind: 'organisation', name: 'Quillfeather Shipping' },
    });

    expect((await call(database)('DELETE', `/aml/watch/${body.id}`)).status).toBe(204);
    expect(await call(database)('GET', `/aml/watch/${body.id}`)).toMatchObject({ status: 404 });
    expect(await call(database)('GET', `/aml/screen/${body.screeningId}/report`)).toMatchObject({
      status: 404,
    });
  });

  test('is one person or one organisation', async () => {
    for (const json of [{}, { person: { fullName: 'Ada Quill' }, organisation: { name: 'Quill' } }])
      expect(await call(database)('POST', '/aml/watch', json)).toMatchObject({
        status: 422,
        body: { code: 'validation_failed' },
      });
  });
});
