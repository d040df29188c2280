import { createHash, verify } from 'node:crypto';
import { toHex } from '../bytes/bytes.ts';
import { CredentialError } from '../CredentialError.ts';
import { CURVES, type Curve, importSpki, type PublicKey } from '../cose/keys.ts';
import {
  type BooleanEncoding,
  childrenOf,
  type Der,
  expectTag,
  readBoolean,
  readDer,
  readDerAs,
  readNamedBits,
  readOid,
  readSmallInteger,
  readTime,
  readWholeBits,
  TAG,
} from './der.ts';
import { type DistinguishedName, readName } from './names.ts';

/** An X.509 certificate (RFC 5280), with the fields that path validation needs. Unused extensions are not parsed. */
export interface Certificate {
  raw: Uint8Array;
  /** Hexadecimal SHA-256 of the whole. */
  sha256: string;
  serial: string;
  issuer: DistinguishedName;
  subject: DistinguishedName;
  /** Milliseconds since 1970, both inclusive. */
  notBefore: number;
  notAfter: number;
  spki: Uint8Array;
  signed: SignedDer;
  extensions: ReadonlyMap<string, Extension>;
  isCa: boolean;
  /** How many intermediate certificates may follow; null without a limit. */
  pathLength: number | null;
  /** Bit numbers of RFC 5280, section 4.2.1.3; null if the certificate has no such extension. */
  keyUsage: ReadonlySet<number> | null;
  /** Object identifiers; null if the certificate has no such extension. */
  extendedKeyUsage: readonly string[] | null;
}

export interface Extension {
  isCritical: boolean;
  value: Uint8Array;
}

/** The common form of a certificate and a revocation list: content, algorithm, signature. */
export interface SignedDer {
  content: Der;
  algorithm: string;
  signature: Uint8Array;
}

export const KEY_USAGE = { digitalSignature: 0, keyCertSign: 5, crlSign: 6 } as const;

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGES = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const MAX_BYTES = 16_384;
const MAX_EXTENSIONS = 64;

const SIGNATURES: Record<string, { hash: string | null; isEdwards: boolean }> = {
  '1.2.840.10045.4.3.2': { hash: 'sha256', isEdwards: false },
  '1.2.840.10045.4.3.3': { hash: 'sha384', isEdwards: false },
  '1.2.840.10045.4.3.4': { hash: 'sha512', isEdwards: false },
  '1.3.101.112': { hash: null, isEdwards: true },
};

/**
 * @param booleans `BER` tolerates that true is another byte than 0xff. Only for a root that a trust list contains:
 *   its bytes are trusted as they are, and its signature is not verified. All readers of BER agree on the value, and
 *   true makes an extension critical, or the root an authority; it removes no check.
 * @throws {CredentialError} `certificate_malformed`
 */
export function readCertificate(raw: Uint8Array, booleans: BooleanEncoding = 'DER'): Certificate {
  if (raw.length > MAX_BYTES) throw malformed(`more than ${MAX_BYTES} bytes`);
  const signed = readSigned(raw);
  const parts = childrenOf(signed.content);
  if (parts[0]?.tag !== 0xa0 || parts[0].content.at(-1) !== 2) throw malformed('another version than 3');
  const [, serial, inner, issuer, validity, subject, spki, ...rest] = parts;
  if (algorithmOf(inner) !== signed.algorithm) throw malformed('two signature algorithms');
  const [notBefore, notAfter] = childrenOf(expectTag(validity, TAG.sequence));
  const extensions = readExtensions(
    rest.find(({ tag }) => tag === 0xa3),
    booleans,
  );
  return {
    raw,
    sha256: createHash('sha256').update(raw).digest('hex'),
    serial: toHex(expectTag(serial, TAG.integer).content),
    issuer: readName(issuer),
    subject: readName(subject),
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    spki: expectTag(spki, TAG.sequence).raw,
    signed,
    extensions,
    ...basicConstraints(extensions.get(BASIC_CONSTRAINTS), booleans),
    ...usages(extensions),
  };
}

/** Anchors are used for many credentials, so their keys are cached. */
const keys = new WeakMap<Certificate, PublicKey>();

/** The key of a certificate. @throws {CredentialError} `algorithm_unsupported` for other curves and kinds, RSA among them */
export function keyOf(certificate: Certificate): PublicKey {
  const cached = keys.get(certificate);
  if (cached) return cached;
  const curve = curveOf(certificate.spki);
  if (!curve)
    throw new CredentialError(
      'algorithm_unsupported',
      'The key algorithm of a certificate is not supported.',
    );
  const key = importSpki(curve, certificate.spki);
  keys.set(certificate, key);
  return key;
}

/** Whether a key signed a certificate or a revocation list. @throws {CredentialError} `algorithm_unsupported` */
export function isSignedBy({ content, algorithm, signature }: SignedDer, { curve, key }: PublicKey): boolean {
  const kind = SIGNATURES[algorithm];
  if (!kind)
    throw new CredentialError(
      'algorithm_unsupported',
      'The signature algorithm of a certificate is not supported.',
    );
  if (kind.isEdwards !== (curve === 'Ed25519')) return false;
  return verify(kind.hash, content.raw, key, signature);
}

/** Reads SEQUENCE {content, algorithm, signature}. @throws {CredentialError} `certificate_malformed` */
export function readSigned(raw: Uint8Array): SignedDer {
  const parts = childrenOf(readDerAs(raw, TAG.sequence));
  if (parts.length !== 3) throw malformed('other than three parts');
  return {
    content: expectTag(parts[0], TAG.sequence),
    algorithm: algorithmOf(parts[1]),
    signature: readWholeBits(parts[2]),
  };
}

function algorithmOf(element: Der | undefined): string {
  return readOid(childrenOf(expectTag(element, TAG.sequence))[0]);
}

/** Reads the extensions within their explicit tag. @throws {CredentialError} `certificate_malformed` */
export function readExtensions(
  explicit: Der | undefined,
  booleans: BooleanEncoding = 'DER',
): Map<string, Extension> {
  const extensions = new Map<string, Extension>();
  if (!explicit) return extensions;
  for (const element of childrenOf(readDerAs(explicit.content, TAG.sequence))) {
    const [id, ...rest] = childrenOf(expectTag(element, TAG.sequence));
    const oid = readOid(id);
    const isCritical = rest[0]?.tag === TAG.boolean && readBoolean(rest.shift()!, booleans);
    if (extensions.has(oid) || extensions.size === MAX_EXTENSIONS)
      throw malformed('an extension twice, or too many');
    extensions.set(oid, { isCritical, value: expectTag(rest[0], TAG.octetString).content });
  }
  return extensions;
}

function basicConstraints(
  extension: Extension | undefined,
  booleans: BooleanEncoding,
): Pick<Certificate, 'isCa' | 'pathLength'> {
  if (!extension) return { isCa: false, pathLength: null };
  const parts = childrenOf(readDerAs(extension.value, TAG.sequence));
  const isCa = parts[0]?.tag === TAG.boolean && readBoolean(parts.shift()!, booleans);
  return { isCa, pathLength: parts[0] ? readSmallInteger(parts[0]) : null };
}

function usages(
  extensions: ReadonlyMap<string, Extension>,
): Pick<Certificate, 'keyUsage' | 'extendedKeyUsage'> {
  const [usage, extended] = [extensions.get(KEY_USAGES), extensions.get(EXTENDED_KEY_USAGE)];
  return {
    keyUsage: usage ? readNamedBits(readDer(usage.value)) : null,
    extendedKeyUsage: extended ? childrenOf(readDerAs(extended.value, TAG.sequence)).map(readOid) : null,
  };
}

/** The named curve. A key with explicit curve parameters is refused. */
function curveOf(spki: Uint8Array): Curve | null {
  const [algorithm] = childrenOf(readDerAs(spki, TAG.sequence));
  const [type, parameters, ...extra] = childrenOf(expectTag(algorithm, TAG.sequence));
  if (extra.length > 0 || !type) return null;
  const named = readOid(type) === '1.2.840.10045.2.1' ? parameters : parameters ? undefined : type;
  const oid = named && toHex(named.raw);
  return (Object.keys(CURVES) as Curve[]).find((name) => CURVES[name].oid === oid) ?? null;
}

function malformed(problem: string): CredentialError {
  return new CredentialError('certificate_malformed', `The certificate has ${problem}.`);
}
