import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listOf } from '../../support/listServer.ts';
import { strangers } from '../../support/lists.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { waitFor } from '../../support/waitFor.ts';

const designated = { id: 'NK-new', name: 'Torvald Emberquist', born: '1961-04-17' };
const HEAD = 'id,name,dateOfBirth,kind\n';
const GOOD = `${HEAD}one,Ottoline Brackwater,1970-02-03,person\n`;
const BAD = `${HEAD}one,Ottoline Brackwater,the third of May,person\n`;

/** A directory with a publisher's list and the customer's own, each in its folder. */
function twoLists() {
  const path = mkdtempSync(join(tmpdir(), 'idv-each-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const folder of ['publisher', 'own']) mkdirSync(join(path, folder));
  const write = (people: typeof strangers) =>
    writeFileSync(join(path, 'publisher', 'people.json'), listOf(people));
  const writeOwn = (text: string) => writeFileSync(join(path, 'own', 'blocklist.csv'), text);
  write(strangers);
  writeOwn(GOOD);
  return { path, write, writeOwn };
}

async function started(path: string, more = {}) {
  // Far from midnight: the minutes that a test lets pass belong to one day of the record.
  const now = new Date(new Date().setUTCHours(12, 0, 0, 0));
  const service = await startTestService({ now, config: { amlLists: [path], ...more } });
  await service.deps.lists.loaded(60_000);
  return service;
}

const screen = async (service: TestService, fullName: string) =>
  (await service.call('POST', '/aml/screen', { json: { person: { fullName } }, key: service.keys.live }))
    .body;

/** Advances the clock by minutes, and checks the lists each time. */
async function minutes(service: TestService, count: number) {
  for (let minute = 0; minute < count; minute++) {
    service.advance(60_000);
    await service.deps.lists.poll();
  }
}

async function today(
  service: TestService,
): Promise<Record<string, { result: string; [more: string]: unknown }>> {
  service.advance(10 * 60_000);
  await service.tick();
  const { body } = await service.call('GET', '/aml/monitoring', { key: service.keys.live });
  return Object.fromEntries(body.days[0].lists.map((day: { list: string }) => [day.list, day]));
}

test('a slip in one list keeps the last good version of that list alone: a new designation on another is found', async () => {
  const lists = twoLists();
  const service = await started(lists.path);
  expect(await screen(service, designated.name)).toMatchObject({ status: 'clear', warnings: [] });
  await today(service);
  lists.writeOwn(BAD);
  await minutes(service, 3);
  lists.write([...strangers, designated]);
  await minutes(service, 3);
  expect(await screen(service, designated.name)).toMatchObject({
    status: 'possible_match',
    warnings: [{ code: 'list_refused', list: 'own_blocklist' }],
  });
  expect(await screen(service, 'Ottoline Brackwater')).toMatchObject({ status: 'possible_match' });
  const days = await today(service);
  expect(days['own_blocklist']).toMatchObject({ result: 'refused', detail: expect.stringContaining('date') });
  expect(days['own_blocklist']!['inUse']).not.toBe(days['own_blocklist']!['onDisk']);
  expect(days['test_sanctions']).toMatchObject({ result: 'changed', isStale: null, entities: 31 });
  expect(days['test_sanctions']!['inUse']).toBe(days['test_sanctions']!['onDisk']);
  lists.writeOwn(GOOD.replace('Brackwater', 'Brackmoor'));
  await minutes(service, 3);
  expect((await screen(service, 'Ottoline Brackmoor')).warnings).toEqual([]);
});

test('after a restart a list that became damaged meanwhile is used in its last good version', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-kept-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const lists = twoLists();
  const config = { dataDir, masterKey: Buffer.alloc(32, 7) };
  const first = await started(lists.path, config);
  await first.close();
  lists.writeOwn(BAD);
  lists.write([...strangers, designated]);
  const second = await started(lists.path, config);
  expect(await screen(second, 'Ottoline Brackwater')).toMatchObject({ status: 'possible_match' });
  expect(await screen(second, designated.name)).toMatchObject({ status: 'possible_match' });
  await second.close();
  rmSync(join(lists.path, 'own', 'blocklist.csv'));
  writeFileSync(join(lists.path, 'own', 'README'), 'Moved.\n');
  const third = await started(lists.path, config);
  expect(await screen(third, 'Ottoline Brackwater')).toMatchObject({
    status: 'possible_match',
    warnings: [
      { code: 'list_refused', list: 'own_blocklist', detail: expect.stringMatching(/own_blocklist@gone$/) },
    ],
  });
});

test('files that changed on disk and are not in use yet are never recorded as unchanged', async () => {
  const lists = twoLists();
  const service = await started(lists.path);
  await minutes(service, 2);
  const before = await today(service);
  expect(before['test_sanctions']).toMatchObject({ result: 'unchanged' });
  // None is due then: one by the timer could see the new file with the time of before.
  await service.deps.lists.poll();
  lists.write([...strangers, designated, { ...designated, id: 'NK-newer', name: 'Isolde Varnhagen' }]);
  // One poll sees the new file; a second one must find it settled before it is read.
  await waitFor(async () => {
    service.advance(60_000);
    await service.deps.lists.poll();
    return service.deps.lists.compared('test_sanctions').onDisk === null;
  });
  // The timer's poll is due at the day's tick: it must not find the file settled.
  lists.write([...strangers, designated]);
  const days = await today(service);
  expect(days['test_sanctions']!['checks']).toBe(before['test_sanctions']!['checks']);
  expect(Number(days['own_blocklist']!['checks'])).toBeGreaterThan(
    Number(before['own_blocklist']!['checks']),
  );
  await minutes(service, 2);
  expect((await today(service))['test_sanctions']).toMatchObject({ result: 'changed', entities: 31 });
});
