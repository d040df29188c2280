import { describe, expect, test } from 'vitest';
import { AmlScreening } from '../../src/contract/amlScreening.ts';
import { databases, sharedServices } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const services = sharedServices();
const listed = { givenName: 'Honoria', familyName: 'Ballotbury', dateOfBirth: '1969-06-30' };

describe.each(databases)('a screening on %s', (database) => {
  const screen = (json: object, key?: string) =>
    services(database).call('POST', '/aml/screen', { json, ...(key && { key }) });

  test('without a case finds a listed person, and can be read again', async () => {
    const { body, status } = await screen({ person: listed });
    expect(status).toBe(201);
    expect(AmlScreening.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      status: 'possible_match',
      caseId: null,
      hits: [{ entity: { name: 'Honoria Ballotbury' } }],
    });
    const read = await services(database).call('GET', `/aml/screen/${body.id}`);
    expect(read.body).toEqual(body);
  });

  test('uses the requested lists and minimum score', async () => {
    expect((await screen({ person: listed, lists: ['sanctions'] })).body).toMatchObject({
      status: 'clear',
      hits: [],
    });
    expect((await screen({ person: { fullName: 'Ada Quill' } })).body).toMatchObject({
      status: 'clear',
      hits: [],
    });
    expect(await screen({ person: listed, minScore: 1 })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/minScore', code: 'too_big' }] },
    });
  });

  test('without a list in live mode is unavailable, never clear', async () => {
    const { live } = services(database).keys;
    expect((await screen({ person: listed }, live)).body).toMatchObject({
      status: 'unavailable',
      dataset: null,
    });
  });

  test('of a case needs its details, and counts for it', async () => {
    const verification = await verify(services(database));
    const caseId = verification.id;
    expect(await screen({ caseId })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/caseId' }] },
    });
    await verification.details({ ...listed, familyName: 'Ballotbury' });
    const first = (await verification.read()).checks.aml;
    expect(first.status).toBe('possible_match');
    const again = (await screen({ caseId })).body;
    expect(again).toMatchObject({ caseId, status: 'possible_match' });
    expect((await verification.read()).checks.aml.id).toBe(again.id);
    await verification.details();
    expect((await verification.read()).checks.aml.status).toBe('clear');
  });
});
