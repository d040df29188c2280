/** At least 16 characters, that is 12 bytes: a shorter secret is too weak. */
const SECRET = /^(?:whsec_)?([A-Za-z0-9+/]{16,}={0,2})$/;

/** Whether a text can be a webhook secret, with its prefix or without. */
export function isWebhookSecret(text: string): boolean {
  return SECRET.test(text);
}

/** A new webhook secret: `whsec_` + base64 of 32 random bytes. */
export function generateWebhookSecret(): string {
  return `whsec_${toBase64(crypto.getRandomValues(new Uint8Array(32)))}`;
}

/**
 * Signs a webhook: HMAC-SHA256 over `id.timestamp.rawBody`.
 * @param secret `whsec_` + base64 of 24–64 bytes (the prefix may be missing).
 * @param timestamp seconds since 1970.
 * @returns the value of the header `webhook-signature`: `v1,<base64>`.
 * @throws TypeError if the secret is empty or not base64.
 * @see https://www.standardwebhooks.com (Standard Webhooks 1.0.0)
 */
export async function signWebhook(
  secret: string,
  message: { id: string; timestamp: number; body: string },
): Promise<string> {
  const name = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secretBytes(secret), name, false, ['sign']);
  const signed = new TextEncoder().encode(`${message.id}.${message.timestamp}.${message.body}`);
  return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)))}`;
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const match = SECRET.exec(secret);
  if (!match) throw new TypeError('The webhook secret must be whsec_ followed by base64');
  return Uint8Array.from(atob(match[1]!), (character) => character.charCodeAt(0));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
