import { concat } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import { type CborMap, type CborValue, Tagged } from '../cbor/cborValue.ts';
import { type CborLimits, CREDENTIAL_LIMITS, decodeCbor } from '../cbor/decodeCbor.ts';
import { cborHead, encodeCbor } from '../cbor/encodeCbor.ts';
import { Fields } from '../cbor/Fields.ts';
import { verifyCose } from './algorithms.ts';
import type { PublicKey } from './keys.ts';

/** A COSE_Sign1 as received (RFC 9052, section 4.2). */
export interface Sign1 {
  /** The protected header as signed. */
  protectedBytes: Uint8Array;
  protectedHeader: CborMap;
  unprotectedHeader: CborMap;
  /** Null if the payload is detached. */
  payload: Uint8Array | null;
  signature: Uint8Array;
}

const ALG = 1;
const CRIT = 2;
const X5CHAIN = 33;
const MAX_CHAIN = 5;
const fields = new Fields('cose_malformed');

/** Reads a COSE_Sign1, tagged (18) or not. @throws {CredentialError} */
export function readSign1(value: CborValue, limits: CborLimits = CREDENTIAL_LIMITS): Sign1 {
  const parts = fields.array(value instanceof Tagged && value.tag === 18 ? value.value : value, 'COSE_Sign1');
  ensure(parts.length === 4, 'cose_malformed', 'COSE_Sign1 does not have four parts.');
  const protectedBytes = fields.bytes(parts[0], 'The protected header');
  const header = protectedBytes.length === 0 ? new Map() : decodeCbor(protectedBytes, limits);
  const sign1 = {
    protectedBytes,
    protectedHeader: fields.map(header, 'The protected header'),
    unprotectedHeader: fields.map(parts[1], 'The unprotected header'),
    payload: parts[2] === null ? null : fields.bytes(parts[2], 'The payload'),
    signature: fields.bytes(parts[3], 'The signature'),
  };
  for (const [name] of sign1.protectedHeader)
    ensure(
      !sign1.unprotectedHeader.has(name),
      'cose_malformed',
      'A header parameter is both protected and unprotected.',
    );
  // No critical header parameter is supported.
  const { protectedHeader, unprotectedHeader } = sign1;
  const isCritical = protectedHeader.has(CRIT) || unprotectedHeader.has(CRIT);
  ensure(!isCritical, 'header_critical', 'The COSE header has critical extensions, which are not supported.');
  return sign1;
}

/** The certificates of the signer, the leaf first (RFC 9360). @throws {CredentialError} `certificate_missing` */
export function x5chain({ protectedHeader, unprotectedHeader }: Sign1): Uint8Array[] {
  const value = protectedHeader.get(X5CHAIN) ?? unprotectedHeader.get(X5CHAIN);
  if (value === undefined || value === null)
    throw new CredentialError('certificate_missing', 'The COSE header has no certificate (x5chain).');
  const chain = value instanceof Uint8Array ? [value] : fields.array(value, 'x5chain');
  const isLength = chain.length >= 1 && chain.length <= MAX_CHAIN;
  ensure(isLength, 'certificate_path_length', `x5chain has 1 to ${MAX_CHAIN} certificates.`);
  return chain.map((certificate) => fields.bytes(certificate, 'A certificate of x5chain'));
}

/**
 * Whether the signature of a COSE_Sign1 is valid, over its own payload or, if that is null, a detached one. Only the
 * protected header states the algorithm.
 * @throws {CredentialError} unless the algorithm is known and fits the key
 */
export function verifySign1(sign1: Sign1, key: PublicKey, detached?: Uint8Array): boolean {
  const { protectedBytes, protectedHeader, payload, signature } = sign1;
  const content = payload ?? detached;
  if (!content || (payload && detached))
    throw new CredentialError('cose_malformed', 'The payload is missing, or both attached and detached.');
  return verifyCose(protectedHeader.get(ALG), key, sigStructure(protectedBytes, content), signature);
}

/** Sig_structure (RFC 9052, section 4.4): the header as received, no external data. */
export function sigStructure(protectedBytes: Uint8Array, payload: Uint8Array): Uint8Array {
  return concat(
    cborHead(4, 4),
    encodeCbor('Signature1'),
    cborHead(2, protectedBytes.length),
    protectedBytes,
    cborHead(2, 0),
    cborHead(2, payload.length),
    payload,
  );
}
