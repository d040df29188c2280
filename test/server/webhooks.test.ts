import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { expect, test } from 'vitest';
import { generateWebhookSecret, signWebhook } from '../../src/contract/webhookSignature.ts';
import { webhooks } from '../../src/server/webhooks/webhooks.ts';

const secret = generateWebhookSecret();
const other = generateWebhookSecret();
const event = { id: 'evt_1', type: 'case.approved', data: { caseId: 'case_1', note: 'Zoë 🙂' } };
const now = Math.floor(Date.now() / 1000);
const signed = (timestamp = now) => webhooks.signForTest(event, secret, { timestamp });

test.each([
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
] as const)('signs and verifies compatibly with %s', async (_, Webhook) => {
  const peer = new Webhook(secret);
  const { body, headers } = await signed();
  peer.verify(body, headers as never);
  expect(() => peer.verify(`${body} `, headers as never)).toThrow();
  expect(headers['webhook-signature']).toBe(peer.sign('evt_1', new Date(now * 1000), body));
  const theirs = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': `${now}`,
    'webhook-signature': peer.sign('evt_1', new Date(now * 1000), body),
  };
  expect(await webhooks.unwrap(body, theirs, secret)).toEqual(event);
});

test('accepts headers in every form', async () => {
  const { body, headers } = await signed();
  const pairs = Object.entries(headers);
  const forms = [
    headers,
    new Headers(headers),
    pairs,
    new Map(pairs),
    Object.fromEntries(pairs.map(([name, value]) => [name.toUpperCase(), [value]])),
  ];
  for (const form of forms) await webhooks.verify(body, form, secret);
});

test('accepts the raw body as text and as bytes', async () => {
  const { body, headers } = await signed();
  const bytes = new TextEncoder().encode(body);
  for (const raw of [body, bytes, bytes.buffer, Buffer.from(body)]) {
    expect(await webhooks.unwrap(raw, headers, secret)).toEqual(event);
  }
});

test.each([[event], [null], [undefined], [42]])(
  'refuses a parsed body (%j) and explains what to pass',
  async (body) => {
    const { headers } = await signed();
    const verifying = webhooks.verify(body as never, headers, secret);
    await expect(verifying).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      reason: 'body_parsed',
    });
    await expect(verifying).rejects.toThrow(/raw body.*request\.text\(\).*express\.raw/);
  },
);

test('accepts a Request, but not one whose body was read already', async () => {
  const { body, headers } = await signed();
  const request = () => new Request('https://shop.example/hook', { method: 'POST', body, headers });
  expect(await webhooks.unwrapRequest(request(), secret)).toEqual(event);
  const read = request();
  await read.text();
  await expect(webhooks.unwrapRequest(read, secret)).rejects.toMatchObject({ reason: 'body_parsed' });
});

test('one valid signature of several is enough, and one valid secret', async () => {
  const { body, headers } = await signed();
  const wrong = await signWebhook(other, { id: 'evt_1', timestamp: now, body });
  const several = { ...headers, 'webhook-signature': `v1a,abc ${wrong} ${headers['webhook-signature']}` };
  await webhooks.verify(body, several, secret);
  await webhooks.verify(body, headers, [other, secret]);
  const unsigned = { ...headers, 'webhook-signature': `v1a,abc ${wrong}` };
  await expect(webhooks.verify(body, unsigned, secret)).rejects.toMatchObject({
    reason: 'signature_mismatch',
  });
});

test('any single change makes verification fail', async () => {
  const { body, headers } = await signed();
  const signature = headers['webhook-signature']!;
  const breaks: [body: string, headers: Record<string, string>, secret: string][] = [
    [`${body} `, headers, secret],
    [body.replace('approved', 'declined'), headers, secret],
    [body, { ...headers, 'webhook-id': 'evt_2' }, secret],
    [body, { ...headers, 'webhook-timestamp': `${now + 1}` }, secret],
    [body, { ...headers, 'webhook-signature': signature.slice(0, -1) }, secret],
    [body, { ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') }, secret],
    [body, { ...headers, 'webhook-signature': signature.replace('v1,', '') }, secret],
    [body, headers, other],
  ];
  for (const broken of breaks) {
    await expect(webhooks.verify(...broken)).rejects.toMatchObject({ reason: 'signature_mismatch' });
  }
});

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('reports missing %s', async (name) => {
  const { body, headers } = await signed();
  for (const value of [undefined, '']) {
    const verifying = webhooks.verify(body, { ...headers, [name]: value }, secret);
    await expect(verifying).rejects.toMatchObject({ reason: 'header_missing' });
  }
});

test.each(['1e9', '0x10', '-5', '+5', '1.5', ' 5', '0', '٣', 'NaN'])(
  '%j is not a valid timestamp',
  async (timestamp) => {
    const { body, headers } = await signed();
    const verifying = webhooks.verify(body, { ...headers, 'webhook-timestamp': timestamp }, secret);
    await expect(verifying).rejects.toMatchObject({ reason: 'timestamp_invalid' });
  },
);

test('enforces the tolerance in both directions', async () => {
  const at = async (offset: number, toleranceSeconds?: number) => {
    const { body, headers } = await signed(now + offset);
    return webhooks.verify(body, headers, secret, { now: now * 1000, toleranceSeconds });
  };
  await at(-300);
  await at(300);
  await at(-500, 600);
  await expect(at(-301)).rejects.toMatchObject({ reason: 'timestamp_too_old' });
  await expect(at(301)).rejects.toMatchObject({ reason: 'timestamp_too_new' });
  await expect(at(-3, 2)).rejects.toMatchObject({ reason: 'timestamp_too_old' });
});

test.each([0, -1, 3601, Number.NaN, Number.POSITIVE_INFINITY])(
  'a tolerance of %d is refused',
  async (seconds) => {
    const { body, headers } = await signed();
    const verifying = webhooks.verify(body, headers, secret, { toleranceSeconds: seconds });
    await expect(verifying).rejects.toThrow(TypeError);
  },
);

test.each([
  ['' as unknown],
  ['whsec_'],
  [undefined],
  [null],
  [[]],
  [['']],
  [[null]],
  [[['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']]],
  ['whsec_ßßßßßßßßßßßßßßßßßßßß'],
])('%j is refused as a secret', async (unfit) => {
  const { body, headers } = await signed();
  const verifying = webhooks.verify(body, headers, unfit as string);
  await expect(verifying).rejects.toMatchObject({ code: 'secret_malformed' });
});

test.each(['[]', '{}', 'null', 'x', '{"id":"evt_1","type":"a"}'])('%s is not a valid event', async (text) => {
  const { body, headers } = await webhooks.signForTest(text, secret);
  await expect(webhooks.unwrap(body, headers, secret)).rejects.toMatchObject({ reason: 'body_invalid' });
});
