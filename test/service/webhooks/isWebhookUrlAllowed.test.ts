import { expect, test } from 'vitest';
import { isWebhookUrlAllowed } from '../../../src/service/webhooks/webhookAddresses.ts';

test.each([
  'https://example.com/hooks',
  'https://example.com:8443/hooks?tenant=1',
  'https://example.com.:443/',
  'https://1.1.1.1/',
  'https://[2606:4700:4700::1111]/',
])('%s may be registered', (url) => {
  expect(isWebhookUrlAllowed(url, { allowLoopback: false })).toBe(true);
});

const loopback = [
  'http://127.0.0.1:4000/hooks',
  'http://localhost:4000/',
  'http://shop.localhost/',
  'http://[::1]:80/',
  'http://2130706433/',
  'http://0x7f.1/',
  'https://localhost:8443/',
];
test.each(loopback)('%s may be registered only where loopback is allowed', (url) => {
  expect(isWebhookUrlAllowed(url, { allowLoopback: true })).toBe(true);
  expect(isWebhookUrlAllowed(url, { allowLoopback: false })).toBe(false);
});

test.each([
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user@example.com/',
  'https://user:password@example.com/',
  'https://example.com/#part',
  'https://example.com:22/',
  'https://example.com:80/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://167772161/',
  'https://012.0.0.1/',
  'https://0.0.0.0/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://intranet/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://metadata.google.internal./',
  'https://router.home.arpa/',
  'http://user@localhost/',
])('%s is refused, even where loopback is allowed', (url) => {
  expect(isWebhookUrlAllowed(url, { allowLoopback: true })).toBe(false);
});
