import {
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { concat, fromBase64url, utf8 } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import { isObject, type JsonObject, parseStrictObject } from './strictJson.ts';

/** A private key on P-256, as a JWK. */
export interface PrivateJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  d: string;
}

const MAX_LENGTH = 3 << 20;
const KEY_BYTES: Record<string, number> = { A128GCM: 16, A256GCM: 32 };

/**
 * Decrypts a JWE in compact form (RFC 7516) by ECDH-ES on P-256 with A128GCM or A256GCM, as HAIP requires of wallets.
 * @returns the plaintext
 * @throws {CredentialError} `response_decryption`, `algorithm_unsupported`, `header_critical`, `input_too_large`, …
 */
export function openJwe(text: string, privateJwk: PrivateJwk): Uint8Array {
  ensure(text.length <= MAX_LENGTH, 'input_too_large', `The response exceeds ${MAX_LENGTH} characters.`);
  const parts = text.split('.', 6);
  const [head, wrapped, iv, cipherText, tag] = parts;
  // Direct key agreement: there is no wrapped key.
  const isDirect = parts.length === 5 && wrapped === '';
  ensure(
    isDirect,
    'response_decryption',
    'The response is not a compact JWE with direct key agreement (ECDH-ES).',
  );
  const header = parseStrictObject(fromBase64url(head!));
  ensure(
    !('crit' in header),
    'header_critical',
    'The header of the JWE has critical extensions, which are not supported.',
  );
  const { alg, enc } = header;
  const isKnown =
    alg === 'ECDH-ES' && typeof enc === 'string' && Object.hasOwn(KEY_BYTES, enc) && !('zip' in header);
  ensure(
    isKnown,
    'algorithm_unsupported',
    'The encryption algorithm of the JWE is not supported, or the JWE is compressed.',
  );
  const key = contentKey(header, privateJwk);
  return openGcm({
    key,
    iv: fromBase64url(iv!),
    aad: utf8(head!),
    cipherText: fromBase64url(cipherText!),
    tag: fromBase64url(tag!),
  });
}

/** Opens AES-GCM. @throws {CredentialError} `response_decryption` */
export function openGcm(sealed: {
  key: Uint8Array;
  iv: Uint8Array;
  aad: Uint8Array;
  cipherText: Uint8Array;
  tag: Uint8Array;
}): Uint8Array {
  const { key, iv, aad, cipherText, tag } = sealed;
  ensure(
    iv.length === 12 && tag.length === 16,
    'response_decryption',
    'The response is not encrypted with AES-GCM.',
  );
  const decipher = createDecipheriv(key.length === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, iv, {
    authTagLength: 16,
  });
  decipher.setAAD(aad).setAuthTag(tag);
  try {
    return concat(decipher.update(cipherText), decipher.final());
  } catch (cause) {
    throw new CredentialError(
      'response_decryption',
      'The response cannot be decrypted with the key of this session.',
      { cause },
    );
  }
}

/**
 * The shared secret of ECDH on P-256.
 * @throws {CredentialError} `key_malformed`, also for a point that is not on the curve
 */
export function agree(privateKey: KeyObject, publicJwk: unknown): Uint8Array {
  if (!isObject(publicJwk) || publicJwk['kty'] !== 'EC' || publicJwk['crv'] !== 'P-256')
    throw new CredentialError('key_malformed', 'The sender’s key is not on P-256.');
  const { kty, crv, x, y } = publicJwk;
  try {
    const publicKey = createPublicKey({ key: { kty, crv, x, y } as JsonWebKey, format: 'jwk' });
    return new Uint8Array(diffieHellman({ privateKey, publicKey }));
  } catch (cause) {
    throw new CredentialError('key_malformed', 'The sender’s key is not a valid point.', { cause });
  }
}

export function privateKeyOf(jwk: PrivateJwk): KeyObject {
  return createPrivateKey({ key: jwk as unknown as JsonWebKey, format: 'jwk' });
}

/** Concat KDF with one round, RFC 7518, section 4.6.2. */
function contentKey({ epk, enc, apu, apv }: JsonObject, privateJwk: PrivateJwk): Uint8Array {
  const length = KEY_BYTES[enc as string]!;
  const secret = agree(privateKeyOf(privateJwk), epk);
  const parts = [
    Uint8Array.of(0, 0, 0, 1),
    secret,
    sized(utf8(enc as string)),
    sized(party(apu)),
    sized(party(apv)),
    uint32(8 * length),
  ];
  return new Uint8Array(
    createHash('sha256')
      .update(concat(...parts))
      .digest(),
  ).subarray(0, length);
}

function party(value: unknown): Uint8Array {
  if (value === undefined) return new Uint8Array();
  if (typeof value === 'string') return fromBase64url(value);
  throw new CredentialError('response_decryption', 'apu or apv in the header of the JWE is not a string.');
}

function sized(bytes: Uint8Array): Uint8Array {
  return concat(uint32(bytes.length), bytes);
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
