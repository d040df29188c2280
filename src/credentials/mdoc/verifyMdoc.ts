import { createHash } from 'node:crypto';
import { concat, isEqual } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import type { CborValue } from '../cbor/cborValue.ts';
import { cborHead, encodeCbor } from '../cbor/encodeCbor.ts';
import { verifySign1, x5chain } from '../cose/sign1.ts';
import type { IssuedMdoc } from '../proven.ts';
import { checkSigner } from '../trust/checkSigner.ts';
import { checkValidityNow } from '../validity.ts';
import { type PathTrust, type VerifiedPath, verifyPath } from '../x509/path.ts';
import { type MdocDocument, readMdoc } from './readMdoc.ts';
import { checkDigests, readSecurityObject, type SecurityObject } from './securityObject.ts';

/** The requirements for a mobile document. */
export interface MdocCheck extends PathTrust {
  /** The session of the request: an encoded SessionTranscript; null without one. */
  transcript: Uint8Array | null;
}

/** Issuers round the time of signing down to the day, which may be the first day of their certificate. */
const DAY_MS = 86_400_000;

/**
 * Verifies each document of a DeviceResponse, or an IssuerSigned, by ISO 18013-5: the issuer's certificate and
 * signature, the digests, the validity, and the device's signature of this session. Several documents must belong to
 * one holder.
 * @param bytes at most 1 MB
 * @throws {CredentialError}
 */
export function verifyMdoc(bytes: Uint8Array, check: MdocCheck): [IssuedMdoc, ...IssuedMdoc[]] {
  const [first, ...others] = readMdoc(bytes).map((document) => verifyDocument(document, check));
  if (!first) throw new CredentialError('document_missing', 'The response has no document.');
  const proven: [IssuedMdoc, ...IssuedMdoc[]] = [first, ...others];
  const types = new Set(proven.map(({ type }) => type));
  ensure(types.size === proven.length, 'document_duplicate', 'The response has two documents of one type.');
  for (const other of others)
    ensure(
      isOneHolder(first, other),
      'document_conflict',
      'Nothing proves that the documents are of one person.',
    );
  return proven;
}

function verifyDocument(document: MdocDocument, check: MdocCheck): IssuedMdoc {
  const { issuerAuth, nameSpaces } = document.issuerSigned;
  const path = verifyPath(x5chain(issuerAuth), check);
  const isSigned = verifySign1(issuerAuth, path.key);
  ensure(isSigned, 'issuer_signature_invalid', 'The issuer’s signature is invalid.');
  const object = readSecurityObject(issuerAuth.payload!);
  const isType = document.docType === '' || document.docType === object.docType;
  ensure(isType, 'type_mismatch', 'The docType of the document differs from the one that the issuer signed.');
  checkValidityNow(object.validity, check.now);
  checkSignedWithin(object, path);
  checkDigests(object, nameSpaces);
  const claims = new Map(
    [...nameSpaces].map(([namespace, items]) => [
      namespace,
      new Map(items.map(({ identifier, value }) => [identifier, value])),
    ]),
  );
  checkSigner(path, object.docType, issuingCountryOf(claims), check.now);
  const device = verifyDevice(document, object, check.transcript);
  return {
    format: 'mso_mdoc',
    type: object.docType,
    issuer: path.leaf,
    anchor: path.anchor,
    issued: path.issued,
    isRevocationChecked: path.isRevocationChecked,
    validity: object.validity,
    status: object.status,
    claims,
    ...device,
  };
}

/** ISO 18013-5, section 9.3.1: the time of signing lies within the validity of the certificate. */
function checkSignedWithin({ validity: { issuedAt } }: SecurityObject, { leaf }: VerifiedPath): void {
  const isWithin = issuedAt !== null && issuedAt >= leaf.notBefore - DAY_MS && issuedAt <= leaf.notAfter;
  ensure(
    isWithin,
    'validity_malformed',
    'The credential was signed outside the validity of the issuer’s certificate.',
  );
}

/**
 * Device authentication by signature, section 9.1.3. A MAC would need a reader key, which an answer over the web does
 * not have.
 */
function verifyDevice(
  { docType, deviceSigned }: MdocDocument,
  object: SecurityObject,
  transcript: Uint8Array | null,
): Pick<IssuedMdoc, 'unbound' | 'deviceKeySha256'> {
  const deviceKeySha256 = null;
  const unbound = (
    code: 'session_missing' | 'device_authentication_missing' | 'device_mac_unsupported',
    why: string,
  ) => ({
    unbound: new CredentialError(code, why),
    deviceKeySha256,
  });
  if (!deviceSigned)
    return unbound(
      'device_authentication_missing',
      'The input has no device signature: only the issuer’s data was verified. Pass the DeviceResponse of the wallet.',
    );
  checkAuthorizations(deviceSigned.nameSpaces, object);
  if (!transcript)
    return unbound(
      'session_missing',
      'The device signature was not verified: there is no session. Pass the session of the request.',
    );
  const { signature, nameSpacesBytes } = deviceSigned;
  if (!signature)
    return unbound(
      'device_mac_unsupported',
      'The device authenticates with a MAC, which is not supported. The wallet must sign.',
    );
  ensure(signature.payload === null, 'cose_malformed', 'The device signature has an attached payload.');
  const key = object.deviceKey();
  const isSigned = verifySign1(signature, key, deviceAuthentication(transcript, docType, nameSpacesBytes));
  ensure(
    isSigned,
    'device_signature_invalid',
    'The device signature does not match this session. Check that the session is that of the response.',
  );
  return { unbound: null, deviceKeySha256: createHash('sha256').update(key.spki).digest('hex') };
}

/** DeviceAuthenticationBytes, section 9.1.3.4, from the transcript and the device's namespaces as received. */
export function deviceAuthentication(
  transcript: Uint8Array,
  docType: string,
  nameSpacesBytes: Uint8Array,
): Uint8Array {
  const content = concat(
    cborHead(4, 4),
    encodeCbor('DeviceAuthentication'),
    transcript,
    encodeCbor(docType),
    nameSpacesBytes,
  );
  return concat(cborHead(6, 24), cborHead(2, content.length), content);
}

function checkAuthorizations(
  nameSpaces: ReadonlyMap<string, readonly string[]>,
  { authorized }: SecurityObject,
): void {
  for (const [namespace, identifiers] of nameSpaces) {
    const elements = authorized.elements.get(namespace);
    const isAllowed =
      authorized.nameSpaces.has(namespace) || identifiers.every((name) => elements?.has(name));
    ensure(
      isAllowed,
      'device_element_unauthorized',
      'The device signed an element that the issuer did not authorize it to sign.',
    );
  }
}

/**
 * Whether two documents belong to one holder: either they have the same device key, or both state at least two of given
 * name, family name and birth date, and all that both state are equal.
 */
function isOneHolder(a: IssuedMdoc, b: IssuedMdoc): boolean {
  if (a.deviceKeySha256 !== null && a.deviceKeySha256 === b.deviceKeySha256) return true;
  const pairs = ['family_name', 'given_name', 'birth_date']
    .map((name) => [elementOf(a, name), elementOf(b, name)] as const)
    .filter(([left, right]) => left !== undefined && right !== undefined);
  return pairs.length >= 2 && pairs.every(([left, right]) => isEqual(encodeCbor(left), encodeCbor(right)));
}

/** An element of a document, in any of its namespaces. */
function elementOf({ claims }: Pick<IssuedMdoc, 'claims'>, name: string): CborValue {
  for (const elements of claims.values()) if (elements.has(name)) return elements.get(name);
  return undefined;
}

function issuingCountryOf(claims: IssuedMdoc['claims']): string | null {
  const country = elementOf({ claims }, 'issuing_country');
  return typeof country === 'string' ? country.toUpperCase() : null;
}
