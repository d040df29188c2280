import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { compactDecrypt, type JWK } from 'jose';
import { fromBase64url } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import { isObject, parseStrictObject } from './strictJson.ts';

/** A private key on P-256, as a JWK. */
export interface PrivateJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  d: string;
}

const MAX_LENGTH = 3 << 20;
const ENCRYPTIONS = ['A128GCM', 'A256GCM'];

/**
 * Decrypts a JWE in compact form (RFC 7516) by ECDH-ES on P-256 with A128GCM or A256GCM, as HAIP requires of wallets.
 * @returns the plaintext
 * @throws {CredentialError} `response_decryption`, `algorithm_unsupported`, `header_critical`, `input_too_large`, …
 */
export async function openJwe(text: string, privateJwk: PrivateJwk): Promise<Uint8Array> {
  ensure(text.length <= MAX_LENGTH, 'input_too_large', `The response exceeds ${MAX_LENGTH} characters.`);
  const parts = text.split('.', 6);
  // Direct key agreement: there is no wrapped key.
  ensure(
    parts.length === 5 && parts[1] === '',
    'response_decryption',
    'The response is not a compact JWE with direct key agreement (ECDH-ES).',
  );
  const header = parseStrictObject(fromBase64url(parts[0]!));
  ensure(
    !('crit' in header),
    'header_critical',
    'The header of the JWE has critical extensions, which are not supported.',
  );
  ensure(
    header['alg'] === 'ECDH-ES' && ENCRYPTIONS.includes(header['enc'] as string) && !('zip' in header),
    'algorithm_unsupported',
    'The encryption algorithm of the JWE is not supported, or the JWE is compressed.',
  );
  try {
    return (await compactDecrypt(text, privateJwk as JWK)).plaintext;
  } catch (cause) {
    // `jose` decrypts with a random key if it cannot use the sender's.
    throw isPoint(header['epk'])
      ? new CredentialError(
          'response_decryption',
          'The response cannot be decrypted with the key of this session.',
          { cause },
        )
      : new CredentialError('key_malformed', 'The sender’s key is not a point on P-256.', { cause });
  }
}

function isPoint(jwk: unknown): boolean {
  if (!isObject(jwk) || jwk['kty'] !== 'EC' || jwk['crv'] !== 'P-256') return false;
  try {
    createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    return true;
  } catch {
    // It throws for coordinates that are not on the curve.
    return false;
  }
}
