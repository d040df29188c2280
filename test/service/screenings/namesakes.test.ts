import { describe, expect, onTestFinished, test } from 'vitest';
import { listDirectory, strangers } from '../../support/lists.ts';
import { ruleOut } from '../../support/ruleOut.ts';
import { databases, startTestService, type TestService } from '../../support/service.ts';
import { waitFor } from '../../support/waitFor.ts';

const namesakes = Array.from({ length: 25 }, (_, i) => ({
  id: `NS-${i}`,
  name: 'Torvald Emberquist',
  born: '1970-03-02',
}));
type Resolved = { resolution: string | null };
const person = { fullName: 'Torvald Emberquist', dateOfBirth: '1970-03-02' };

describe.each(databases)('namesakes on %s', (database) => {
  test('beyond the displayed hits are not cleared with them', async () => {
    const service = await withList(database);
    const json = { person, clientReferenceId: 'customer 25' };
    const screen = async () => (await service.call('POST', '/aml/screen', { json })).body;
    const first = await screen();
    expect(first.hits).toHaveLength(20);
    expect(first.totalHits).toBe(25);
    for (const { id } of first.hits) await resolve(service, first.id, id);
    const read = async () => (await service.call('GET', `/aml/screen/${first.id}`)).body;
    expect((await read()).status).toBe('possible_match');
    const page = async (query: string) =>
      (await service.call('GET', `/aml/screen/${first.id}/hits?${query}`)).body;
    const start = await page('limit=15');
    const rest = await page(`limit=15&cursor=${start.nextCursor}`);
    const all = [...start.data, ...rest.data].map(({ id }: { id: string }) => id);
    expect([new Set(all).size, rest.data.length, rest.hasMore]).toEqual([25, 10, false]);
    expect(await page('limit=15&cursor=abc')).toMatchObject({ code: 'cursor_invalid' });
    const second = await screen();
    expect(second.status).toBe('possible_match');
    const open = second.hits.filter(({ resolution }: Resolved) => resolution === null);
    expect(open).toHaveLength(5);
    for (const { id } of open) await resolve(service, second.id, id);
    expect((await service.call('GET', `/aml/screen/${second.id}`)).body.status).toBe('clear');
    for (const { id } of (await read()).hits.filter(({ resolution }: Resolved) => resolution === null))
      await resolve(service, first.id, id);
    expect((await read()).status).toBe('clear');
    expect((await screen()).status).toBe('clear');
  });

  test('are not cleared by the resolution for a person with a name only', async () => {
    const service = await withList(database);
    const json = { person: { fullName: 'Ferran Quillon7' } };
    const screen = async () => (await service.call('POST', '/aml/screen', { json })).body;
    const first = await screen();
    await resolve(service, first.id, first.hits[0].id);
    expect((await screen()).hits[0]).toMatchObject({ id: first.hits[0].id, resolution: null });
  });

  test('of a person never match an organisation, which is screened by its own name', async () => {
    const service = await withList(database);
    const screen = async (name: string) =>
      (await service.call('POST', '/aml/screen', { json: { organisation: { name } } })).body;
    expect((await screen('Quibble and Sons Trading Limited')).status).toBe('clear');
    const { hits } = await screen('Torvald Emberquist');
    expect(hits).toHaveLength(20);
  });
});

async function resolve(service: TestService, id: string, hitId: string): Promise<void> {
  expect((await ruleOut(service, id, hitId)).status).toBe(200);
}

async function withList(database: (typeof databases)[number]): Promise<TestService> {
  const list = listDirectory([...strangers, ...namesakes]);
  onTestFinished(list.remove);
  const service = await startTestService({ database, config: { amlLists: [list.path] } });
  await waitFor(() => !service.deps.lists.isLoading());
  return service;
}
