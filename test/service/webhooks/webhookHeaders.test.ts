import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { generateWebhookSecret } from '../../../src/contract/webhookSignature.ts';
import { webhookHeaders } from '../../../src/service/webhooks/attemptDelivery.ts';

const [current, previous] = [generateWebhookSecret(), generateWebhookSecret()];
const message = { id: 'evt_1', timestamp: Math.floor(Date.now() / 1000), body: '{"id":"evt_1","text":"ä"}' };

describe('the headers of an attempt', () => {
  test.each([current, previous])('verify with each current secret', async (secret) => {
    const headers = await webhookHeaders(message, [current, previous]);
    expect(new Webhook(secret).verify(message.body, lower(headers))).toEqual(JSON.parse(message.body));
  });

  test('name the type and the length in bytes', async () => {
    const headers = await webhookHeaders(message, [current]);
    expect(headers).toMatchObject({ 'Content-Type': 'application/json', 'Content-Length': '26' });
    expect(headers['Webhook-Signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  test.each([
    ['another secret', { secret: generateWebhookSecret() }],
    ['another id', { headers: { 'webhook-id': 'evt_2' } }],
    ['another time', { headers: { 'webhook-timestamp': String(message.timestamp + 1) } }],
    ['a changed body', { body: message.body.replace('ä', 'a') }],
    ['no signature', { headers: { 'webhook-signature': 'v1,' } }],
  ])('do not verify with %s', async (_, broken: Broken) => {
    const headers = { ...lower(await webhookHeaders(message, [current])), ...broken.headers };
    const webhook = new Webhook(broken.secret ?? current);
    expect(() => webhook.verify(broken.body ?? message.body, headers)).toThrow();
  });
});

interface Broken {
  secret?: string;
  body?: string;
  headers?: Record<string, string>;
}

function lower(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
