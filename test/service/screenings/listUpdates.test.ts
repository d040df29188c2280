import { describe, expect, onTestFinished, test } from 'vitest';
import { type ListServer, listOf, startListServer } from '../../support/listServer.ts';
import { listDirectory, strangers, untilListsChange } from '../../support/lists.ts';
import { readinessOf } from '../../support/readinessOf.ts';
import { type DatabaseKind, databases, startTestService, type TestService } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';
import { waitFor } from '../../support/waitFor.ts';

const PATH = '/lists/people.json';
const listed = { id: 'NK-wanted', name: 'Ileana Vrajitoru', born: '1966-02-03', country: 'ro' };
const person = { fullName: 'Ileana Vrajitoru', dateOfBirth: '1966-02-03' };

/** For tests that write nothing database-specific. */
const anyDatabase = databases.at(-1)!;

async function start(database: DatabaseKind = anyDatabase) {
  const server = await startListServer({ [PATH]: listOf(strangers) });
  onTestFinished(() => server.close());
  const config = { amlLists: [`${server.url}${PATH}`] };
  return { server, start: () => startTestService({ database, config, listThreads: true }) };
}

const screen = async (service: TestService, json: object = { person }) =>
  (await service.call('POST', '/aml/screen', { json, key: service.keys.live })).body;

/** Lets the service ask the server again. */
async function download(service: TestService, server: ListServer) {
  const before = server.answered.length;
  await waitFor(async () => {
    service.advance(6 * 3_600_000);
    await service.deps.lists.poll();
    return server.answered.length > before;
  });
  await service.deps.lists.poll();
}

describe.each(databases)('lists on %s', (database) => {
  test('are downloaded on schedule and replaced while requests continue', async () => {
    const { server, start: startService } = await start(database);
    const service = await startService();
    await service.deps.lists.loaded(60_000);
    const before = await screen(service);
    expect(before).toMatchObject({
      status: 'clear',
      dataset: {
        publishedAt: null,
        lists: [{ name: 'test_sanctions', entities: strangers.length, rejectedRows: 0, isStale: false }],
      },
    });
    server.files.set(PATH, listOf([...strangers, listed]));
    let isOver = false;
    const change = untilNew(service).finally(() => {
      isOver = true;
    });
    const results = new Set<string>();
    while (!isOver) {
      const { status, dataset } = await screen(service);
      // Between the download and the loading the node knows of a newer version than it has.
      if (status !== 'unavailable') results.add(`${status} by ${dataset.version}`);
    }
    await change;
    const after = await screen(service);
    expect(after).toMatchObject({ status: 'possible_match', hits: [{ id: 'NK-wanted' }] });
    results.add(`possible_match by ${after.dataset.version}`);
    expect([...results]).toEqual([
      `clear by ${before.dataset.version}`,
      `possible_match by ${after.dataset.version}`,
    ]);
  });
});

describe('lists of a server', () => {
  test('that are damaged are refused, and the old ones stay in use', async () => {
    const { server, start: startService } = await start();
    const service = await startService();
    await service.deps.lists.loaded(60_000);
    const { dataset } = await screen(service);
    server.files.set(PATH, listOf([...strangers, listed]).replaceAll('"schema"', 'schema'));
    await download(service, server);
    const { fetchedAt: _, refused: _refused, ...list } = dataset.lists[0];
    expect(await screen(service)).toMatchObject({
      status: 'clear',
      dataset: { version: dataset.version, lists: [list] },
    });
    expect(service.logged()).toMatch(
      /"level":"warn","event":"list not updated","code":"list_(unrecognised|damaged)"/,
    );
  });

  test('that never arrived give no clear result', async () => {
    const { server, start: startService } = await start();
    server.files.clear();
    const service = await startService();
    await service.deps.lists.loaded(60_000);
    expect(await screen(service)).toMatchObject({ status: 'unavailable', dataset: null, hits: [] });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    const { checks } = await readinessOf(service);
    expect(checks.lists.detail).toContain('list_missing');
    server.files.set(PATH, listOf(strangers));
    await download(service, server);
    expect(await screen(service)).toMatchObject({ status: 'clear' });
  });
});

test('while lists are loading the service answers, and screens pending requests afterwards', async () => {
  // Side by side, since an answer waits five seconds for the lists.
  await Promise.all(databases.map(askWhileLoading));
});

describe('a directory of lists', () => {
  test('is read again after its files stop changing', async () => {
    const lists = listDirectory(strangers);
    onTestFinished(lists.remove);
    const service = await startTestService({ database: anyDatabase, config: { amlLists: [lists.path] } });
    await service.deps.lists.loaded(60_000);
    expect(await screen(service)).toMatchObject({ status: 'clear' });
    lists.write([...strangers, listed]);
    await untilListsChange(service);
    expect(await screen(service)).toMatchObject({ status: 'possible_match' });
  });

  test('that loses most of its people is refused', async () => {
    const lists = listDirectory([...strangers, listed]);
    onTestFinished(lists.remove);
    const service = await startTestService({ database: anyDatabase, config: { amlLists: [lists.path] } });
    await service.deps.lists.loaded(60_000);
    lists.write(strangers.slice(20));
    await waitFor(async () => {
      service.advance(60_000);
      await service.deps.lists.poll();
      return /"lists refused","code":"list_shrunk","reason":"The list test_sanctions lost more entries than allowed: entities 10, after 31/.test(
        service.logged(),
      );
    });
    expect(await screen(service)).toMatchObject({ status: 'possible_match' });
  });

  test('with sanctions only gives no clear result for political exposure', async () => {
    const lists = listDirectory(strangers);
    onTestFinished(lists.remove);
    const service = await startTestService({ database: anyDatabase, config: { amlLists: [lists.path] } });
    await service.deps.lists.loaded(60_000);
    expect(await screen(service, { person, lists: ['pep'] })).toMatchObject({ status: 'unavailable' });
    expect(await screen(service, { person, lists: ['sanctions'] })).toMatchObject({ status: 'clear' });
    lists.write([...strangers, { ...listed, pep: true }]);
    await untilListsChange(service);
    expect(await screen(service, { person, lists: ['pep'] })).toMatchObject({ status: 'possible_match' });
    expect(await screen(service, { person, lists: ['sanctions'] })).toMatchObject({ status: 'clear' });
  });
});

test('a missing directory ends startup with a clear message', async () => {
  const start = startTestService({ database: anyDatabase, config: { amlLists: ['/nowhere/lists'] } });
  await expect(start).rejects.toThrow('The directory /nowhere/lists of the setting AML_LISTS cannot be read');
});

async function untilNew(service: TestService) {
  const before = service.deps.lists.inUse()!.number;
  await waitFor(async () => {
    service.advance(6 * 3_600_000);
    await service.deps.lists.poll();
    return service.deps.lists.inUse()!.number !== before;
  });
}

async function askWhileLoading(database: DatabaseKind) {
  const { server, start: startService } = await start(database);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.instead = (response) => void released.then(() => response.end(listOf([...strangers, listed])));
  const service = await startService();
  expect((await fetch(`${service.url}/healthz`)).status, database).toBe(200);
  expect((await fetch(`${service.url}/readyz`)).status, database).toBe(503);
  const verification = await verify(service);
  await verification.details({ givenName: 'Ileana', familyName: 'Vrajitoru', dateOfBirth: '1966-02-03' });
  const [ofPerson, ofCase] = await Promise.all([
    screen(service),
    service.call('POST', '/aml/screen', { json: { caseId: verification.id } }),
  ]);
  const processing = { status: 'processing', dataset: null, hits: [], completedAt: null };
  expect(ofPerson, database).toMatchObject(processing);
  expect(ofCase.body, database).toMatchObject({ status: 'processing', caseId: verification.id });
  expect((await verification.read()).checks.aml.status, database).toBe('processing');

  release();
  await service.deps.lists.loaded(60_000);
  service.advance(1000);
  await service.tick();
  const path = `/aml/screen/${ofPerson.id}`;
  const done = await service.call('GET', path, { key: service.keys.live });
  expect(done.body, database).toMatchObject({ status: 'possible_match', hits: [{ id: 'NK-wanted' }] });
  expect((await verification.read()).checks.aml.status, database).toBe('possible_match');
  const rows = await service.deps.db.selectFrom('events').selectAll().execute();
  const completed = rows.filter(({ type }) => type === 'aml_screening.completed').map(({ data }) => data);
  expect(
    completed.map(({ screeningId }) => screeningId),
    database,
  ).toContain(ofPerson.id);
  expect((await fetch(`${service.url}/readyz`)).status, database).toBe(200);
}
