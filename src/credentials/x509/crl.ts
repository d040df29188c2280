import { CredentialError, ensure } from '../CredentialError.ts';
import {
  type Certificate,
  isSignedBy,
  KEY_USAGE,
  keyOf,
  readExtensions,
  readSigned,
  type SignedDer,
} from './certificate.ts';
import { childrenOf, type Der, expectTag, hasSequenceOf, readDerAs, readTime, TAG } from './der.ts';
import { type DistinguishedName, readName } from './names.ts';

/** A certificate revocation list (RFC 5280, section 5) with an unverified signature. */
export interface Crl {
  issuer: DistinguishedName;
  thisUpdate: number;
  nextUpdate: number | null;
  /**
   * The entries as consecutive DER elements. A list may have a hundred thousand entries, so they are not parsed into
   * objects.
   */
  entries: Uint8Array;
  signed: SignedDer;
}

/** A certificate and its issuer, which signs the revocation lists for the certificate. */
export interface IssuedCertificate {
  certificate: Certificate;
  issuer: Certificate;
}

const MAX_BYTES = 4 << 20;
const OTHER_SIGNER = 'The issuer of the certificate did not sign the revocation list.';
const DISTRIBUTION_POINTS = '2.5.29.31';
/** DER tags: the first alternative of a CHOICE, and `uniformResourceIdentifier` of a GeneralName. */
const FIRST = 0xa0;
const URI = 0x86;

/** @throws {CredentialError} `crl_malformed`, also for an indirect or partial list, and for one with critical extensions */
export function readCrl(raw: Uint8Array): Crl {
  ensure(raw.length <= MAX_BYTES, 'input_too_large', `The revocation list exceeds ${MAX_BYTES} bytes.`);
  try {
    return readContent(readSigned(raw));
  } catch (cause) {
    if (!(cause instanceof CredentialError)) throw cause;
    throw new CredentialError('crl_malformed', `A revocation list cannot be read: ${cause.message}`, {
      cause,
    });
  }
}

/**
 * The addresses of the revocation lists that a certificate names (RFC 5280, section 4.2.1.13), http and https only.
 * @returns `null` for a certificate that names no list at all
 * @throws {CredentialError} `certificate_malformed`
 */
export function crlAddresses({ extensions }: Certificate): string[] | null {
  const extension = extensions.get(DISTRIBUTION_POINTS);
  if (!extension) return null;
  return childrenOf(readDerAs(extension.value, TAG.sequence))
    .flatMap((point) => first(expectTag(point, TAG.sequence)))
    .flatMap(first)
    .flatMap((names) => childrenOf(names))
    .filter(({ tag }) => tag === URI)
    .map(({ content }) => Buffer.from(content).toString('latin1'))
    .filter((uri) => /^https?:/i.test(uri) && URL.canParse(uri));
}

/** The child of an element with the tag of a CHOICE's first alternative; empty if there is none. */
function first(element: Der): Der[] {
  return childrenOf(element).filter(({ tag }) => tag === FIRST);
}

/**
 * Reads a revocation list and requires that the issuer signed it and that it is current.
 * @throws {CredentialError} `crl_malformed`, `crl_signature_invalid`, `crl_expired`
 */
export function readCurrentCrl(raw: Uint8Array, issuer: Certificate, now: number): Crl {
  const crl = readCrl(raw);
  ensure(isCrlOf(crl, issuer), 'crl_signature_invalid', OTHER_SIGNER);
  requireCurrent(crl, now);
  return crl;
}

/**
 * Looks a certificate up in the lists of its issuer.
 * @returns whether there was a list
 * @throws {CredentialError} `certificate_revoked`, `crl_signature_invalid`, `crl_expired`
 */
export function checkRevocation(
  { certificate, issuer }: IssuedCertificate,
  crls: readonly Crl[],
  now: number,
): boolean {
  const named = crls.filter((list) => list.issuer.key === certificate.issuer.key);
  // Issuers of the same name have lists of the same name.
  const crl = named.find((list) => isCrlOf(list, issuer));
  ensure(named.length === 0 || crl, 'crl_signature_invalid', OTHER_SIGNER);
  if (!crl) return false;
  const isRevoked = hasSequenceOf(crl.entries, Buffer.from(certificate.serial, 'hex'));
  ensure(!isRevoked, 'certificate_revoked', 'A certificate was revoked.');
  requireCurrent(crl, now);
  return true;
}

function isCrlOf({ issuer: { key }, signed }: Crl, issuer: Certificate): boolean {
  const mayList = issuer.keyUsage === null || issuer.keyUsage.has(KEY_USAGE.crlSign);
  return mayList && key === issuer.subject.key && isSignedBy(signed, keyOf(issuer));
}

function requireCurrent({ thisUpdate, nextUpdate }: Crl, now: number): void {
  const isCurrent = thisUpdate <= now && (nextUpdate === null || now <= nextUpdate);
  ensure(
    isCurrent,
    'crl_expired',
    'The revocation list has expired or is not valid yet. Fetch the current list.',
  );
}

function readContent(signed: SignedDer): Crl {
  const parts = childrenOf(signed.content);
  if (parts[0]?.tag === TAG.integer) parts.shift();
  const [, issuer, thisUpdate, ...rest] = parts;
  const isTime = rest[0]?.tag === TAG.utcTime || rest[0]?.tag === TAG.generalizedTime;
  const nextUpdate = isTime ? readTime(rest.shift()) : null;
  const entries = rest[0]?.tag === TAG.sequence ? rest.shift()!.content : new Uint8Array();
  for (const [oid, { isCritical }] of readExtensions(rest.find(({ tag }) => tag === 0xa0)))
    ensure(
      !isCritical,
      'crl_malformed',
      `The revocation list has the unsupported critical extension ${oid}.`,
    );
  // Refuses entries that cannot be read.
  hasSequenceOf(entries, new Uint8Array());
  return {
    issuer: readName(issuer),
    thisUpdate: readTime(thisUpdate),
    nextUpdate,
    entries,
    signed,
  };
}
