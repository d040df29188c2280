import { signWebhook } from '../../contract/webhookSignature.ts';

/**
 * The headers of one attempt (Standard Webhooks 1.0.0), signed with every current secret.
 * @param message.timestamp seconds since 1970, of the attempt.
 */
export async function webhookHeaders(
  message: { id: string; timestamp: number; body: string },
  secrets: readonly string[],
): Promise<Record<string, string>> {
  const signatures = await Promise.all(secrets.map((secret) => signWebhook(secret, message)));
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(message.body)),
    'User-Agent': 'idv-verify-webhooks/1',
    'Webhook-Id': message.id,
    'Webhook-Timestamp': String(message.timestamp),
    'Webhook-Signature': signatures.join(' '),
  };
}
