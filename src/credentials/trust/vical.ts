import { ensure } from '../CredentialError.ts';
import type { CborMap } from '../cbor/cborValue.ts';
import { type CborLimits, decodeCbor } from '../cbor/decodeCbor.ts';
import { Fields } from '../cbor/Fields.ts';
import { readSign1, type Sign1, verifySign1, x5chain } from '../cose/sign1.ts';
import { keyOf, readCertificate } from '../x509/certificate.ts';
import type { RejectedAnchor, TrustList } from './anchor.ts';
import { tryAnchor } from './tryAnchor.ts';

const LIMITS: CborLimits = { bytes: 8 << 20, depth: 16, items: 500_000 };
const fields = new Fields('trust_list_malformed');

/**
 * Reads a VICAL, the signed list of issuers' roots of ISO 18013-5, annex C. Its signature must verify with the
 * certificate it contains; the caller must check that this is the publisher's (`signer`).
 * @throws {CredentialError}
 */
export function readVical(bytes: Uint8Array): TrustList {
  const sign1 = readSign1(decodeCbor(bytes, LIMITS), LIMITS);
  const signer = verifySigner(sign1);
  const vical = fields.map(decodeCbor(sign1.payload!, LIMITS), 'The VICAL');
  const version = fields.text(vical.get('version'), 'version');
  ensure(version.startsWith('1.'), 'trust_list_malformed', 'The version of the VICAL is not supported.');
  const rejected: RejectedAnchor[] = [];
  const anchors = fields
    .array(vical.get('certificateInfos'), 'certificateInfos')
    .map((info, row) => {
      const entry = () => fields.map(info, 'An entry');
      const certificate = () => fields.bytes(entry().get('certificate'), 'A certificate');
      return tryAnchor(certificate, () => scopeOf(entry()), row, rejected);
    })
    .filter((anchor) => anchor !== null);
  const sequence = vical.get('vicalIssueID');
  const nextUpdate = vical.get('nextUpdate') ?? null;
  return {
    format: 'vical',
    provider: fields.text(vical.get('vicalProvider'), 'vicalProvider'),
    issuedAt: fields.time(vical.get('date'), 'date'),
    nextUpdate: nextUpdate === null ? null : fields.time(nextUpdate, 'nextUpdate'),
    sequence: typeof sequence === 'number' && Number.isSafeInteger(sequence) ? sequence : null,
    signer,
    anchors,
    rejected,
  };
}

/** @returns the SHA-256 of the signer's certificate */
function verifySigner(sign1: Sign1): string {
  const leaf = readCertificate(x5chain(sign1)[0]!);
  const isSigned = sign1.payload !== null && verifySign1(sign1, keyOf(leaf));
  ensure(
    isSigned,
    'trust_list_signature_invalid',
    'The signature of the VICAL is invalid. Download the list again.',
  );
  return leaf.sha256;
}

function scopeOf(entry: CborMap): { types: string[]; countries: string[] | null } {
  const types = fields.array(entry.get('docType'), 'docType').map((type) => fields.text(type, 'A docType'));
  const country = entry.get('issuingCountry');
  const isCountry = typeof country === 'string' && /^[A-Za-z]{2}$/.test(country);
  return { types, countries: isCountry ? [country.toUpperCase()] : null };
}
