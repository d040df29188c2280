/**
 * Verifies an HMAC-SHA256 in this browser; `verify` compares in constant time.
 * @param signature in base64.
 * @param secret `whsec_` and the key in base64.
 */
export async function verifySealed(text: string, signature: string, secret: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const raw = bytesOf(secret.replace(/^whsec_/, ''));
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
  return await crypto.subtle.verify('HMAC', key, bytesOf(signature), new TextEncoder().encode(text));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
