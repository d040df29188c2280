import { expect, test } from 'vitest';
import { generateWebhookSecret, signWebhook } from '../../src/contract/webhookSignature.ts';

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

test.each(['', 'whsec_', 'whsec_!!!'])('refuses %j as a secret', async (secret) => {
  await expect(signWebhook(secret, { id: 'a', timestamp: 1, body: '' })).rejects.toThrow(TypeError);
});
