import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { generateKey } from '../../src/contract/keys.ts';
import { lockDataDir } from '../../src/service/db/lockDataDir.ts';
import { exposedSlots } from '../../src/service/keys/openKeyBucket.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';

test('no setting is required', () => {
  expect(readConfig({ PORT: '', UNRELATED: 'x' })).toMatchObject({
    host: '127.0.0.1',
    port: 4010,
    databaseUrl: null,
    masterKey: null,
    bootstrapKeys: [],
    webhooks: { allowLoopback: false, timeScale: 1 },
    logLevel: 'info',
  });
});

test('settings are read', () => {
  const keys = [generateKey('secret', 'test'), generateKey('secret', 'live')];
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: 'postgres://idv@localhost/idv',
    IDV_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    IDV_BOOTSTRAP_KEY: keys.join(' , '),
    PUBLIC_URL: 'https://idv.example/',
    RATE_LIMIT_SCALE: '0.5',
  });
  expect(config).toMatchObject({ port: 0, bootstrapKeys: keys, publicUrl: 'https://idv.example' });
  expect(config.masterKey).toHaveLength(32);
  expect(config.rateLimitScale).toBe(0.5);
});

test.each([
  ['PORT', '70000'],
  ['PORT', '4010.5'],
  ['PUBLIC_URL', 'idv.example'],
  ['PUBLIC_URL', 'https://idv.example/?region=eu'],
  ['PUBLIC_URL', 'https://shop.example/identity'],
  ['PUBLIC_URL', 'https://someone:secret@idv.example'],
  ['TRUST_PROXY', '-1'],
  ['DATABASE_URL', 'mysql://localhost/idv'],
  ['IDV_BOOTSTRAP_KEY', 'idv_live_tooshort'],
  ['IDV_BOOTSTRAP_KEY', generateKey('session', 'live')],
  ['IDV_MASTER_KEY', 'c2hvcnQ='],
  ['RETENTION_DETAILS_DAYS', 'never'],
  ['WEBHOOK_ALLOW_LOOPBACK', 'yes'],
  ['WEBHOOK_TIME_SCALE', 'fast'],
  ['RATE_LIMIT_SCALE', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['KEYS', '/srv/keys'],
  ['KEYS', 's3://Keys'],
  ['KEYS', 's3://keys/..'],
  ['PICTURES', 's3://pictures/.'],
  ['PICTURES', 's3://pictures/a/../b'],
  ['PICTURES', 's3://b..c'],
  ['KEYS_ENDPOINT', 'https://someone:secret@store.example'],
  ['KEYS_REGION', 'eu central'],
  ['KEYS_PATH_STYLE', 'yes'],
  ['KEYS_TIMEOUT_MS', '50'],
])('%s=%s is refused with the name of the setting', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^The setting ${name} must be .+\\.$`));
});

test('pictures and data keys in one bucket are refused, whatever their prefixes', () => {
  const both = { PICTURES: 's3://idv/pictures', KEYS: 's3://idv/keys' };
  const refusal =
    /^The settings KEYS and PICTURES name the same bucket, idv\. Make a bucket of its own for KEYS/;
  expect(() => readConfig(both)).toThrow(refusal);
  const [PICTURES_ENDPOINT, KEYS_ENDPOINT] = ['https://store.example', 'https://store.example/'];
  expect(() => readConfig({ ...both, PICTURES_ENDPOINT, KEYS_ENDPOINT })).toThrow(refusal);
  expect(readConfig({ ...both, KEYS: 's3://idv-keys/keys' }).keys).toMatchObject({ bucket: 'idv-keys' });
  expect(readConfig({ ...both, KEYS_ENDPOINT }).keys).toMatchObject({ endpoint: KEYS_ENDPOINT });
});

test.each([
  ['http://store.internal:8080', true],
  ['http://10.0.0.7', true],
  ['https://store.internal', false],
  ['http://localhost:4568', false],
  ['http://127.0.0.1:4568', false],
  ['http://[::1]:4568', false],
])('data keys at %s cross the network readable: %s', (KEYS_ENDPOINT, isExposed) => {
  const problem = exposedSlots(readConfig({ KEYS: 's3://idv-keys', KEYS_ENDPOINT }).keys);
  expect(problem !== null).toBe(isExposed);
});

test('a bucket is read with its defaults, and its address requires it', () => {
  const endpoint = 'https://store.example';
  expect(readConfig({ KEYS: 's3://idv-keys/live/', KEYS_ENDPOINT: endpoint }).keys).toEqual({
    bucket: 'idv-keys',
    prefix: 'live',
    endpoint,
    region: 'us-east-1',
    pathStyle: true,
    timeoutMs: 3000,
  });
  expect(readConfig({ KEYS: 's3://idv-keys' })).toMatchObject({
    keys: { prefix: '', endpoint: null, region: null, pathStyle: false },
    pictures: null,
  });
  for (const which of ['PICTURES', 'KEYS'])
    for (const [end, value] of [
      ['ENDPOINT', endpoint],
      ['REGION', 'eu-central-1'],
      ['PATH_STYLE', 'true'],
      ['TIMEOUT_MS', '5000'],
    ])
      expect(() => readConfig({ [`${which}_${end}`]: value })).toThrow(`${which}_${end} requires ${which}.`);
});

test('a shared database requires a master key', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://localhost/idv' })).toThrow(
    'IDV_MASTER_KEY is required',
  );
});

test('a data directory that cannot be created is refused by name', () => {
  const parent = mkdtempSync(join(tmpdir(), 'idv-test-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const file = join(parent, 'file');
  writeFileSync(file, '');
  expect(() => lockDataDir(file)).toThrow(/^The setting DATA_DIR must be .+\.$/);
  expect(() => lockDataDir(join(file, 'below'))).toThrow(/^The setting DATA_DIR must be .+\.$/);
  mkdirSync(join(parent, 'locked', 'lock.1'), { recursive: true });
  expect(() => lockDataDir(join(parent, 'locked'))).toThrow(/^The setting DATA_DIR must be .+\.$/);
});

// In a separate process, because an endless loop would block the test too.
test.runIf(existsSync('/proc'))('a data directory that is not writable is refused', async () => {
  const { exited, err } = startServiceProcess({ DATA_DIR: '/proc/idv' });
  expect(await exited).toBe(1);
  expect(err()).toMatch(/^The setting DATA_DIR must be .+\.\n$/);
});

test.each(['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'])('%s leads no bucket past its settings', (name) => {
  const env = { KEYS: 's3://idv-keys', [name]: 'http://store.example' };
  expect(() => readConfig(env)).toThrow(`${name} leads KEYS to another address`);
  const KEYS_ENDPOINT = 'https://store.example';
  expect(readConfig({ ...env, KEYS_ENDPOINT }).keys?.endpoint).toBe(KEYS_ENDPOINT);
});
