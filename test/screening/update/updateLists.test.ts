import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadLists } from '../../../src/screening/loading/loadLists.ts';
import { officialLists, secondAddress } from '../../../src/screening/update/listAddress.ts';
import { updateLists } from '../../../src/screening/update/updateLists.ts';
import { type ListServer, listOf, startListServer } from '../../support/listServer.ts';

const people = Array.from({ length: 200 }, (_, i) => ({ id: `NK-${i}`, name: `Ferran Quillon${i}` }));

async function start(files: Record<string, string> = { '/a/people.json': listOf(people) }) {
  const server = await startListServer(files);
  onTestFinished(() => server.close());
  const root = mkdtempSync(join(tmpdir(), 'idv-lists-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const directory = join(root, 'lists');
  const addresses = Object.keys(files).map((path) => `${server.url}${path}`);
  return { server, root, directory, update: () => updateLists(addresses, directory) };
}

/** The text of the file that is in use. */
function storedList(directory: string): string {
  const [folder] = readdirSync(directory);
  return readFileSync(join(directory, folder!, 'people.json'), 'utf8');
}

test('downloads a list again only if it changed', async () => {
  const { server, root, directory, update } = await start();
  expect(await update()).toMatchObject({ changed: true, failures: [], directories: [expect.anything()] });
  expect(storedList(directory)).toBe(listOf(people));
  expect(await update()).toMatchObject({ changed: false, failures: [] });
  server.files.set('/a/people.json', listOf(people.toSpliced(5, 1)));
  expect(await update()).toMatchObject({ changed: true, failures: [] });
  expect(storedList(directory)).toBe(listOf(people.toSpliced(5, 1)));
  expect(server.answered).toEqual(['200 /a/people.json', '304 /a/people.json', '200 /a/people.json']);
  expect(readdirSync(root)).toEqual(['lists']);
});

test('downloads a file again if it was changed on disk', async () => {
  const { server, directory, update } = await start();
  await update();
  const [folder] = readdirSync(directory);
  rmSync(join(directory, folder!, 'people.json'));
  expect(await update()).toMatchObject({ changed: true });
  expect(server.answered).toEqual(['200 /a/people.json', '200 /a/people.json']);
});

test.each<[why: string, damage: (server: ListServer) => void, failure: RegExp]>([
  [
    'is half of what it was',
    ({ files }) => files.set('/a/people.json', listOf(people.slice(0, 100))),
    /lost more entries than allowed: entities 100, after 200/,
  ],
  [
    'names a few people less than it may',
    ({ files }) =>
      files.set(
        '/a/people.json',
        listOf(people.slice(0, 197).map((one) => ({ ...one, aliases: ['x'.repeat(200)] }))),
      ),
    /entities 197, after 200/,
  ],
  ['is empty', ({ files }) => files.set('/a/people.json', ''), /empty/],
  [
    'is a page of a portal',
    ({ files }) => files.set('/a/people.json', `<html>${'<p>Sign in</p>'.repeat(999)}`),
    /sent a web page instead of the file: a sign-in/,
  ],
  [
    'is refused by a firewall',
    (server) => {
      server.instead = (response) => response.writeHead(403).end('Forbidden');
    },
    /answered 403: its firewall refuses the request\. Set AML_CONTACT/,
  ],
  [
    'is broken',
    ({ files }) => files.set('/a/people.json', listOf(people).replaceAll('"schema"', 'schema')),
    /not a list|damaged/,
  ],
  ['is gone', ({ files }) => files.clear(), /answered 404/],
  [
    'breaks off',
    (server) => {
      server.instead = (response) =>
        response.writeHead(200, { 'Content-Length': '99999' }).write('{"id', () => response.destroy());
    },
    /connection to .* was lost/,
  ],
  [
    'moved to where anybody could change it',
    (server) => {
      server.instead = (response) => response.writeHead(302, { Location: 'http://lists.example/a' }).end();
    },
    /without https/,
  ],
])('a list that %s keeps its last good file', async (_, damage, failure) => {
  const { server, root, directory, update } = await start();
  await update();
  damage(server);
  const result = await update();
  expect(result).toMatchObject({
    changed: false,
    failures: [{ reason: expect.stringMatching(failure) }],
    directories: [expect.anything()],
  });
  expect(storedList(directory)).toBe(listOf(people));
  expect(readdirSync(root)).toEqual(['lists']);
});

test('a list in several files is changed as one', async () => {
  const { server, directory, update } = await start({
    '/a/people.json': listOf(people),
    '/a/more.json': listOf([{ id: 'NK-x', name: 'Imre Volkov' }]),
  });
  await update();
  server.files.set('/a/people.json', listOf(people.slice(1)));
  server.files.delete('/a/more.json');
  expect(await update()).toMatchObject({
    changed: false,
    failures: [{ code: 'list_unreachable', reason: expect.stringMatching(/404/) }],
  });
  expect(storedList(directory)).toBe(listOf(people));
});

test('an address that never gave a file is in the manifest, and the others are no whole directory', async () => {
  const { server, directory } = await start();
  const addresses = [`${server.url}/a/people.json`, `${server.url}/b/never.json`];
  const failed = await updateLists(addresses, directory);
  expect(failed).toMatchObject({ failures: [{ addresses: [addresses[1]] }], missing: [addresses[1]] });
  await expect(loadLists([directory])).rejects.toThrow(
    /b\/never\.json was asked for and has never given a good file \(127\.0\.0\.1:\d+ answered 404/,
  );
  server.files.set('/b/never.json', listOf(people));
  expect(await updateLists(addresses, directory)).toMatchObject({ failures: [], missing: [] });
  expect((await loadLists([directory])).dataset.lists).toHaveLength(1);
});

test('requests name the product and a contact', async () => {
  const { server, directory } = await start();
  const contact = 'compliance@bank.example';
  await updateLists([`${server.url}/a/people.json`], directory, { contact });
  expect(server.agents).toEqual([
    expect.stringMatching(/^Mozilla\/5\.0 .*idv-verify.*\+compliance@bank\.example\)$/),
  ]);
});

test('the files of OFAC have a documented address and a second one', () => {
  const [sdn] = officialLists;
  expect(sdn).toBe('https://sanctionslistservice.ofac.treas.gov/api/download/SDN.CSV');
  expect(secondAddress(new URL(sdn!))?.href).toBe('https://www.treasury.gov/ofac/downloads/sdn.csv');
  expect(secondAddress(new URL(officialLists.at(-1)!))).toBeNull();
});

test('list URLs must use https, or http to this machine', async () => {
  const { directory } = await start();
  await expect(updateLists(['http://lists.example/a.json'], directory)).rejects.toThrow(/https/);
});

test.each(['127.0.0.1', 'localhost'])('a redirect to %s of another server is not followed', async (host) => {
  const inside = await startListServer({ '/secret': listOf(people) });
  onTestFinished(() => inside.close());
  const { server, update } = await start();
  const Location = `http://${host}:${new URL(inside.url).port}/secret`;
  server.instead = (response) => response.writeHead(302, { Location }).end();
  const { failures } = await update();
  expect(failures[0]?.reason).toMatch(/is a redirect into a private network/);
  expect(inside.answered).toEqual([]);
});

test('a redirect on the same server is followed', async () => {
  const { server, update } = await start();
  const Location = '/b/people.json';
  server.instead = (response) => {
    server.instead = null;
    server.files.set(Location, server.files.get('/a/people.json')!);
    response.writeHead(302, { Location }).end();
  };
  expect(await update()).toMatchObject({ changed: true, failures: [] });
});

test('a list cannot shrink step by step; one named version may be accepted', async () => {
  const { server, directory } = await start();
  const update = (consents: string[] = []) =>
    updateLists([`${server.url}/a/people.json`], directory, { consents });
  await update();
  server.files.set('/a/people.json', listOf(people.toSpliced(1, 2)));
  expect(await update()).toMatchObject({ changed: true, failures: [] });
  server.files.set('/a/people.json', listOf(people.toSpliced(1, 4)));
  const { failures } = await update();
  expect(failures).toMatchObject([{ code: 'list_shrunk' }]);
  const consent = /consent to (\S+@\S+)/.exec(failures[0]!.reason)![1]!;
  expect(await update(['test_sanctions@undated-000000000000'])).toMatchObject({ changed: false });
  expect(await update([consent])).toMatchObject({ changed: true, failures: [] });
  expect(storedList(directory)).toBe(listOf(people.toSpliced(1, 4)));
});

test('a file that was replaced or deleted after its download is refused', async () => {
  const { directory, update } = await start();
  await update();
  const [folder] = readdirSync(directory);
  const file = join(directory, folder!, 'people.json');
  const [list] = (await loadLists([directory])).dataset.lists;
  expect(Date.now() - Date.parse(list!.fetchedAt!)).toBeLessThan(60_000);
  writeFileSync(file, listOf(people.slice(1)));
  await expect(loadLists([directory])).rejects.toThrow(/differs from the downloaded file/);
  rmSync(file);
  await expect(loadLists([directory])).rejects.toThrow(/is missing/);
});
