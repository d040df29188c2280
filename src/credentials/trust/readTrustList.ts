import { fromBase64url, utf8Text } from '../bytes/bytes.ts';
import { CredentialError, require } from '../CredentialError.ts';
import type { RejectedAnchor, TrustList } from './anchor.ts';
import { readLote } from './lote.ts';
import { tryAnchor } from './tryAnchor.ts';
import { readVical } from './vical.ts';

export const MAX_LIST_BYTES = 8 << 20;
const MAX_CERTIFICATES = 5_000;

/**
 * Reads a trust list of any kind: certificates in PEM, an ISO 18013-5 VICAL, or an ETSI TS 119 602 LoTE (a signed JWS,
 * or its JSON alone). A root that cannot be used is named in `rejected`; the others count. The signature of a list is
 * checked; whose it must be is for the caller to compare (`signer`).
 * @throws {CredentialError} `trust_list_malformed`, `trust_list_signature_invalid`, `input_too_large`
 */
export function readTrustList(bytes: Uint8Array): TrustList {
  require(bytes.length <=
    MAX_LIST_BYTES, 'input_too_large', `A trust list is larger than ${MAX_LIST_BYTES} bytes.`);
  const text = utf8Text(bytes)?.trim();
  try {
    if (text?.includes('-----BEGIN ')) return readPem(text);
    if (text && /^(\{|[\w-]+\.[\w-]+\.[\w-]*$)/.test(text)) return readLote(text);
    return readVical(binaryOf(bytes, text));
  } catch (cause) {
    if (!(cause instanceof CredentialError)) throw cause;
    if (/^(trust_list|input)_/.test(cause.code)) throw cause;
    throw new CredentialError('trust_list_malformed', `The trust list cannot be read: ${cause.message}`, {
      cause,
    });
  }
}

function readPem(text: string): TrustList {
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g)];
  const certificates = blocks.filter(
    ([, label]) => label === 'CERTIFICATE' || label === 'TRUSTED CERTIFICATE',
  );
  require(certificates.length > 0, 'trust_list_malformed', 'The file has no certificate in PEM.');
  require(certificates.length <=
    MAX_CERTIFICATES, 'input_too_large', `More than ${MAX_CERTIFICATES} certificates.`);
  const rejected: RejectedAnchor[] = [];
  const anchors = certificates
    .map(([, , body], row) =>
      tryAnchor(() => new Uint8Array(Buffer.from(body!, 'base64')), {}, row, rejected),
    )
    .filter((anchor) => anchor !== null);
  const facts = { provider: null, issuedAt: null, nextUpdate: null, sequence: null, signer: null };
  return { format: 'pem', ...facts, anchors, rejected };
}

/** The bytes of a file that holds them as they are, in hexadecimal digits or in base64url. */
export function binaryOf(bytes: Uint8Array, text = utf8Text(bytes)?.trim()): Uint8Array {
  if (text && text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text))
    return new Uint8Array(Buffer.from(text, 'hex'));
  if (text && /^[\w-]+$/.test(text)) return fromBase64url(text);
  if (text && /^[A-Za-z0-9+/\s]+={0,2}$/.test(text)) return new Uint8Array(Buffer.from(text, 'base64'));
  return bytes;
}
