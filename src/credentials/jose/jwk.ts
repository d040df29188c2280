import { createHash } from 'node:crypto';
import { fromBase64url, utf8 } from '../bytes/bytes.ts';
import { CredentialError } from '../CredentialError.ts';
import { type Curve, type PublicKey, publicKeyOf } from '../cose/keys.ts';
import { isObject } from './strictJson.ts';

const EC: Record<string, Curve> = {
  'P-256': 'P-256',
  'P-384': 'P-384',
  'P-521': 'P-521',
  BP256: 'brainpoolP256r1',
  BP320: 'brainpoolP320r1',
  BP384: 'brainpoolP384r1',
  BP512: 'brainpoolP512r1',
};

/** Reads a public JWK (RFC 7517) of a signing key. @throws {CredentialError} `key_malformed`, `algorithm_unsupported` */
export function readJwk(value: unknown): PublicKey {
  if (!isObject(value) || 'd' in value || 'k' in value)
    throw new CredentialError(
      'key_malformed',
      'A JWK is missing, or contains a private key. Pass the public key.',
    );
  const { kty, crv, x, y } = value;
  if (typeof crv !== 'string' || typeof x !== 'string')
    throw new CredentialError('key_malformed', 'A JWK lacks crv or x.');
  const curve =
    kty === 'EC' && Object.hasOwn(EC, crv) ? EC[crv] : kty === 'OKP' && crv === 'Ed25519' ? crv : null;
  if (!curve) throw new CredentialError('algorithm_unsupported', 'The curve of a JWK is not supported.');
  if (curve === 'Ed25519') return publicKeyOf(curve, fromBase64url(x), null);
  if (typeof y !== 'string') throw new CredentialError('key_malformed', 'A JWK lacks y.');
  return publicKeyOf(curve, fromBase64url(x), fromBase64url(y));
}

/** The SHA-256 thumbprint of a public JWK, as bytes (RFC 7638). @throws {CredentialError} `key_malformed` */
export function jwkThumbprint(value: unknown): Uint8Array {
  if (!isObject(value)) throw new CredentialError('key_malformed', 'A JWK is not an object.');
  const { crv, kty, x, y } = value;
  const members = kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x };
  if (!Object.values(members).every((member) => typeof member === 'string'))
    throw new CredentialError(
      'key_malformed',
      'A JWK lacks a member that its thumbprint needs (kty, crv, x, y).',
    );
  return new Uint8Array(
    createHash('sha256')
      .update(utf8(JSON.stringify(members)))
      .digest(),
  );
}
