import type { IncomingMessage } from 'node:http';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { runChecks } from '../../src/service/cli/runChecks.ts';
import { openKeyBucketToRead } from '../../src/service/keys/openKeyBucket.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { objectsIn, temporaryFolder, wayToKeys } from '../support/keyBucket.ts';
import { startTestService } from '../support/service.ts';
import { sharedStores } from '../support/sharedStores.ts';

const storeOf = sharedStores();

/** The objects that are stored: without `ListBucket` S3 forbids to read any other. */
const stored = new Set<string>();
afterEach(() => stored.clear());

const isObject = ({ url = '' }: IncomingMessage) => !/[?&](prefix|versioning|object-lock)\b/.test(url);
const isStored = ({ url = '' }: IncomingMessage) => stored.has(url.split('?')[0]!);

const lacks: Record<string, (request: IncomingMessage) => boolean> = {
  ListBucket: (request) => request.method === 'GET' && /[?&]prefix\b/.test(request.url!),
  // As a policy that allows to list one prefix, and not the whole bucket.
  'ListBucket of missing objects': (request) =>
    request.method === 'GET' && isObject(request) && !isStored(request),
  GetObject: (request) => request.method === 'GET' && isObject(request) && isStored(request),
  PutObject: ({ method }) => method === 'PUT',
  DeleteObject: ({ method }) => method === 'DELETE',
};

async function wayWithout(lacking: keyof typeof lacks) {
  const store = await storeOf('s3rver');
  const { way, keys: place } = await wayToKeys(store);
  way.refuses = (request) => {
    if (lacks[lacking]!(request)) return true;
    if (request.method === 'PUT') stored.add(request.url!.split('?')[0]!);
    return false;
  };
  return { store, way, place };
}

const cases = (['pictures', 'keys'] as const).flatMap((which) =>
  Object.keys(lacks).map((lacking) => ({ which, lacking })),
);

test.each(cases)('a start and doctor refuse credentials for $which without $lacking', async (row) => {
  const { which, lacking } = row;
  const { store, place } = await wayWithout(lacking);
  const said = `of ${which.toUpperCase()} lack the right ${lacking.split(' ')[0]} (AccessDenied)`;
  await expect(startTestService({ config: { [which]: place, dataDir: temporaryFolder() } })).rejects.toThrow(
    said,
  );
  const found: string[] = [];
  const config = { ...readConfig({ DATA_DIR: temporaryFolder() }), [which]: place };
  await runChecks(config, ({ check, level, text }) => found.push(`${check} ${level} ${text}`));
  expect(found.find((text) => text.startsWith(`${which} fail`))).toContain(said);
  // What cannot be deleted was never stored.
  expect(await objectsIn(store, place.prefix)).toEqual([]);
});

test.each(['Enabled', 'Suspended', 'Locked'] as const)(
  'a bucket of pictures that keeps what is deleted (%s) is said at the start and by doctor',
  async (versions) => {
    const { way, keys: place } = await wayToKeys(await storeOf('s3rver'));
    const finding = async () => {
      const found: string[] = [];
      const config = { ...readConfig({ DATA_DIR: temporaryFolder() }), pictures: place };
      await runChecks(config, ({ check, level, text }) => found.push(`${check} ${level} ${text}`));
      return found.find((text) => text.startsWith('pictures '));
    };
    expect(await finding()).toContain('pictures ok');
    way.versions = versions;
    expect(await finding()).toMatch(
      new RegExp(`^pictures warn .*\\(${versions}\\): pictures that are deleted stay`),
    );
    const service = await startTestService({ config: { pictures: place } });
    await expect.poll(service.logged).toMatch(new RegExp(`"pictures are kept".*\\(${versions}\\)`));
  },
);

test('whoever only reads needs no right to write, and doctor tries none where it is told so', async () => {
  const { way, place } = await wayWithout('PutObject');
  way.refuses = ({ method }) => method === 'PUT' || method === 'DELETE';
  const { bucket } = await openKeyBucketToRead(place, { storedId: null, isMoving: false });
  onTestFinished(() => bucket.close());
  const config = { ...readConfig({ DATA_DIR: temporaryFolder() }), keys: place };
  const found: string[] = [];
  const note = ({ check, level }: { check: string; level: string }) => found.push(`${check} ${level}`);
  await runChecks(config, note, { withWrites: false });
  expect(found).toContain('keys ok');
});
