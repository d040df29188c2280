import { createHmac } from 'node:crypto';
import { concat, fromBase64url, utf8 } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import type { CborValue } from '../cbor/cborValue.ts';
import { decodeCbor } from '../cbor/decodeCbor.ts';
import { cborMap, embedded, encodeCbor } from '../cbor/encodeCbor.ts';
import { Fields } from '../cbor/Fields.ts';
import { agree, openGcm, type PrivateJwk, privateKeyOf } from '../jose/jwe.ts';
import { annexCTranscript } from './transcripts.ts';

/**
 * ISO 18013-7, annex C, as current wallets implement it over the Digital Credentials API (`org-iso-mdoc`). The request
 * contains a key; the answer is encrypted to it by HPKE (RFC 9180, base mode) with the transcript as its info.
 */
const SUITE = { kem: 0x0010, kdf: 0x0001, aead: 0x0001 };
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const fields = new Fields('response_malformed');

/** EncryptionInfo, encoded: the nonce and the key to encrypt the answer to. */
export function encryptionInfo(nonce: Uint8Array, { x, y }: PrivateJwk): Uint8Array {
  const key: CborValue = new Map<number, CborValue>([
    [1, 2],
    [-1, 1],
    [-2, fromBase64url(x)],
    [-3, fromBase64url(y)],
  ]);
  return encodeCbor(['dcapi', cborMap({ nonce, recipientPublicKey: key })]);
}

/**
 * DeviceRequest of ISO 18013-5, section 8.3.2.1.2.1, encoded: elements by namespace, each with `intentToRetain` false.
 */
export function deviceRequest(docType: string, elements: ReadonlyMap<string, readonly string[]>): Uint8Array {
  const nameSpaces = new Map(
    [...elements].map(([namespace, names]) => [namespace, new Map(names.map((name) => [name, true]))]),
  );
  const items = encodeCbor(cborMap({ docType, nameSpaces }));
  return encodeCbor(cborMap({ version: '1.0', docRequests: [cborMap({ itemsRequest: embedded(items) })] }));
}

/**
 * Opens an answer.
 * @returns the DeviceResponse inside
 * @throws {CredentialError} `response_malformed`, `response_decryption`, `key_malformed`
 */
export function openAnnexC(
  answer: string,
  info: Uint8Array,
  origin: string,
  privateJwk: PrivateJwk,
): Uint8Array {
  const parts = fields.array(decodeCbor(fromBase64url(answer)), 'The answer');
  ensure(
    parts.length === 2 && parts[0] === 'dcapi',
    'response_malformed',
    'The response is not one of ISO 18013-7 annex C.',
  );
  const map = fields.map(parts[1], 'The answer');
  const enc = fields.bytes(map.get('enc'), 'enc');
  const sealed = fields.bytes(map.get('cipherText'), 'cipherText');
  ensure(sealed.length > 16, 'response_decryption', 'The response is too short to be encrypted.');
  return openHpke({ enc, sealed, info: annexCTranscript(info, origin), privateJwk });
}

/** HPKE in base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM; one message. */
function openHpke(message: {
  enc: Uint8Array;
  sealed: Uint8Array;
  info: Uint8Array;
  privateJwk: PrivateJwk;
}): Uint8Array {
  const { enc, sealed, info, privateJwk } = message;
  if (enc.length !== 65 || enc[0] !== 4)
    throw new CredentialError('key_malformed', 'The sender’s key is not an uncompressed point on P-256.');
  const coordinate = (at: number) => Buffer.from(enc.subarray(at, at + 32)).toString('base64url');
  const sender = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  const point = concat(Uint8Array.of(4), fromBase64url(privateJwk.x), fromBase64url(privateJwk.y));
  const kem = new LabeledHkdf(concat(utf8('KEM'), uint16(SUITE.kem)));
  const secret = agree(privateKeyOf(privateJwk), sender);
  const prk = kem.extract(new Uint8Array(), 'eae_prk', secret);
  const shared = kem.expand(prk, 'shared_secret', concat(enc, point), 32);
  const suite = new LabeledHkdf(
    concat(utf8('HPKE'), uint16(SUITE.kem), uint16(SUITE.kdf), uint16(SUITE.aead)),
  );
  const empty = new Uint8Array();
  const context = concat(
    Uint8Array.of(0),
    suite.extract(empty, 'psk_id_hash', empty),
    suite.extract(empty, 'info_hash', info),
  );
  const root = suite.extract(shared, 'secret', empty);
  return openGcm({
    key: suite.expand(root, 'key', context, KEY_BYTES),
    iv: suite.expand(root, 'base_nonce', context, NONCE_BYTES),
    aad: empty,
    cipherText: sealed.subarray(0, -16),
    tag: sealed.subarray(-16),
  });
}

/** LabeledExtract and LabeledExpand, RFC 9180, section 4; no output is longer than one block. */
class LabeledHkdf {
  readonly #suite: Uint8Array;

  constructor(suite: Uint8Array) {
    this.#suite = suite;
  }

  extract(salt: Uint8Array, label: string, secret: Uint8Array): Uint8Array {
    return hmac(
      salt.length > 0 ? salt : new Uint8Array(32),
      concat(utf8('HPKE-v1'), this.#suite, utf8(label), secret),
    );
  }

  expand(prk: Uint8Array, label: string, info: Uint8Array, length: number): Uint8Array {
    const labeled = concat(uint16(length), utf8('HPKE-v1'), this.#suite, utf8(label), info, Uint8Array.of(1));
    return hmac(prk, labeled).subarray(0, length);
  }
}

function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(data).digest());
}

function uint16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 255);
}
