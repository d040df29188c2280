import { isEqual } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import type { PublicKey } from '../cose/keys.ts';
import type { Anchor } from '../trust/anchor.ts';
import { type Certificate, isSignedBy, KEY_USAGE, keyOf, readCertificate } from './certificate.ts';
import { type Crl, checkRevocation, type IssuedCertificate } from './crl.ts';
import { checkNameConstraints } from './nameConstraints.ts';

/** A path from the certificate of a signer to one anchor. */
export interface VerifiedPath {
  leaf: Certificate;
  key: PublicKey;
  anchor: Anchor;
  /** The certificates below the anchor with their issuers, the leaf first; empty if the leaf is an anchor. */
  issued: readonly IssuedCertificate[];
  /** Whether a current revocation list of its issuer was available for each certificate below the anchor. */
  isRevocationChecked: boolean;
}

/** The trusted anchors, and the time of validation. */
export interface PathTrust {
  anchors: readonly Anchor[];
  /** Milliseconds since 1970. */
  now: number;
  crls?: readonly Crl[];
}

/**
 * The usages of readers, who request credentials: ISO 18013-5, ISO 23220-4, the EU's reference framework. The authority
 * that certifies issuers often certifies them too, and they sign nothing that is trusted here.
 */
const READERS = new Set(['1.0.18013.5.1.6', '1.0.23220.4.1.6', '1.3.130.2.0.0.1.6']);

/** Extensions that path validation understands. A certificate with another critical extension is refused. */
const UNDERSTOOD = new Set([
  '2.5.29.14', // subject key identifier
  '2.5.29.15', // key usage
  '2.5.29.17', // subject alternative name
  '2.5.29.18', // issuer alternative name
  '2.5.29.19', // basic constraints
  '2.5.29.30', // name constraints
  '2.5.29.31', // CRL distribution points
  '2.5.29.32', // certificate policies: none is required
  '2.5.29.35', // authority key identifier
  '2.5.29.37', // extended key usage
]);

/**
 * Verifies the path from a signer's certificate to an anchor (RFC 5280, section 6): `chain` is the leaf, then each
 * certificate that issued the one before, with or without the anchor. A leaf that is an anchor itself is trusted as
 * such, unless it may issue certificates.
 * @throws {CredentialError} with a code that begins with `certificate_`, `crl_` or `algorithm_`
 */
export function verifyPath(chain: readonly Uint8Array[], { anchors, now, crls }: PathTrust): VerifiedPath {
  const certificates = chain.map((raw) => anchorOfBytes(raw, anchors) ?? readCertificate(raw));
  const leaf = certificates[0];
  if (!leaf) throw new CredentialError('certificate_missing', 'The chain has no certificate of the signer.');
  ensure(!leaf.isCa, 'certificate_not_end_entity', 'The signer’s certificate is a CA certificate.');
  const isSigner = leaf.keyUsage === null || leaf.keyUsage.has(KEY_USAGE.digitalSignature);
  ensure(
    isSigner,
    'certificate_key_usage',
    'The key usage of the signer’s certificate does not allow signatures.',
  );
  const isReader = leaf.extendedKeyUsage?.some((oid) => READERS.has(oid)) ?? false;
  ensure(
    !isReader,
    'certificate_extended_key_usage',
    'The signer’s certificate is that of a reader, which issues nothing.',
  );
  const { path, anchor } = pathToAnchor(certificates, anchors, now);
  for (const [below, certificate] of path.entries()) {
    checkValidity(certificate, now);
    checkExtensions(certificate);
    for (const authority of [...path.slice(below + 1), anchor.certificate])
      checkNameConstraints(authority, certificate);
  }
  checkValidity(anchor.certificate, now);
  if (path.length === 0) checkExtensions(leaf);
  const issuers = [...path.slice(1), anchor.certificate];
  const issued = path.map((certificate, at) => ({ certificate, issuer: issuers[at]! }));
  const checked = issued.map((one) => checkRevocation(one, crls ?? [], now));
  return {
    leaf,
    key: keyOf(leaf),
    anchor,
    issued,
    isRevocationChecked: checked.length > 0 && checked.every(Boolean),
  };
}

/** The anchor of the same bytes, as its trust list was read. */
function anchorOfBytes(raw: Uint8Array, anchors: readonly Anchor[]): Certificate | undefined {
  return anchors.find(({ certificate }) => isEqual(certificate.raw, raw))?.certificate;
}

/** The certificates below the anchor, the leaf first; empty if the leaf is an anchor. */
function pathToAnchor(
  certificates: readonly Certificate[],
  anchors: readonly Anchor[],
  now: number,
): { path: Certificate[]; anchor: Anchor } {
  const path: Certificate[] = [];
  for (const [at, certificate] of certificates.entries()) {
    const pinned = anchors.find((anchor) => isEqual(anchor.certificate.raw, certificate.raw));
    if (pinned) return { path, anchor: pinned };
    path.push(certificate);
    const anchor = issuingAnchor(certificate, anchors, at, now);
    if (anchor) return { path, anchor };
    const issuer = certificates[at + 1];
    if (!issuer || issuer.subject.key !== certificate.issuer.key) break;
    checkAuthority(issuer, at);
    const isSigned = isSignedBy(certificate.signed, keyOf(issuer));
    ensure(
      isSigned,
      'certificate_signature_invalid',
      'A certificate is not signed by the next certificate of its chain.',
    );
  }
  const isSelfSigned = certificates[0]!.issuer.key === certificates[0]!.subject.key;
  const code = isSelfSigned ? 'certificate_self_signed' : 'certificate_untrusted';
  throw new CredentialError(
    code,
    'The certificate chain does not end at a trusted anchor. If the issuer is genuine, add its root to the trust list.',
  );
}

/** The anchor that signed a certificate. Roots of the same name are tried in turn, currently valid ones first. */
function issuingAnchor(
  certificate: Certificate,
  anchors: readonly Anchor[],
  below: number,
  now: number,
): Anchor | null {
  const named = anchors.filter((anchor) => anchor.certificate.subject.key === certificate.issuer.key);
  if (named.length === 0) return null;
  const isCurrent = ({ certificate: { notBefore, notAfter } }: Anchor) => notBefore <= now && now <= notAfter;
  const signers = named
    .toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)))
    .filter((anchor) => isSignedBy(certificate.signed, keyOf(anchor.certificate)));
  const [signer] = signers;
  ensure(signer, 'certificate_signature_invalid', 'The anchor that a certificate names did not sign it.');
  checkAuthority(signer.certificate, below);
  return signer;
}

/** @param below how many intermediate certificates lie between an authority and the leaf */
function checkAuthority(authority: Certificate, below: number): void {
  ensure(authority.isCa, 'certificate_not_ca', 'An issuing certificate is not a CA certificate.');
  const isIssuer = authority.keyUsage === null || authority.keyUsage.has(KEY_USAGE.keyCertSign);
  ensure(
    isIssuer,
    'certificate_key_usage',
    'The key usage of a CA certificate does not allow signing certificates.',
  );
  const isWithin = authority.pathLength === null || below <= authority.pathLength;
  ensure(isWithin, 'certificate_path_length', 'The chain exceeds the path length of a CA certificate.');
}

function checkValidity({ notBefore, notAfter }: Certificate, now: number): void {
  ensure(
    now >= notBefore,
    'certificate_not_yet_valid',
    'A certificate of the chain is not valid yet. Check the clock.',
  );
  ensure(now <= notAfter, 'certificate_expired', 'A certificate of the chain has expired.');
}

function checkExtensions({ extensions }: Certificate): void {
  for (const [oid, { isCritical }] of extensions) {
    const isKnown = !isCritical || UNDERSTOOD.has(oid);
    ensure(
      isKnown,
      'certificate_critical_extension',
      `A certificate has the unsupported critical extension ${oid}.`,
    );
  }
}
