import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256, OpenError } from '@hpke/core';
import { fromBase64url } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import type { CborValue } from '../cbor/cborValue.ts';
import { decodeCbor } from '../cbor/decodeCbor.ts';
import { cborMap, embedded, encodeCbor } from '../cbor/encodeCbor.ts';
import { Fields } from '../cbor/Fields.ts';
import type { PrivateJwk } from '../jose/jwe.ts';
import { annexCTranscript } from './transcripts.ts';

/**
 * ISO 18013-7, annex C, as current wallets implement it over the Digital Credentials API (`org-iso-mdoc`). The request
 * contains a key; the answer is encrypted to it by HPKE (RFC 9180, base mode) with the transcript as its info.
 */
const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
});
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
export async function openAnnexC(
  answer: string,
  info: Uint8Array,
  origin: string,
  privateJwk: PrivateJwk,
): Promise<Uint8Array> {
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
  return await openHpke({ enc, sealed, info: annexCTranscript(info, origin), privateJwk });
}

/** HPKE in base mode, one message. */
async function openHpke(message: {
  enc: Uint8Array;
  sealed: Uint8Array;
  info: Uint8Array;
  privateJwk: PrivateJwk;
}): Promise<Uint8Array> {
  const { enc, sealed, info, privateJwk } = message;
  const recipientKey = await suite.kem.importKey('jwk', privateJwk as JsonWebKey, false);
  try {
    return new Uint8Array(await suite.open({ recipientKey, enc, info }, sealed));
  } catch (cause) {
    if (cause instanceof OpenError)
      throw new CredentialError(
        'response_decryption',
        'The response cannot be decrypted with the key of this session.',
        { cause },
      );
    throw new CredentialError('key_malformed', 'The sender’s key is not an uncompressed point on P-256.', {
      cause,
    });
  }
}
