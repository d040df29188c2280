import { expect, test } from 'vitest';
import { settingNames } from '../../src/service/settings/config.ts';
import { misspeltSettings } from '../../src/service/settings/misspeltSettings.ts';

test.each([
  ['AML_LIST', 'AML_LISTS'],
  ['IDV_MASTERKEY', 'IDV_MASTER_KEY'],
  ['IDV_MASTER_KEY_FLIE', 'IDV_MASTER_KEY_FILE'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['PROT', 'PORT'],
  ['log_level', 'LOG_LEVEL'],
  ['RETENTION_DETAIL_DAY', 'RETENTION_DETAILS_DAYS'],
  ['METRICS_BEARER_TOKEN', 'METRICS_TOKEN'],
  ['DB_POOL_SIZE', 'DB_POOL'],
])('%s is reported, with the suggestion %s', (name, nearest) => {
  expect(misspeltSettings({ [name]: 'x' })).toEqual([
    `The setting ${name} does not exist and is ignored. Did you mean ${nearest}?`,
  ]);
});

test.each(['PICTURES_BUCKET', 'PICTURES_FORCE_PATH_STYLE', 'KEYS_BUCKET', 'KEYS_ENDPOINT_URL'])(
  '%s is reported',
  (name) => {
    expect(misspeltSettings({ [name]: 'x' })).toEqual([
      expect.stringContaining(`The setting ${name} does not`),
    ]);
  },
);

test('settings and variables of other programs are not reported', () => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'DB_HOST', 'POSTGRES_USER', 'IDV_API_KEY', 'IDV_VERIFY_PORT'];
  const links = ['IDV_VERIFY_SERVICE_HOST', 'IDV_VERIFY_SERVICE_PORT_HTTP', 'IDV_VERIFY_PORT_80_TCP_ADDR'];
  const names = [...settingNames, 'DATABASE_URL_FILE', 'OTEL_SERVICE_NAME', 'NODE_ENV', ...others, ...links];
  expect(misspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
