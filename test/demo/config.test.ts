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
    hasHandoff: false,
    hasOwnCertificate: false,
    operator: null,
  });
});

test('names who is responsible', () => {
  const operator = { DEMO_OPERATOR: 'Example Ltd', DEMO_CONTACT: 'privacy@demo.example' };
  const env = { IDV_API_KEY: 'k', DEMO_URL: 'https://demo.example', ...operator };
  expect(readConfig(env).operator).toEqual({ name: 'Example Ltd', contact: 'privacy@demo.example' });
});

test('a phone takes part by default only where it can reach the site', () => {
  const operator = { DEMO_OPERATOR: 'Example Ltd', DEMO_CONTACT: 'privacy@demo.example' };
  const handoff = (env: object) => readConfig({ IDV_API_KEY: 'k', ...operator, ...env }).hasHandoff;
  expect(handoff({ DEMO_URL: 'https://192.168.1.7:4000' })).toBe(true);
  expect(handoff({ DEMO_URL: 'http://127.0.0.1:4000' })).toBe(false);
  expect(handoff({ DEMO_HANDOFF: 'true' })).toBe(true);
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
  [{ IDV_API_KEY: 'k', DEMO_URL: 'https://demo.example' }, /DEMO_OPERATOR/],
  [{ IDV_API_KEY: 'k', DEMO_URL: 'https://demo.example', DEMO_OPERATOR: 'A' }, /DEMO_CONTACT/],
  [{ IDV_API_KEY: 'k', DEMO_OPERATOR: 'A', DEMO_CONTACT: 'nobody' }, /DEMO_CONTACT/],
  [{ IDV_API_KEY: 'k', DEMO_OWN_CERTIFICATE: 'no' }, /DEMO_OWN_CERTIFICATE/],
])('refuses %j and names the setting', (env, name) => {
  expect(() => readConfig(env)).toThrow(name);
});
