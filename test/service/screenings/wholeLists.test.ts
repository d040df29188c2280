import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listOf, startListServer } from '../../support/listServer.ts';
import { listDirectory, strangers } from '../../support/lists.ts';
import { readinessOf } from '../../support/readinessOf.ts';
import { ruleOut } from '../../support/ruleOut.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { waitFor } from '../../support/waitFor.ts';

const screen = async (service: TestService) =>
  (
    await service.call('POST', '/aml/screen', {
      json: { person: { fullName: 'Ada Quill' } },
      key: service.keys.live,
    })
  ).body;
const ready = async (service: TestService) => {
  const { status } = await fetch(`${service.url}/readyz`);
  return { status, lists: (await readinessOf(service)).checks.lists };
};

function directoryOf(people = strangers) {
  const lists = listDirectory(people);
  onTestFinished(lists.remove);
  return lists;
}

/** Advances the clock and checks the lists. */
async function pass(service: TestService, ms: number): Promise<void> {
  service.advance(ms);
  await service.deps.lists.poll();
}

/** The monitoring result of the only list today. */
async function today(service: TestService) {
  const { body } = await service.call('GET', '/aml/monitoring', { key: service.keys.live });
  return body.days[0].lists[0];
}

test.each([
  ['no reader knows', 'garbage.csv', 'list_unrecognised'],
  ['names nobody', 'sdn.csv', 'list_empty'],
])('a file that %s is reported and prevents clear results until it is removed', async (_, file, code) => {
  const lists = directoryOf();
  writeFileSync(join(lists.path, file), 'garbage\n');
  const service = await startTestService({ config: { amlLists: [lists.path] } });
  await service.deps.lists.loaded(60_000);
  const lacking = [{ detail: expect.stringContaining(file), why: 'missing' }];
  expect(await screen(service)).toMatchObject({ status: 'unavailable', dataset: { lacking } });
  const detail = expect.stringMatching(new RegExp(`${code}: .*${file}`));
  expect((await ready(service)).lists).toMatchObject({ status: 'warn', detail });
  expect(service.logged()).toContain(`"lists refused","code":"${code}"`);
  rmSync(join(lists.path, file));
  await waitFor(async () => {
    await pass(service, 60_000);
    return (await screen(service)).status === 'clear';
  });
  expect(await ready(service)).toMatchObject({ status: 200, lists: { status: 'ok', problems: [] } });
  expect(await screen(service)).toMatchObject({ status: 'clear' });
});

test('of a list that shrank or vanished before startup the last good version is used, unless that is accepted', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-whole-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const lists = directoryOf();
  const config = { dataDir, amlLists: [lists.path], masterKey: randomBytes(32) };
  const status = async (more = {}) => {
    const service = await startTestService({ config: { ...config, ...more } });
    await service.deps.lists.loaded(60_000);
    const screened = await screen(service);
    const { lists } = await ready(service);
    await service.close();
    const [list] = screened.dataset?.lists ?? [];
    return [screened.status, list?.name, list?.entities, lists.detail ?? ''] as const;
  };
  expect((await status())[0]).toBe('clear');
  lists.write(strangers.slice(20));
  expect(await status()).toEqual([
    'clear',
    'test_sanctions',
    30,
    expect.stringMatching(
      /list_shrunk: The list test_sanctions lost more entries than allowed: entities 10, after 30/,
    ),
  ]);
  lists.write(strangers.map((one) => ({ ...one, pep: true })));
  expect(await status()).toEqual([
    'clear',
    'test_sanctions',
    30,
    expect.stringMatching(/list_missing: .*test_sanctions is missing/),
  ]);
  const gone = { amlAcceptLists: ['test_sanctions@gone'] };
  expect((await status(gone)).slice(0, 2)).toEqual(['clear', 'test_peps']);
  expect((await status()).slice(0, 2)).toEqual(['clear', 'test_peps']);
});

test('restored older lists become the current version at startup, and monitoring uses them', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-whole-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const lists = directoryOf();
  const config = { dataDir, amlLists: [lists.path], masterKey: randomBytes(32) };
  const start = async () => {
    const service = await startTestService({ config });
    await service.deps.lists.loaded(60_000);
    return service;
  };
  const first = await start();
  const person = { fullName: 'Ada Lovelace', dateOfBirth: '1985-12-10' };
  await first.call('POST', '/aml/watch', { json: { person } });
  const { version } = first.deps.lists.inUse()!.index.dataset;
  await first.close();
  lists.write(strangers.with(0, { ...strangers[0]!, name: 'Nobody Else' }));
  const second = await start();
  expect(second.deps.lists.inUse()!.index.dataset.version).not.toBe(version);
  await second.close();
  lists.write(strangers);
  const third = await start();
  const inUse = third.deps.lists.inUse()!;
  expect([inUse.index.dataset.version, inUse.number]).toEqual([version, 3]);
  await third.tick();
  expect(await third.deps.db.selectFrom('aml_watches').select('aml_dataset').execute()).toEqual([
    { aml_dataset: 3 },
  ]);
  expect(await screen(third)).toMatchObject({ status: 'clear', dataset: { newerVersion: null } });
});

test('a list that is unconfirmed for a week is stale: in the log, /readyz and each screening', async () => {
  const server = await startListServer({ '/people.json': listOf(strangers) });
  onTestFinished(() => server.close());
  const service = await startTestService({ config: { amlLists: [`${server.url}/people.json`] } });
  await service.deps.lists.loaded(60_000);
  const { dataset } = await screen(service);
  expect(dataset.lists).toMatchObject([{ name: 'test_sanctions', isStale: false }]);
  await pass(service, 6 * 86_400_000);
  // A file that was written anew counts as compared once two polls have found it the same.
  await pass(service, 5 * 60_000);
  await service.tick();
  expect(await today(service)).toMatchObject({ result: 'unchanged' });
  expect((await screen(service)).dataset.lists[0].fetchedAt > dataset.lists[0].fetchedAt).toBe(true);
  server.files.clear();
  await pass(service, 8 * 86_400_000);
  await service.tick();
  expect(await today(service)).toMatchObject({ result: 'not_checked' });
  expect(await screen(service)).toMatchObject({
    status: 'unavailable',
    dataset: { lists: [{ isStale: true }], lacking: [{ list: 'test_sanctions', why: 'outdated' }] },
    warnings: [{ code: 'list_required', list: 'test_sanctions' }, { code: 'list_stale' }],
  });
  expect(await ready(service)).toMatchObject({
    status: 200,
    lists: {
      status: 'warn',
      detail: expect.stringContaining('missing or outdated: test_sanctions (outdated)'),
      problems: [{ code: 'list_unreachable' }, { code: 'list_stale' }],
    },
  });
  expect(service.logged()).toMatch(/"level":"warn","event":"lists stale","lists":"test_sanctions"/);
});

test('a refused file keeps the node ready while the last good lists are in use', async () => {
  const lists = directoryOf();
  const service = await startTestService({ config: { amlLists: [lists.path] } });
  await service.deps.lists.loaded(60_000);
  writeFileSync(join(lists.path, 'garbage.csv'), 'garbage\n');
  await waitFor(async () => {
    await pass(service, 60_000);
    return service.deps.lists.problems().length > 0;
  });
  expect(await ready(service)).toMatchObject({
    status: 200,
    lists: { status: 'warn', state: 'refused', inUse: 1, problems: [{ code: 'list_unrecognised' }] },
  });
  // It was asked for, and nobody was compared with it.
  expect(await screen(service)).toMatchObject({
    status: 'unavailable',
    warnings: [{ code: 'list_required' }],
  });
});

test('a shrinking list in use is not replaced and is reported, unless that version is accepted by name', async () => {
  const lists = directoryOf();
  const consents: string[] = [];
  const config = { amlLists: [lists.path], amlAcceptLists: consents };
  const service = await startTestService({ config });
  await service.deps.lists.loaded(60_000);
  const eventTypes = async () =>
    (await service.deps.db.selectFrom('events').select(['type', 'mode']).orderBy('id').execute())
      .filter(({ type, mode }) => type.startsWith('aml_list.') && mode === 'live')
      .map(({ type }) => type);
  const round = async () => {
    for (let i = 0; i < 3; i++) await pass(service, 5 * 60_000);
  };
  expect((await screen(service)).dataset.lists).toMatchObject([{ refused: null, publisher: null }]);
  lists.write(strangers.slice(1));
  await round();
  const refused = await screen(service);
  const since = expect.stringMatching(/^\d{4}-/);
  expect(refused).toMatchObject({
    status: 'clear',
    dataset: {
      lists: [{ entities: 30, refused: { why: expect.stringMatching(/entities 29, after 30/), since } }],
    },
    warnings: [{ code: 'list_refused', list: 'test_sanctions' }],
  });
  await round();
  expect((await screen(service)).dataset.lists[0].refused.since).toBe(refused.dataset.lists[0].refused.since);
  expect(await eventTypes()).toEqual(['aml_list.refused', 'aml_list.shrunk']);
  await service.tick();
  expect(await today(service)).toMatchObject({
    result: 'refused',
    detail: refused.dataset.lists[0].refused.why,
  });
  consents.push(/consent to (\S+)$/.exec(refused.dataset.lists[0].refused.why)![1]!);
  await round();
  expect((await screen(service)).dataset.lists).toMatchObject([{ entities: 29, refused: null }]);
  expect(await eventTypes()).toEqual(['aml_list.refused', 'aml_list.shrunk', 'aml_list.recovered']);
});

test('a long list truncated at its end is refused, one that lost entries elsewhere is accepted', async () => {
  const many = Array.from({ length: 250 }, (_, i) => ({ id: `NK-${i}`, name: `Ferran Quillon${i}` }));
  const lists = directoryOf(many);
  const service = await startTestService({ config: { amlLists: [lists.path] } });
  await service.deps.lists.loaded(60_000);
  const inUse = async (people: typeof many) => {
    lists.write(people);
    for (let i = 0; i < 3; i++) await pass(service, 5 * 60_000);
    const [list] = (await screen(service)).dataset.lists;
    return [list.entities, list.refused?.why ?? null];
  };
  const why = expect.stringMatching(
    /may be truncated: its last entry, NK-249, is missing\. .*consent to test_/,
  );
  expect(await inUse(many.slice(0, -2))).toEqual([250, why]);
  expect(await inUse(many.slice(1))).toEqual([
    250,
    expect.stringMatching(/its first entry, NK-0, is missing/),
  ]);
  expect(await inUse(many.toSpliced(100, 2))).toEqual([248, null]);
});

test('a process with older lists than the newest known gives no clear result', async () => {
  const listed = { id: 'NK-T', name: 'Torvald Emberquist', born: '1961' };
  const service = await startTestService({
    config: { amlLists: [directoryOf([...strangers, listed]).path] },
  });
  await service.deps.lists.loaded(60_000);
  const { db, clock } = service.deps;
  await db.insertInto('aml_datasets').values({ version: 'newer', number: 99, used_at: clock() }).execute();
  expect(await screen(service)).toMatchObject({
    status: 'unavailable',
    dataset: { newerVersion: 'newer' },
    warnings: [{ code: 'dataset_outdated', list: null }],
  });
  const person = { fullName: listed.name, dateOfBirth: '1961-04-17' };
  const { body: met } = await service.call('POST', '/aml/screen', { json: { person } });
  expect(met).toMatchObject({ status: 'possible_match', totalHits: 1 });
  const path = `/aml/screen/${met.id}`;
  expect((await ruleOut(service, met.id, met.hits[0].id)).status).toBe(200);
  expect((await service.call('GET', path)).body.status).toBe('unavailable');
  await db.deleteFrom('aml_datasets').where('version', '=', 'newer').execute();
  expect(await screen(service)).toMatchObject({ status: 'clear', warnings: [] });
});

test('each screening reports the number of entries listed only in scripts without vowels', async () => {
  const entries = [
    { id: 'NK-1', name: 'نور الله نوری' },
    { id: 'NK-2', name: 'Ferran Quillon' },
  ];
  const service = await startTestService({ config: { amlLists: [directoryOf(entries).path] } });
  await service.deps.lists.loaded(60_000);
  expect(await screen(service)).toMatchObject({
    status: 'clear',
    dataset: { namedWithoutVowels: 1 },
    warnings: [{ code: 'names_without_vowels', list: null, detail: expect.stringMatching(/^1 listed/) }],
  });
});

test('a directory has the age of its publication; without date and manifest the age is unknown', async () => {
  const lists = directoryOf();
  const service = await startTestService({ config: { amlLists: [lists.path] } });
  await service.deps.lists.loaded(60_000);
  expect((await screen(service)).dataset.lists).toMatchObject([{ fetchedAt: null, isStale: null }]);
  const old = readFileSync(join(lists.path, 'people.json'), 'utf8').replaceAll(
    '"schema"',
    '"last_seen":"2020-01-01T00:00:00","schema"',
  );
  writeFileSync(join(lists.path, 'people.json'), old);
  await pass(service, 60_000);
  await pass(service, 60_000);
  await pass(service, 60_000);
  expect((await screen(service)).dataset.lists).toMatchObject([
    { publishedAt: '2020-01-01T00:00:00.000Z', fetchedAt: null, isStale: true },
  ]);
});
