import { expect, test } from 'vitest';
import { come, inReview, type Visitor } from '../support/desk.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { makeWaitingCases } from '../support/waitingCases.ts';

const idsOf = (text: string) => [...text.matchAll(/href="\/desk\/cases\/(case_\w+)"/g)].map(([, id]) => id!);
const linkOf = (text: string, name: string) =>
  new RegExp(`href="(/desk\\?[^"]+)">${name}<`).exec(text)?.[1]?.replaceAll('&amp;', '&');

test('the queue has pages that stay, forth and back, and finds the short id of a case', async () => {
  const service = await startTestService();
  await makeWaitingCases(service, 120);
  const { visitor } = await come(service);
  const get = async (path: string) => (await visitor.get(path)).text;
  const first = await get('/desk');
  expect(idsOf(first)).toHaveLength(50);
  expect(linkOf(first, 'Previous')).toBeUndefined();
  const second = await get(linkOf(first, 'Next')!);
  const live = /data-live="([^"]+)"/.exec(second)![1]!.replaceAll('&amp;', '&');
  expect(idsOf(await get(live))).toEqual(idsOf(second));
  const last = await get(linkOf(second, 'Next')!);
  expect([idsOf(last).length, linkOf(last, 'Next')]).toEqual([20, undefined]);
  expect(idsOf(await get(linkOf(last, 'Previous')!))).toEqual(idsOf(second));
  const start = await get(linkOf(second, 'Previous')!);
  expect(idsOf(start)).toEqual(idsOf(first));
  expect(linkOf(start, 'Previous')).toBeUndefined();
  const id = idsOf(last)[3]!;
  const found = await visitor.get(`/desk/search?q=${id.slice(-8)}`);
  expect(found.headers.get('location')).toBe(`/desk/cases/${id}`);
  expect((await visitor.get('/desk/search?q=zzzzzzzz')).status).toBe(404);
});

async function decideAs(service: TestService, visitor: Visitor, id: string, outcome: string) {
  const path = `/desk/cases/${id}`;
  await visitor.post(`${path}/claim`, {});
  const { text } = await visitor.get(path);
  for (const [, src] of text.matchAll(/(?:src|href)="([^"]+\/(?:frames\/\d+|reference))"/g))
    await visitor.get(src!);
  await visitor.post(`${path}/judgement`, { likeness: '2', life: 'alive' });
  const judged = (await visitor.get(path)).text;
  for (const [, hit] of judged.matchAll(/name="hit" value="([^"]+)"/g))
    await visitor.post(`${path}/hits`, { hit: hit!, resolution: 'false_positive', reasonCode: 'other' });
  const { version } = (await service.call('GET', `/cases/${id}`)).body;
  const reason = outcome === 'approved' ? 'document_seen' : 'spoof';
  await visitor.post(`${path}/decision`, { outcome, reason, note: 'Seen', expectedVersion: `${version}` });
  service.advance(11_000);
  await service.tick();
}

test('the filters show what waits for a second pair of eyes, what an administrator settles, a reference and an age', async () => {
  const service = await startTestService();
  const { id } = await inReview(service, { policy: { fourEyes: 'always' }, clientReferenceId: 'order 7' });
  const other = await inReview(service);
  const [{ visitor: one }, { visitor: two }, { visitor: lead }] = [
    await come(service),
    await come(service),
    await come(service, 'administrator'),
  ];
  const shown = async (visitor: Visitor, query: string) => idsOf((await visitor.get(`/desk?${query}`)).text);
  expect(await shown(two, 'show=second')).toEqual([]);
  expect(await shown(two, 'reference=order+7')).toEqual([id]);
  await decideAs(service, one, id, 'approved');
  expect(await shown(one, 'show=second')).toEqual([]);
  expect(await shown(one, 'show=free')).toEqual([other.id]);
  expect(await shown(two, 'show=second')).toEqual([id]);
  expect(await shown(lead, 'show=settle')).toEqual([]);
  await decideAs(service, two, id, 'declined');
  expect(await shown(two, 'show=second')).toEqual([]);
  expect(await shown(lead, 'show=settle')).toEqual([id]);
  expect(await shown(lead, 'age=1')).toEqual([]);
  const created_at = new Date(service.deps.clock().getTime() - 3_600_000);
  await service.deps.db.updateTable('cases').set({ created_at }).execute();
  const aged = await lead.get('/desk?show=all&age=1');
  expect(idsOf(aged.text).sort()).toEqual([id, other.id].sort());
  expect(aged.text).toContain('/desk/live?live=1&amp;show=all&amp;age=1');
});
