import { expect, test } from 'vitest';
import { generateWebhookSecret, isWebhookSecret, signWebhook } from '../../src/contract/webhookSignature.ts';

test('signs the published vector of Standard Webhooks', async () => {
  const signature = await signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  });
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('a secret is whsec_ and 32 random bytes in base64', () => {
  const secret = generateWebhookSecret();
  expect(secret.startsWith('whsec_')).toBe(true);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  expect(secret).not.toBe(generateWebhookSecret());
});

test('a secret signs with its prefix or without', async () => {
  const message = { id: 'a', timestamp: 1, body: '' };
  const secret = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  expect(isWebhookSecret(secret)).toBe(true);
  expect(await signWebhook(secret, message)).toBe(await signWebhook(`whsec_${secret}`, message));
});

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

test.each(['', 'whsec_', 'whsec_!!!', ` ${SECRET}`, `${SECRET}!`])(
  'refuses %j as a secret',
  async (secret) => {
    expect(isWebhookSecret(secret)).toBe(false);
    const refused = signWebhook(secret, { id: 'a', timestamp: 1, body: '' });
    await expect(refused).rejects.toThrow(
      new TypeError('The webhook secret must be whsec_ followed by base64'),
    );
  },
);
