import { expect, test } from 'vitest';
import { createIdvClient } from '../../src/server/createIdvClient.ts';
import { scriptedServer } from '../support/scriptedServer.ts';

const page = (ids: string[], nextCursor: string | null) =>
  [200, { data: ids.map((id) => ({ id })), hasMore: nextCursor !== null, nextCursor }] as [number, object];

async function client(...pages: [number, object][]) {
  const { baseUrl, requests } = await scriptedServer(...pages);
  return { idv: createIdvClient({ apiKey: 'idv_test_x', baseUrl, maxRetries: 0 }), requests };
}

test('awaited, a list is its first page', async () => {
  const { idv, requests } = await client(page(['case_1'], 'c1'), page(['case_2'], null));
  expect(await idv.cases.list({ limit: 1 })).toMatchObject({ data: [{ id: 'case_1' }], nextCursor: 'c1' });
  expect(requests.map(({ path }) => path)).toEqual(['/v1/cases?limit=1']);
});

test('iterated, a list yields every item and requests each page once, with the same filter', async () => {
  const { idv, requests } = await client(
    page(['case_1', 'case_2'], 'c1'),
    page([], 'c2'),
    page(['case_3'], null),
  );
  const ids: string[] = [];
  for await (const { id } of idv.cases.list({ status: 'in_review' })) ids.push(id);
  expect(ids).toEqual(['case_1', 'case_2', 'case_3']);
  expect(requests.map(({ path }) => path)).toEqual([
    '/v1/cases?status=in_review',
    '/v1/cases?status=in_review&cursor=c1',
    '/v1/cases?status=in_review&cursor=c2',
  ]);
});

test('a loop that ends early requests no further page, and can start at a cursor', async () => {
  const { idv, requests } = await client(page(['case_1'], 'c1'));
  for await (const { id } of idv.cases.list({ cursor: 'c0' })) if (id === 'case_1') break;
  expect(requests.map(({ path }) => path)).toEqual(['/v1/cases?cursor=c0']);
});

test('a page that is refused ends the loop with the error', async () => {
  const { idv } = await client(page(['case_1'], 'c1'), [403, { code: 'scope_missing', detail: 'No.' }]);
  const reading = async () => {
    for await (const _ of idv.events.list());
  };
  await expect(reading()).rejects.toMatchObject({ name: 'PermissionError', code: 'scope_missing' });
});

test('each list of the client can be iterated', async () => {
  const { idv } = await client(page(['x'], null));
  const lists = [
    idv.cases.list(),
    idv.events.list(),
    idv.events.listDeliveries('evt_1'),
    idv.keys.list(),
    idv.webhookEndpoints.list(),
    idv.aml.list(),
    idv.aml.watches.list(),
  ];
  for (const list of lists) for await (const item of list) expect(item).toEqual({ id: 'x' });
});
