import { describe, expect, test } from 'vitest';
import { databases, sharedServices } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';

const services = sharedServices();
const listed = { givenName: 'Honoria', familyName: 'Ballotbury', dateOfBirth: '1969-06-30' };

describe.each(databases)('screenings can be read on %s', (database) => {
  const call = (path: string, key?: string) =>
    services(database).call('GET', path, key === undefined ? {} : { key });
  const screen = (json: object) => services(database).call('POST', '/aml/screen', { json });

  test('as a list, newest first, by status, case and date, page by page', async () => {
    const verification = await verify(services(database));
    await verification.details({ ...listed });
    const ofCase = (await verification.read()).checks.aml.id;
    // Ids sort by time, and the clock of the test is frozen.
    services(database).advance(1);
    const clear = (await screen({ person: { fullName: 'Ada Quill' } })).body.id;
    services(database).advance(1);
    const possible = (await screen({ person: listed })).body;

    const all = (await call('/aml/screen?limit=3')).body;
    expect(all.data.map(({ id }: { id: string }) => id)).toEqual([possible.id, clear, ofCase]);
    expect(all.data[0]).toEqual(possible);
    expect(all.data[2].hits[0].entity.name).toBe('Honoria Ballotbury');
    const ids = async (query: string) =>
      (await call(`/aml/screen?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('status=clear&limit=1')).toEqual([clear]);
    expect(await ids(`caseId=${verification.id}`)).toEqual([ofCase]);
    expect(await ids('createdBefore=2020-01-01T00:00:00Z')).toEqual([]);
    const first = (await call('/aml/screen?limit=1')).body;
    expect(first.hasMore).toBe(true);
    expect(await ids(`limit=1&cursor=${first.nextCursor}`)).toEqual([clear]);
    expect((await call('/aml/screen', services(database).keys.live)).body.data).toEqual([]);
  });

  test('with the entity of a hit, in its current version and in the screened one', async () => {
    const { hits, dataset } = (await screen({ person: listed })).body;
    const now = await call(`/aml/entities/${hits[0].entity.id}`);
    expect(now).toMatchObject({ status: 200, body: hits[0].entity });
    const then = await call(`/aml/entities/${hits[0].entity.id}?dataset=${dataset.version}`);
    expect(then.body).toEqual(hits[0].entity);
    expect((await call(`/aml/entities/${hits[0].entity.id}?dataset=another`)).status).toBe(404);
    expect((await call('/aml/entities/nobody')).body.code).toBe('resource_not_found');
    expect((await call(`/aml/entities/${hits[0].entity.id}`, services(database).keys.live)).status).toBe(404);
  });
});
