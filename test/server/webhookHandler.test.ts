import { afterEach, expect, test, vi } from 'vitest';
import { generateWebhookSecret } from '../../src/contract/webhookSignature.ts';
import { webhookHandler } from '../../src/server/webhooks/webhookHandler.ts';
import { webhooks } from '../../src/server/webhooks/webhooks.ts';

const secret = generateWebhookSecret();
const event = { id: 'evt_1', type: 'case.approved', data: { caseId: 'case_1' } };

afterEach(() => vi.unstubAllEnvs());

async function delivery(payload: string | { id: string } = event): Promise<Request> {
  return new Request('https://shop.example/hook', {
    method: 'POST',
    ...(await webhooks.signForTest(payload, secret)),
  });
}

test('passes the event to onEvent, then answers 204', async () => {
  const handled: unknown[] = [];
  const handle = webhookHandler([generateWebhookSecret(), secret], {
    onEvent: async (one) => {
      await Promise.resolve();
      handled.push(one);
    },
  });
  expect((await handle(await delivery())).status).toBe(204);
  expect(handled).toEqual([event]);
});

test('an error of onEvent becomes 500, so that the event is retried', async () => {
  const errors: unknown[] = [];
  const failure = new Error('database down');
  const onEvent = () => Promise.reject(failure);
  const handle = webhookHandler(secret, { onEvent, onError: (...all) => errors.push(all) });
  expect((await handle(await delivery())).status).toBe(500);
  expect(errors).toEqual([[failure, event]]);
});

test('refuses an unsigned request, with the reason', async () => {
  const handled: unknown[] = [];
  const handle = webhookHandler(secret, { onEvent: (one) => handled.push(one) });
  const forged = new Request('https://shop.example/hook', { method: 'POST', body: JSON.stringify(event) });
  const response = await handle(forged);
  expect([response.status, (await response.json()).code]).toEqual([400, 'header_missing']);
  expect((await handle(new Request('https://shop.example/hook'))).status).toBe(405);
  expect((await handle(await delivery('x'.repeat(70_000)))).status).toBe(400);
  expect(handled).toEqual([]);
});

test.each(['', [], [''], 'whsec_', undefined])(
  'without a secret (%j) the handler can be created, and its first request rejects',
  async (missing) => {
    vi.stubEnv('IDV_WEBHOOK_SECRET', undefined);
    const handled: unknown[] = [];
    const handle = webhookHandler(missing, { onEvent: (one) => handled.push(one) });
    await expect(handle(await delivery())).rejects.toMatchObject({
      code: 'secret_malformed',
      message: expect.stringContaining('IDV_WEBHOOK_SECRET'),
      docUrl: 'node_modules/idv-verify/docs/errors.md#secret_malformed',
    });
    expect(handled).toEqual([]);
  },
);

test('reads the secret from IDV_WEBHOOK_SECRET at the first request', async () => {
  const handled: unknown[] = [];
  const handle = webhookHandler({ onEvent: (one) => handled.push(one) });
  vi.stubEnv('IDV_WEBHOOK_SECRET', secret);
  expect((await handle(await delivery())).status).toBe(204);
  expect(handled).toEqual([event]);
});
