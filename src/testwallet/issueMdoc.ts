import { createHash, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { fromBase64url } from '../credentials/bytes/bytes.ts';
import { type CborMap, type CborValue, Tagged } from '../credentials/cbor/cborValue.ts';
import { cborMap, embedded, encodeCbor } from '../credentials/cbor/encodeCbor.ts';
import { sigStructure } from '../credentials/cose/sign1.ts';
import { deviceAuthentication } from '../credentials/mdoc/verifyMdoc.ts';
import { type Identity, signRaw, type TestCurve } from './authority.ts';

export interface TestElement {
  namespace: string;
  name: string;
  value: CborValue;
  salt?: Uint8Array;
  digestId?: number;
}

/** Content and signature of a mobile document; each `edit…` changes the data before they are signed or sent. */
export interface MdocRecipe {
  signer: Identity;
  now: number;
  docType: string;
  elements: TestElement[];
  device: { privateKey: KeyObject; curve: TestCurve };
  /** Null for an IssuerSigned without a DeviceResponse. */
  transcript: Uint8Array | null;
  chain?: Uint8Array[];
  validity?: { signed: number; from: number; until: number };
  status?: CborValue;
  editSecurityObject?: (object: CborMap) => void;
  editHeader?: (header: CborMap) => void;
  editUnprotected?: (header: CborMap) => void;
  /** Called after the digests were computed. */
  editItems?: (items: Map<string, CborValue[]>) => void;
  editIssuerAuth?: (parts: CborValue[]) => void;
  deviceNameSpaces?: CborMap;
  editDeviceAuth?: (auth: CborMap) => void;
  editDocument?: (document: CborMap) => void;
  editResponse?: (response: CborMap) => void;
}

const COSE_ALGORITHMS: Record<TestCurve, number> = {
  'P-256': -7,
  'P-384': -35,
  'P-521': -36,
  brainpoolP256r1: -7,
  brainpoolP384r1: -35,
  brainpoolP512r1: -36,
  ed25519: -8,
};
const COSE_CURVES: Record<string, number> = { 'P-256': 1, 'P-384': 2, 'P-521': 3 };
const DAY_MS = 86_400_000;

/** Issues a mobile document and answers with it: a DeviceResponse, or an IssuerSigned without a transcript. */
export function issueMdoc(recipe: MdocRecipe): Uint8Array {
  const document = documentOf(recipe);
  if (!recipe.transcript) return encodeCbor(document.get('issuerSigned')!);
  return responseOf([document], recipe.editResponse);
}

/** A DeviceResponse with several documents. */
function responseOf(documents: CborMap[], edit?: (response: CborMap) => void): Uint8Array {
  const response = cborMap({ version: '1.0', documents, status: 0 });
  edit?.(response);
  return encodeCbor(response);
}

function documentOf(recipe: MdocRecipe): CborMap {
  const items = new Map<string, CborValue[]>();
  const digests: CborMap = new Map();
  for (const [at, { namespace, name, value, salt, digestId = at }] of recipe.elements.entries()) {
    const item = cborMap({
      digestID: digestId,
      random: salt ?? randomBytes(16),
      elementIdentifier: name,
      elementValue: value,
    });
    const tagged = encodeCbor(embedded(encodeCbor(item)));
    items.set(namespace, [...(items.get(namespace) ?? []), new Tagged(24, null, tagged)]);
    if (!digests.has(namespace)) digests.set(namespace, new Map());
    (digests.get(namespace) as CborMap).set(
      digestId,
      new Uint8Array(createHash('sha256').update(tagged).digest()),
    );
  }
  recipe.editItems?.(items);
  const issuerSigned = cborMap({ nameSpaces: items as CborMap, issuerAuth: issuerAuth(recipe, digests) });
  const document = cborMap({ docType: recipe.docType, issuerSigned });
  if (recipe.transcript) document.set('deviceSigned', deviceSigned(recipe, recipe.transcript));
  recipe.editDocument?.(document);
  return document;
}

function issuerAuth(recipe: MdocRecipe, digests: CborMap): CborValue[] {
  const { signer, now, docType, device } = recipe;
  const { signed, from, until } = recipe.validity ?? {
    signed: now - DAY_MS,
    from: now - DAY_MS,
    until: now + 30 * DAY_MS,
  };
  const object = cborMap({
    version: '1.0',
    digestAlgorithm: 'SHA-256',
    valueDigests: digests,
    deviceKeyInfo: cborMap({ deviceKey: coseKeyOf(device.privateKey) }),
    docType,
    validityInfo: cborMap({ signed: tdate(signed), validFrom: tdate(from), validUntil: tdate(until) }),
    status: recipe.status,
  });
  recipe.editSecurityObject?.(object);
  const payload = encodeCbor(embedded(encodeCbor(object)));
  const chain = recipe.chain ?? [signer.certificate];
  const header: CborMap = new Map([[1, COSE_ALGORITHMS[signer.curve]]]);
  recipe.editHeader?.(header);
  const unprotected: CborMap = new Map([[33, chain.length === 1 ? chain[0]! : chain]]);
  recipe.editUnprotected?.(unprotected);
  const protectedBytes = encodeCbor(header);
  const parts: CborValue[] = [
    protectedBytes,
    unprotected,
    payload,
    signRaw(signer, sigStructure(protectedBytes, payload)),
  ];
  recipe.editIssuerAuth?.(parts);
  return parts;
}

function deviceSigned(recipe: MdocRecipe, transcript: Uint8Array): CborMap {
  const nameSpaces = embedded(encodeCbor(recipe.deviceNameSpaces ?? new Map()));
  const protectedBytes = encodeCbor(new Map([[1, COSE_ALGORITHMS[recipe.device.curve]]]));
  const content = deviceAuthentication(transcript, recipe.docType, encodeCbor(nameSpaces));
  const signature = signRaw(recipe.device, sigStructure(protectedBytes, content));
  const auth = cborMap({ deviceSignature: [protectedBytes, new Map(), null, signature] });
  recipe.editDeviceAuth?.(auth);
  return cborMap({ nameSpaces, deviceAuth: auth });
}

/** The COSE_Key of a NIST curve or Ed25519 key. */
export function coseKeyOf(privateKey: KeyObject): CborMap {
  const { kty, crv, x, y } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (kty === 'OKP')
    return new Map<number, CborValue>([
      [1, 1],
      [-1, 6],
      [-2, fromBase64url(x!)],
    ]);
  return new Map<number, CborValue>([
    [1, 2],
    [-1, COSE_CURVES[crv!]!],
    [-2, fromBase64url(x!)],
    [-3, fromBase64url(y!)],
  ]);
}

export function tdate(at: number): Tagged {
  return new Tagged(0, `${new Date(at).toISOString().slice(0, 19)}Z`);
}
