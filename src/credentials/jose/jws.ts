import { fromBase64, fromBase64url, utf8 } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import { verifyJose } from '../cose/algorithms.ts';
import type { PublicKey } from '../cose/keys.ts';
import { type JsonLimits, type JsonObject, parseStrictObject } from './strictJson.ts';

/** A JWS in compact form (RFC 7515) with an unverified signature. */
export interface Jws {
  header: JsonObject;
  payload: JsonObject;
  /** The signed content: the first two parts as received. */
  signed: Uint8Array;
  signature: Uint8Array;
}

const MAX_CHAIN = 5;

/**
 * Reads header and payload.
 * @param understood supported critical header parameters
 * @throws {CredentialError} `jws_malformed`, `header_critical`, `json_…`, `base64url_malformed`
 */
export function readJws(text: string, limits?: JsonLimits, understood: readonly string[] = []): Jws {
  const parts = text.split('.', 4);
  if (parts.length !== 3) throw new CredentialError('jws_malformed', 'A JWS does not have three parts.');
  const [head, body, signature] = parts as [string, string, string];
  const header = parseStrictObject(fromBase64url(head));
  // RFC 7515, section 4.1.11: unknown critical extensions must be refused. `b64` is one.
  const { crit = [] } = header;
  const isKnown = Array.isArray(crit) && crit.every((name) => understood.includes(name as string));
  ensure(
    isKnown && !('b64' in header),
    'header_critical',
    'The header of the JWS has critical extensions, which are not supported.',
  );
  const payload = parseStrictObject(fromBase64url(body), limits);
  return { header, payload, signed: utf8(`${head}.${body}`), signature: fromBase64url(signature) };
}

/**
 * Whether the signature is valid.
 * @throws {CredentialError} unless the algorithm is known and fits the key
 */
export function verifyJws({ header, signed, signature }: Jws, key: PublicKey): boolean {
  return verifyJose(header['alg'], key, signed, signature);
}

/** The certificates of the signer, the leaf first (`x5c`). @throws {CredentialError} `certificate_missing`, … */
export function x5c({ header }: Pick<Jws, 'header'>): Uint8Array[] {
  const chain = header['x5c'];
  if (!Array.isArray(chain) || chain.length === 0)
    throw new CredentialError('certificate_missing', 'The JWS header has no certificate (x5c).');
  ensure(
    chain.length <= MAX_CHAIN,
    'certificate_path_length',
    `x5c has more than ${MAX_CHAIN} certificates.`,
  );
  return chain.map((text) => {
    if (typeof text === 'string') return fromBase64(text);
    throw new CredentialError('certificate_malformed', 'A certificate of x5c is not a string.');
  });
}
