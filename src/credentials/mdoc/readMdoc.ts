import { ensure } from '../CredentialError.ts';
import type { CborMap, CborValue } from '../cbor/cborValue.ts';
import { decodeCbor } from '../cbor/decodeCbor.ts';
import { Fields } from '../cbor/Fields.ts';
import { readSign1, type Sign1 } from '../cose/sign1.ts';

/** IssuerSigned of ISO 18013-5, section 8.3.2.1.2.2, as received. */
export interface IssuerSigned {
  nameSpaces: Map<string, IssuerSignedItem[]>;
  issuerAuth: Sign1;
}

export interface IssuerSignedItem {
  digestId: number;
  identifier: string;
  value: CborValue;
  /** IssuerSignedItemBytes, tag 24 included: the input of the issuer's digest. */
  raw: Uint8Array;
}

/** DeviceSigned, section 8.3.2.1.2.2. */
export interface DeviceSigned {
  /** DeviceNameSpacesBytes, tag 24 included: the content signed by the device. */
  nameSpacesBytes: Uint8Array;
  nameSpaces: Map<string, string[]>;
  signature: Sign1 | null;
  hasMac: boolean;
}

export interface MdocDocument {
  docType: string;
  issuerSigned: IssuerSigned;
  deviceSigned: DeviceSigned | null;
}

/** Limit for one answer. */
const MAX_DOCUMENTS = 8;
const MAX_ELEMENTS = 500;
/** ISO 18013-5, section 9.1.2.5. */
const MIN_SALT_BYTES = 16;
const VERSIONS = ['1.0', '1.1'];

const answer = new Fields('response_malformed');
const fields = new Fields('element_malformed');

/**
 * Reads the documents of a DeviceResponse, or the single document of an IssuerSigned. For an IssuerSigned, `docType` is
 * empty and `deviceSigned` is `null`.
 * @throws {CredentialError}
 */
export function readMdoc(bytes: Uint8Array): MdocDocument[] {
  const map = answer.map(decodeCbor(bytes), 'The answer');
  if (map.has('issuerAuth'))
    return [{ docType: '', issuerSigned: readIssuerSigned(map), deviceSigned: null }];
  const version = map.get('version');
  ensure(
    VERSIONS.includes(version as string),
    'version_unsupported',
    'The version of the DeviceResponse is not supported.',
  );
  ensure(map.get('status') === 0, 'response_status', 'The wallet returned an error.');
  const documents = answer.array(map.get('documents') ?? [], 'documents');
  ensure(documents.length > 0, 'document_missing', 'The response has no document.');
  ensure(documents.length <= MAX_DOCUMENTS, 'cbor_limit_exceeded', `More than ${MAX_DOCUMENTS} documents.`);
  return documents.map((document) => readDocument(answer.map(document, 'A document')));
}

function readDocument(document: CborMap): MdocDocument {
  const docType = answer.text(document.get('docType'), 'docType');
  ensure(docType !== '', 'response_malformed', 'docType is empty.');
  const issuerSigned = readIssuerSigned(answer.map(document.get('issuerSigned'), 'issuerSigned'));
  const device = document.get('deviceSigned');
  const deviceSigned = device === undefined ? null : readDeviceSigned(answer.map(device, 'deviceSigned'));
  return { docType, issuerSigned, deviceSigned };
}

function readIssuerSigned(map: CborMap): IssuerSigned {
  const isKnown = [...map.keys()].every((name) => name === 'nameSpaces' || name === 'issuerAuth');
  ensure(isKnown, 'response_malformed', 'issuerSigned has a member that is unknown.');
  const nameSpaces = new Map<string, IssuerSignedItem[]>();
  const namespaceMap = map.get('nameSpaces');
  let elements = 0;
  for (const [name, items] of namespaceMap === undefined ? [] : fields.map(namespaceMap, 'nameSpaces')) {
    const namespace = fields.text(name, 'A namespace');
    const read = fields.array(items, 'The items of a namespace').map(readItem);
    elements += read.length;
    ensure(elements <= MAX_ELEMENTS, 'cbor_limit_exceeded', `More than ${MAX_ELEMENTS} elements.`);
    const identifiers = new Set(read.map(({ identifier }) => identifier));
    ensure(
      identifiers.size === read.length,
      'element_duplicate',
      'An element appears twice in its namespace.',
    );
    nameSpaces.set(namespace, read);
  }
  return { nameSpaces, issuerAuth: readSign1(map.get('issuerAuth')) };
}

function readItem(value: CborValue): IssuerSignedItem {
  const { raw, bytes } = fields.embedded(value, 'An item');
  const item = fields.map(decodeCbor(bytes), 'An item');
  const random = fields.bytes(item.get('random'), 'random of an item');
  ensure(
    random.length >= MIN_SALT_BYTES,
    'salt_too_short',
    `The salt of an item has fewer than ${MIN_SALT_BYTES} bytes.`,
  );
  ensure(item.has('elementValue'), 'element_malformed', 'An item has no value.');
  return {
    digestId: fields.count(item.get('digestID'), 'digestID of an item'),
    identifier: fields.text(item.get('elementIdentifier'), 'elementIdentifier of an item'),
    value: item.get('elementValue'),
    raw,
  };
}

function readDeviceSigned(map: CborMap): DeviceSigned {
  const { raw, bytes } = answer.embedded(map.get('nameSpaces'), 'nameSpaces of deviceSigned');
  const nameSpaces = new Map<string, string[]>();
  for (const [name, elements] of answer.map(decodeCbor(bytes), 'nameSpaces of deviceSigned')) {
    const identifiers = [...answer.map(elements, 'A namespace of deviceSigned').keys()];
    nameSpaces.set(
      answer.text(name, 'A namespace of deviceSigned'),
      identifiers.map((identifier) => answer.text(identifier, 'An element of deviceSigned')),
    );
  }
  const auth = answer.map(map.get('deviceAuth'), 'deviceAuth');
  const [signature, mac] = [auth.get('deviceSignature'), auth.get('deviceMac')];
  const isOne = (signature === undefined) !== (mac === undefined);
  ensure(isOne, 'device_authentication_missing', 'deviceAuth has neither a signature nor a MAC, or both.');
  return {
    nameSpacesBytes: raw,
    nameSpaces,
    signature: signature === undefined ? null : readSign1(signature),
    hasMac: mac !== undefined,
  };
}
