import { describe, expect, test } from 'vitest';
import { Case, CreatedCase } from '../../src/contract/case.ts';
import { databases, startTestService } from '../support/service.ts';

const input = { type: 'kyc_individual', returnUrl: 'https://shop.example/back', state: 'xyz' };

describe.each(databases)('cases on %s', (database) => {
  test('are created, read and listed', async () => {
    const { call, url } = await startTestService({ database });
    const created = await call('POST', '/cases', { json: { ...input, metadata: { plan: 'gold' } } });
    expect(created.status).toBe(201);
    expect(CreatedCase.parse(created.body)).toEqual(created.body);
    expect(created.headers.get('Location')).toBe(`${url}/v1/cases/${created.body.id}`);
    expect(created.body.requirements.currentlyDue).toEqual(['consent', 'personal_details', 'selfie']);

    const read = await call('GET', `/cases/${created.body.id}`);
    expect(read.status).toBe(200);
    expect(Case.parse(read.body)).toEqual(created.body);

    const second = await call('POST', '/cases', { json: input });
    const list = await call('GET', '/cases');
    expect(list.body.data.map(({ id }: Case) => id)).toEqual([second.body.id, created.body.id]);
    expect(list.body).toMatchObject({ hasMore: false, nextCursor: null });
  });

  test('of the other mode are not found', async () => {
    const { call, keys } = await startTestService({ database });
    const { body } = await call('POST', '/cases', { json: input });
    const other = await call('GET', `/cases/${body.id}`, { key: keys.live });
    expect(other).toMatchObject({ status: 404, body: { code: 'resource_not_found' } });
    expect((await call('GET', '/cases', { key: keys.live })).body.data).toEqual([]);
  });
});
