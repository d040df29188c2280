import {
  createCipheriv,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type JsonWebKey,
} from 'node:crypto';
import { concat, fromBase64url, toBase64url, utf8 } from '../credentials/bytes/bytes.ts';
import type { JsonObject } from '../credentials/jose/strictJson.ts';

/** Possible faults of an encrypted answer. */
export interface SealChanges {
  header?: JsonObject;
  edit?: (parts: string[]) => void;
}

const KEY_BYTES: Record<string, number> = { A128GCM: 16, A256GCM: 32 };

/** Encrypts an answer to a relying party's key: a JWE with ECDH-ES in direct mode (RFC 7516, RFC 7518). */
export function sealJwe(
  content: Uint8Array,
  recipient: JsonObject,
  { header, edit }: SealChanges = {},
): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const epk = publicKey.export({ format: 'jwk' }) as JsonObject;
  const head: JsonObject = { alg: 'ECDH-ES', enc: 'A128GCM', kid: recipient['kid'] ?? '1', epk, ...header };
  const enc = Object.hasOwn(KEY_BYTES, head['enc'] as string) ? (head['enc'] as string) : 'A128GCM';
  const secret = diffieHellman({ privateKey, publicKey: importJwk(recipient) });
  const length = KEY_BYTES[enc]!;
  const info = concat(sized(utf8(enc)), sized(new Uint8Array()), sized(new Uint8Array()), uint32(8 * length));
  const key = createHash('sha256')
    .update(concat(uint32(1), secret, info))
    .digest()
    .subarray(0, length);
  const protectedHeader = toBase64url(utf8(JSON.stringify(head)));
  const { iv, sealed, tag } = sealGcm(key, new Uint8Array(12).fill(7), utf8(protectedHeader), content);
  const parts = [protectedHeader, '', toBase64url(iv), toBase64url(sealed), toBase64url(tag)];
  edit?.(parts);
  return parts.join('.');
}

/** HPKE in base mode (RFC 9180): DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM. */
export function sealHpke(
  content: Uint8Array,
  recipient: JsonObject,
  info: Uint8Array,
): { enc: Uint8Array; cipherText: Uint8Array } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const enc = pointOf(publicKey.export({ format: 'jwk' }) as JsonObject);
  const secret = new Uint8Array(diffieHellman({ privateKey, publicKey: importJwk(recipient) }));
  const kem = concat(utf8('KEM'), Uint8Array.of(0, 0x10));
  const suite = concat(utf8('HPKE'), Uint8Array.of(0, 0x10, 0, 1, 0, 1));
  const empty = new Uint8Array();
  const shared = expand(
    kem,
    extract(kem, empty, 'eae_prk', secret),
    'shared_secret',
    concat(enc, pointOf(recipient)),
    32,
  );
  const context = concat(
    Uint8Array.of(0),
    extract(suite, empty, 'psk_id_hash', empty),
    extract(suite, empty, 'info_hash', info),
  );
  const root = extract(suite, shared, 'secret', empty);
  const key = expand(suite, root, 'key', context, 16);
  const { sealed, tag } = sealGcm(key, expand(suite, root, 'base_nonce', context, 12), empty, content);
  return { enc, cipherText: concat(sealed, tag) };
}

function sealGcm(key: Uint8Array, iv: Uint8Array, aad: Uint8Array, content: Uint8Array) {
  const cipher = createCipheriv(key.length === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, iv);
  cipher.setAAD(aad);
  const sealed = concat(cipher.update(content), cipher.final());
  return { iv, sealed, tag: new Uint8Array(cipher.getAuthTag()) };
}

function extract(suite: Uint8Array, salt: Uint8Array, label: string, secret: Uint8Array): Uint8Array {
  const key = salt.length > 0 ? salt : new Uint8Array(32);
  return hmac(key, concat(utf8('HPKE-v1'), suite, utf8(label), secret));
}

function expand(
  suite: Uint8Array,
  key: Uint8Array,
  label: string,
  info: Uint8Array,
  length: number,
): Uint8Array {
  const labeled = concat(
    Uint8Array.of(0, length),
    utf8('HPKE-v1'),
    suite,
    utf8(label),
    info,
    Uint8Array.of(1),
  );
  return hmac(key, labeled).subarray(0, length);
}

function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(data).digest());
}

function importJwk({ kty, crv, x, y }: JsonObject) {
  return createPublicKey({ key: { kty, crv, x, y } as JsonWebKey, format: 'jwk' });
}

function pointOf({ x, y }: JsonObject): Uint8Array {
  return concat(Uint8Array.of(4), fromBase64url(x as string), fromBase64url(y as string));
}

function sized(bytes: Uint8Array): Uint8Array {
  return concat(uint32(bytes.length), bytes);
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
