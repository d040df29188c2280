import { signWebhook } from '../../contract/webhookSignature.ts';

export interface TestWebhook {
  body: string;
  headers: Record<string, string>;
}

/**
 * Signs a webhook as the service would, for tests of a receiver.
 * @param payload an event, or a body as it should be sent.
 * @param timestamp seconds since 1970; now if not given.
 */
export async function signForTest(
  payload: string | { id: string },
  secret: string,
  { id, timestamp = Math.floor(Date.now() / 1000) }: { id?: string; timestamp?: number } = {},
): Promise<TestWebhook> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const messageId = id ?? (typeof payload === 'string' ? 'evt_test' : payload.id);
  const signature = await signWebhook(secret, { id: messageId, timestamp, body });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': signature,
    },
  };
}
