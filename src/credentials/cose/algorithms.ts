import { verify } from 'node:crypto';
import { concat } from '../bytes/bytes.ts';
import { CredentialError } from '../CredentialError.ts';
import { CURVES, type Curve, type PublicKey } from './keys.ts';

interface Algorithm {
  hash: string | null;
  curves: Curve[];
}

const ES256: Algorithm = { hash: 'sha256', curves: ['P-256', 'brainpoolP256r1'] };
const ES384: Algorithm = { hash: 'sha384', curves: ['P-384', 'brainpoolP320r1', 'brainpoolP384r1'] };
const ES512: Algorithm = { hash: 'sha512', curves: ['P-521', 'brainpoolP512r1'] };
const EDDSA: Algorithm = { hash: null, curves: ['Ed25519'] };

/** COSE algorithm identifiers: RFC 9053, ISO 18013-5 (table 3), and the fully specified ones of RFC 9864. */
const COSE = new Map<unknown, Algorithm>([
  [-7, ES256],
  [-35, ES384],
  [-36, ES512],
  [-8, EDDSA],
  [-9, { hash: 'sha256', curves: ['P-256'] }],
  [-51, { hash: 'sha384', curves: ['P-384'] }],
  [-52, { hash: 'sha512', curves: ['P-521'] }],
  [-19, EDDSA],
  [-265, { hash: 'sha256', curves: ['brainpoolP256r1'] }],
  [-266, { hash: 'sha384', curves: ['brainpoolP320r1'] }],
  [-267, { hash: 'sha384', curves: ['brainpoolP384r1'] }],
  [-268, { hash: 'sha512', curves: ['brainpoolP512r1'] }],
]);

/** JOSE algorithm names (RFC 7518, RFC 8037, RFC 9864). Excludes symmetric algorithms and `none`. */
const JOSE = new Map<unknown, Algorithm>([
  ['ES256', { hash: 'sha256', curves: ['P-256'] }],
  ['ES384', { hash: 'sha384', curves: ['P-384'] }],
  ['ES512', { hash: 'sha512', curves: ['P-521'] }],
  ['EdDSA', EDDSA],
  ['Ed25519', EDDSA],
  ['ESB256', { hash: 'sha256', curves: ['brainpoolP256r1'] }],
  ['ESB320', { hash: 'sha384', curves: ['brainpoolP320r1'] }],
  ['ESB384', { hash: 'sha384', curves: ['brainpoolP384r1'] }],
  ['ESB512', { hash: 'sha512', curves: ['brainpoolP512r1'] }],
]);

/**
 * Whether a signature with a COSE algorithm is valid.
 * @throws {CredentialError} unless the algorithm fits the key
 */
export function verifyCose(alg: unknown, key: PublicKey, data: Uint8Array, signature: Uint8Array): boolean {
  return verifyRaw(COSE.get(alg), key, data, signature);
}

/**
 * Whether a signature with a JOSE algorithm is valid.
 * @throws {CredentialError} unless the algorithm fits the key
 */
export function verifyJose(alg: unknown, key: PublicKey, data: Uint8Array, signature: Uint8Array): boolean {
  return verifyRaw(JOSE.get(alg), key, data, signature);
}

/** ECDSA signatures are r and s, each as long as the order; Node verifies their DER form faster. */
function verifyRaw(
  algorithm: Algorithm | undefined,
  { curve, key }: PublicKey,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!algorithm)
    throw new CredentialError('algorithm_unsupported', 'The signature algorithm is not supported.');
  if (!algorithm.curves.includes(curve))
    throw new CredentialError(
      'algorithm_mismatch',
      `The signature algorithm does not fit a key on ${curve}.`,
    );
  if (curve === 'Ed25519') return verify(null, data, key, signature);
  if (signature.length !== 2 * CURVES[curve].size) return false;
  return verify(algorithm.hash, data, key, derSignature(signature));
}

/** Ecdsa-Sig-Value of RFC 3279: SEQUENCE {r, s}. */
function derSignature(signature: Uint8Array): Uint8Array {
  const half = signature.length / 2;
  const [r, s] = [derInteger(signature.subarray(0, half)), derInteger(signature.subarray(half))];
  const length = r.length + s.length;
  return concat(Uint8Array.from(length < 128 ? [0x30, length] : [0x30, 0x81, length]), r, s);
}

function derInteger(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? bytes.subarray(-1) : bytes.subarray(first);
  const isHigh = digits[0]! > 127;
  return concat(Uint8Array.from(isHigh ? [2, digits.length + 1, 0] : [2, digits.length]), digits);
}
