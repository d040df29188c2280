import { expect, test } from 'vitest';
import { readConfig } from '../../demo/config.ts';

test('requires only a key', () => {
  expect(readConfig({ IDV_API_KEY: 'idv_test_x' })).toEqual({
    host: '127.0.0.1',
    port: 4000,
    siteUrl: 'http://localhost:4000',
    apiKey: 'idv_test_x',
    apiUrl: 'http://127.0.0.1:4010/v1',
    webhookUrl: 'http://127.0.0.1:4000/webhooks/idv',
    limitScale: 1,
    walletUrl: null,
    isBehindProxy: false,
    hasHandoff: true,
  });
});

test.each([
  [{}, /IDV_API_KEY/],
  [{ IDV_API_KEY: 'k', DEMO_PORT: 'x' }, /DEMO_PORT/],
  [{ IDV_API_KEY: 'k', DEMO_PORT: '70000' }, /DEMO_PORT/],
  [{ IDV_API_KEY: 'k', IDV_BASE_URL: 'localhost' }, /IDV_BASE_URL/],
  [{ IDV_API_KEY: 'k', DEMO_URL: 'x' }, /DEMO_URL/],
  [{ IDV_API_KEY: 'k', DEMO_LIMIT_SCALE: '0' }, /DEMO_LIMIT_SCALE/],
  [{ IDV_API_KEY: 'k', DEMO_BEHIND_PROXY: 'yes' }, /DEMO_BEHIND_PROXY/],
  [{ IDV_API_KEY: 'k', DEMO_HANDOFF: 'no' }, /DEMO_HANDOFF/],
])('refuses %j and names the setting', (env, name) => {
  expect(() => readConfig(env)).toThrow(name);
});
