import { fromBase64url, utf8Text } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import type { RejectedAnchor, TrustList } from './anchor.ts';
import { readLote } from './lote.ts';
import { tryAnchor } from './tryAnchor.ts';
import { readVical } from './vical.ts';

const MAX_LIST_BYTES = 8 << 20;
const MAX_CERTIFICATES = 5_000;

/**
 * Reads a trust list of any kind: certificates in PEM, one in DER, an ISO 18013-5 VICAL, or an ETSI TS 119 602 LoTE (a
 * signed JWS, or its JSON alone). An unusable root is listed in `rejected`; the others count. The signature of a list
 * is verified; the caller must check the identity of the signer (`signer`).
 * @throws {CredentialError} `trust_list_malformed`, `trust_list_signature_invalid`, `input_too_large`
 */
export function readTrustList(bytes: Uint8Array): TrustList {
  ensure(
    bytes.length <= MAX_LIST_BYTES,
    'input_too_large',
    `The trust list exceeds ${MAX_LIST_BYTES} bytes.`,
  );
  ensure(
    bytes.length > 0,
    'trust_list_malformed',
    'The trust list is empty. Pass a list with at least one certificate.',
  );
  const text = utf8Text(bytes)?.trim();
  try {
    if (text?.includes('-----BEGIN ')) return readPem(text);
    if (text && /^(\{|[\w-]+\.[\w-]+\.[\w-]*$)/.test(text)) return readLote(text);
    const binary = binaryOf(bytes);
    return binary[0] === 0x30 ? listOf([{ bytes: binary, types: null }]) : readVical(binary);
  } catch (cause) {
    if (!(cause instanceof CredentialError)) throw cause;
    if (/^(trust_list|input)_/.test(cause.code)) throw cause;
    throw new CredentialError('trust_list_malformed', `The trust list cannot be read: ${cause.message}`, {
      cause,
    });
  }
}

/** Certificates in PEM. A line `Types: …` before one limits it to these types; `*` is for all, the EU's included. */
function readPem(text: string): TrustList {
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g)];
  const certificates = blocks.filter(([, label]) => /^((TRUSTED|X509) )?CERTIFICATE$/.test(label!));
  ensure(
    certificates.length > 0,
    'trust_list_malformed',
    'The file has no PEM certificate. Pass a PEM file, a VICAL or a LoTE.',
  );
  return listOf(
    certificates.map(({ index, 2: body }) => ({
      bytes: new Uint8Array(Buffer.from(body!, 'base64')),
      types: typesIn(textBefore(text, index)),
    })),
  );
}

/** The text between a block and the one before. */
function textBefore(text: string, index: number): string {
  const end = text.slice(0, index).lastIndexOf('-----');
  return text.slice(end < 0 ? 0 : end + 5, index);
}

function typesIn(text: string): string[] | null {
  const types = /^Types:(.*)$/m
    .exec(text)?.[1]
    ?.trim()
    .split(/[\s,]+/);
  if (!types) return null;
  const isValid = types.every((type) => /^[\w.:/-]*\*?$/.test(type) && type !== '');
  ensure(
    isValid,
    'trust_list_malformed',
    'A line "Types:" of the PEM file must name docTypes or vcts, or "*".',
  );
  return types;
}

/** Certificates only, without a signature over the list. */
function listOf(certificates: { bytes: Uint8Array; types: string[] | null }[]): TrustList {
  ensure(
    certificates.length <= MAX_CERTIFICATES,
    'input_too_large',
    `More than ${MAX_CERTIFICATES} certificates.`,
  );
  const rejected: RejectedAnchor[] = [];
  const anchors = certificates
    .map(({ bytes, types }, row) =>
      tryAnchor(
        () => bytes,
        () => ({ types }),
        row,
        rejected,
      ),
    )
    .filter((anchor) => anchor !== null);
  const facts = { provider: null, issuedAt: null, nextUpdate: null, sequence: null, signer: null };
  return { format: 'pem', ...facts, anchors, rejected };
}

/** Decodes a file in binary, hexadecimal, base64 or base64url. */
export function binaryOf(bytes: Uint8Array): Uint8Array {
  const text = utf8Text(bytes)?.replaceAll(/\s/g, '');
  if (text && text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text))
    return new Uint8Array(Buffer.from(text, 'hex'));
  if (text && /^[\w-]+$/.test(text)) return fromBase64url(text);
  if (text && /^([\w-]+|[A-Za-z0-9+/]+)={0,2}$/.test(text))
    return new Uint8Array(Buffer.from(text, 'base64'));
  return bytes;
}
