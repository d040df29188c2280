import { createHash } from 'node:crypto';
import { isEqual } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import type { CborMap, CborValue } from '../cbor/cborValue.ts';
import { decodeCbor } from '../cbor/decodeCbor.ts';
import { Fields } from '../cbor/Fields.ts';
import { type PublicKey, readCoseKey } from '../cose/keys.ts';
import type { Validity } from '../proven.ts';
import type { StatusReference } from '../status/statusReference.ts';
import { readMdocStatus } from '../status/statusReference.ts';
import type { IssuerSignedItem } from './readMdoc.ts';

/** The mobile security object of ISO 18013-5, section 9.1.2.4: the content signed by the issuer. */
export interface SecurityObject {
  docType: string;
  hash: string;
  digests: ReadonlyMap<string, CborMap>;
  deviceKey: () => PublicKey;
  /** Elements that the device may sign itself. */
  authorized: { nameSpaces: ReadonlySet<string>; elements: ReadonlyMap<string, ReadonlySet<string>> };
  validity: Validity;
  status: StatusReference | null;
}

const HASHES: Record<string, string> = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' };
const mso = new Fields('claim_malformed');
const validityFields = new Fields('validity_malformed');

/** Reads the payload of issuerAuth. @throws {CredentialError} */
export function readSecurityObject(payload: Uint8Array): SecurityObject {
  const content = mso.decoded(decodeCbor(payload), 'The payload of issuerAuth');
  const map = mso.map(content, 'The mobile security object');
  ensure(
    map.get('version') === '1.0',
    'version_unsupported',
    'The version of the security object is not supported.',
  );
  const algorithm = map.get('digestAlgorithm');
  const hash = typeof algorithm === 'string' && Object.hasOwn(HASHES, algorithm) ? HASHES[algorithm] : null;
  if (!hash)
    throw new CredentialError('digest_algorithm_unsupported', 'The digest algorithm is not supported.');
  const digests = new Map<string, CborMap>();
  for (const [name, values] of mso.map(map.get('valueDigests'), 'valueDigests'))
    digests.set(mso.text(name, 'A namespace'), mso.map(values, 'The digests of a namespace'));
  const device = map.get('deviceKeyInfo');
  const info = device === undefined ? null : mso.map(device, 'deviceKeyInfo');
  return {
    docType: mso.text(map.get('docType'), 'docType of the security object'),
    hash,
    digests,
    deviceKey: () => deviceKey(info),
    authorized: readAuthorizations(info?.get('keyAuthorizations')),
    validity: readValidity(map.get('validityInfo')),
    status: readMdocStatus(map.get('status')),
  };
}

/** Compares each item with its digest. @throws {CredentialError} `digest_mismatch`, `digest_duplicate` */
export function checkDigests(
  { digests, hash }: SecurityObject,
  nameSpaces: ReadonlyMap<string, readonly IssuerSignedItem[]>,
): void {
  for (const [namespace, items] of nameSpaces) {
    const expected = digests.get(namespace);
    const used = new Set(items.map(({ digestId }) => digestId));
    ensure(used.size === items.length, 'digest_duplicate', 'Two elements have the same digest.');
    for (const { digestId, raw } of items) {
      const digest = expected?.get(digestId);
      const isSame = digest instanceof Uint8Array && isEqual(digest, createHash(hash).update(raw).digest());
      ensure(isSame, 'digest_mismatch', 'An element does not match the digest that the issuer signed.');
    }
  }
}

function deviceKey(info: CborMap | null): PublicKey {
  const key = info?.get('deviceKey');
  if (key === undefined)
    throw new CredentialError('device_key_missing', 'The credential contains no key of its holder.');
  return readCoseKey(key);
}

function readAuthorizations(value: CborValue): SecurityObject['authorized'] {
  const map = value === undefined ? new Map() : mso.map(value, 'keyAuthorizations');
  const names = (list: CborValue, name: string) =>
    new Set(list === undefined ? [] : mso.array(list, name).map((item) => mso.text(item, name)));
  const elements = new Map<string, ReadonlySet<string>>();
  const dataElements = map.get('dataElements');
  for (const [namespace, list] of dataElements === undefined ? [] : mso.map(dataElements, 'dataElements'))
    elements.set(mso.text(namespace, 'A namespace'), names(list, 'dataElements'));
  return { nameSpaces: names(map.get('nameSpaces'), 'nameSpaces'), elements };
}

function readValidity(value: CborValue): Validity {
  const map = validityFields.map(value, 'validityInfo');
  const time = (name: string) => validityFields.time(map.get(name), name);
  const [issuedAt, from, until] = [time('signed'), time('validFrom'), time('validUntil')];
  ensure(from <= until, 'validity_malformed', 'The validity of the credential ends before it begins.');
  const update = map.get('expectedUpdate');
  const expectedUpdate = update === undefined ? null : validityFields.time(update, 'expectedUpdate');
  return { issuedAt, from, until, expectedUpdate };
}
