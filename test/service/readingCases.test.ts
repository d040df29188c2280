import { describe, expect, test } from 'vitest';
import { SessionCase } from '../../src/contract/case.ts';
import { newId } from '../../src/contract/ids.ts';
import { databases, sharedServices } from '../support/service.ts';
import { newCase, verify } from '../support/verification.ts';

const services = sharedServices();
const idOf = ({ id }: { id: string }) => id;

describe.each(databases)('reading cases on %s', (database) => {
  test('lists each case once, page by page, newest first', async () => {
    const { call } = services(database);
    const made: string[] = [];
    for (let count = 0; count < 5; count++) {
      made.unshift(
        (await call('POST', '/cases', { json: { ...newCase, clientReferenceId: 'paged' } })).body.id,
      );
    }
    const pages: string[][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await call(
        'GET',
        `/cases?clientReferenceId=paged&limit=2${cursor && `&cursor=${cursor}`}`,
      );
      expect(body.hasMore).toBe(body.nextCursor !== null);
      pages.push(body.data.map(idOf));
      cursor = body.nextCursor;
    }
    expect(pages).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
  });

  test('applies filters', async () => {
    const { call, deps } = services(database);
    const mine = await call('POST', '/cases', { json: { ...newCase, clientReferenceId: 'filtered' } });
    await call('POST', `/cases/${mine.body.id}/cancel`);
    const list = async (query: string) =>
      (await call('GET', `/cases?clientReferenceId=filtered&${query}`)).body.data;
    const at = (ms: number) => new Date(deps.clock().getTime() + ms).toISOString();
    expect((await list('status=canceled&type=kyc_individual')).map(idOf)).toEqual([mine.body.id]);
    expect(await list('status=approved')).toEqual([]);
    expect(await list(`createdAfter=${at(-1)}&createdBefore=${at(1)}`)).toHaveLength(1);
    expect(await list(`createdAfter=${at(1)}`)).toEqual([]);
    expect(await list(`createdAfter=${at(2000).slice(0, 19)}Z`)).toEqual([]);
    expect(await list(`createdBefore=${at(-1)}`)).toEqual([]);
  });

  test.each([
    ['limit=0', 'query_invalid'],
    ['limit=101', 'query_invalid'],
    ['limit=two', 'query_invalid'],
    ['limit=0x10', 'query_invalid'],
    ['limit=1e1', 'query_invalid'],
    ['limit=%205', 'query_invalid'],
    ['status=done', 'query_invalid'],
    ['createdAfter=0000-12-31T23:59:59Z', 'query_invalid'],
    ['createdAfter=2026-02-30T00:00:00.000Z', 'query_invalid'],
    ['createdBefore=2026-13-01T00:00:00.000Z', 'query_invalid'],
    ['colour=red', 'query_invalid'],
    ['limit=1&limit=2', 'query_invalid'],
    ['cursor=abc', 'cursor_invalid'],
    [`cursor=${Buffer.from(newId('evt')).toString('base64url')}`, 'cursor_invalid'],
  ])('?%s is 400 %s', async (query, code) => {
    expect(await services(database).call('GET', `/cases?${query}`)).toMatchObject({
      status: 400,
      body: { code },
    });
  });

  test('gives 304 for unchanged cases', async () => {
    const { call } = services(database);
    const { id } = await verify(services(database));
    const read = (tag: string) => call('GET', `/cases/${id}`, { headers: { 'If-None-Match': tag } });
    const etag = (await call('GET', `/cases/${id}`)).headers.get('ETag')!;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await read(tag);
      expect([reply.status, reply.body, reply.headers.get('ETag')]).toEqual([304, '', etag]);
    }
    await call('POST', `/cases/${id}/cancel`);
    expect((await read(etag)).status).toBe(200);
  });
});

describe.each(databases)('the case as a page sees it, on %s', (database) => {
  test('has the due items, never an outcome', async () => {
    const service = services(database);
    const session = { allowedOrigins: ['https://shop.example'] };
    const { body } = await service.call('POST', '/cases', {
      json: { ...newCase, session, metadata: { plan: 'gold' }, clientReferenceId: 'r' },
    });
    const read = async () =>
      (await service.call('GET', `/cases/${body.id}`, { key: body.session.sessionKey })).body;
    const view = await read();
    expect(Object.keys(view).sort()).toEqual(Object.keys(SessionCase.shape).sort());
    expect(view.status).toBe('requires_input');
    for (const to of ['processing', 'in_review', 'declined', 'approved']) {
      await service.call('POST', `/test/cases/${body.id}/simulate`, { json: { to } });
      expect((await read()).status).toBe('submitted');
    }
  });
});
