import type { TestService } from './service.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/153.0 Mobile Safari/537.36';

/** The secret in the QR code of a hand-off. */
export const secretOf = ({ url }: { url: string }): string => new URL(url).hash.slice(1);

/** A phone with its own non-exportable key. */
export async function newPhone(service: TestService) {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const join = (json: object) =>
    service.call('POST', '/handoffs/join', { key: null, json, headers: { 'User-Agent': PHONE } });
  const proofOf = async (caseId: string) => {
    const time = service.deps.clock().getTime();
    const signed = new TextEncoder().encode(`${caseId}.${time}`);
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, signed);
    return { time, signature: Buffer.from(signature).toString('base64url') };
  };
  return {
    join: (shown: object) => join({ ...shown, publicKey: { kty, crv, x, y } }),
    reload: async (caseId: string) => join({ caseId, proof: await proofOf(caseId) }),
  };
}
