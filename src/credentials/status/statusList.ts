import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { fromBase64url, utf8Text } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import { byteKey, type CborMap } from '../cbor/cborValue.ts';
import { type CborLimits, decodeCbor } from '../cbor/decodeCbor.ts';
import { Fields } from '../cbor/Fields.ts';
import { readSign1, verifySign1, x5chain } from '../cose/sign1.ts';
import { readJws, verifyJws, x5c } from '../jose/jws.ts';
import { isObject } from '../jose/strictJson.ts';
import { CLOCK_SKEW_MS } from '../validity.ts';
import { type PathTrust, verifyPath } from '../x509/path.ts';
import type { StatusReference } from './statusReference.ts';

/** The status of one credential. An undefined value is `unknown`, which does not count as valid. */
export type CredentialStatus = 'valid' | 'revoked' | 'suspended' | 'unknown';

/** A list with a verified signature. */
export interface StatusList {
  /** Milliseconds since 1970. */
  issuedAt: number;
  expiresAt: number | null;
  /** Time to live, if the issuer states it. */
  ttlMs: number | null;
  statusOf(reference: StatusReference): CredentialStatus;
}

const MAX_STATUS_LIST_BYTES = 4 << 20;
const MAX_UNPACKED_BYTES = 16 << 20;
const LIMITS: CborLimits = { bytes: MAX_STATUS_LIST_BYTES, depth: 8, items: 500_000 };
const STATUSES: CredentialStatus[] = ['valid', 'revoked', 'suspended'];
/** The claims of a CWT: subject, expiry, time of issue; ttl, status list and identifier list of the drafts. */
const CWT = { sub: 2, exp: 4, iat: 6, ttl: 65534, statusList: 65533, identifierList: 65530 };
const fields = new Fields('status_list_malformed');

interface ListClaims {
  sub: unknown;
  iat: unknown;
  exp: unknown;
  ttl: unknown;
}

/**
 * Reads a Status List Token (draft-ietf-oauth-status-list) as a JWT or a CWT, or an identifier list (ISO 18013-5,
 * second edition) as a CWT. Its signer must lead to an anchor, and its URI must be the one that the credential names.
 * @throws {CredentialError} with a code that begins with `status_list_`, `certificate_` or `algorithm_`
 */
export async function readStatusList(bytes: Uint8Array, uri: string, trust: PathTrust): Promise<StatusList> {
  ensure(
    bytes.length <= MAX_STATUS_LIST_BYTES,
    'input_too_large',
    `More than ${MAX_STATUS_LIST_BYTES} bytes.`,
  );
  const text = utf8Text(bytes)?.trim();
  return text && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)
    ? readJwt(text, uri, trust)
    : readCwt(bytes, uri, trust);
}

async function readJwt(text: string, uri: string, trust: PathTrust): Promise<StatusList> {
  const jws = readJws(text);
  ensure(jws.header['typ'] === 'statuslist+jwt', 'header_type', 'The token is not a status list.');
  const isSigned = verifyJws(jws, verifyPath(x5c(jws), trust).key);
  ensure(isSigned, 'status_list_signature_invalid', 'The signature of the status list is invalid.');
  const { sub, iat, exp, ttl, status_list: list } = jws.payload;
  const times = checkClaims({ sub, iat, exp, ttl }, uri, trust.now);
  if (!isObject(list) || typeof list['lst'] !== 'string') throw malformed('status_list has no lst.');
  return { ...times, ...(await bitField(list['bits'], fromBase64url(list['lst']))) };
}

async function readCwt(bytes: Uint8Array, uri: string, trust: PathTrust): Promise<StatusList> {
  const sign1 = readSign1(decodeCbor(bytes, LIMITS), LIMITS);
  const type = sign1.protectedHeader.get(16);
  const isList =
    type === 'application/statuslist+cwt' ||
    type === 'statuslist+cwt' ||
    type === 'application/identifierlist+cwt';
  ensure(isList, 'header_type', 'The token is not a status list.');
  const isSigned = sign1.payload !== null && verifySign1(sign1, verifyPath(x5chain(sign1), trust).key);
  ensure(isSigned, 'status_list_signature_invalid', 'The signature of the status list is invalid.');
  const claims = fields.map(decodeCbor(sign1.payload!, LIMITS), 'The status list');
  const get = (name: keyof typeof CWT) => claims.get(CWT[name]);
  const times = checkClaims(
    { sub: get('sub'), iat: get('iat'), exp: get('exp'), ttl: get('ttl') },
    uri,
    trust.now,
  );
  if (claims.has(CWT.identifierList))
    return { ...times, ...identifiers(fields.map(get('identifierList'), 'The identifier list')) };
  const list = fields.map(get('statusList'), 'status_list');
  return { ...times, ...(await bitField(list.get('bits'), fields.bytes(list.get('lst'), 'lst'))) };
}

function checkClaims(
  { sub, iat, exp, ttl }: ListClaims,
  uri: string,
  now: number,
): Omit<StatusList, 'statusOf'> {
  ensure(
    sub === uri,
    'status_list_subject',
    'The subject of the status list is not the URL that the credential names.',
  );
  if (typeof iat !== 'number') throw malformed('iat is not a time.');
  if (exp !== undefined && typeof exp !== 'number') throw malformed('exp is not a time.');
  if (ttl !== undefined && !(typeof ttl === 'number' && ttl > 0))
    throw malformed('ttl is not a number of seconds.');
  const isCurrent = 1000 * iat <= now + CLOCK_SKEW_MS && (exp === undefined || now <= 1000 * exp);
  ensure(
    isCurrent,
    'status_list_expired',
    'The status list has expired or is not valid yet. Fetch the current list.',
  );
  const seconds = (value: number | undefined) => (value === undefined ? null : 1000 * value);
  return { issuedAt: 1000 * iat, expiresAt: seconds(exp), ttlMs: seconds(ttl) };
}

async function bitField(bits: unknown, packed: Uint8Array): Promise<Pick<StatusList, 'statusOf'>> {
  if (bits !== 1 && bits !== 2 && bits !== 4 && bits !== 8) throw malformed('bits is none of 1, 2, 4 and 8.');
  const list = await unpack(packed);
  const mask = 2 ** bits - 1;
  return {
    statusOf(reference) {
      if (reference.kind !== 'status_list') return 'unknown';
      const at = reference.index * bits;
      const byte = list[Math.floor(at / 8)];
      if (byte === undefined)
        throw new CredentialError(
          'status_list_index',
          'The index of the credential is beyond the end of the status list.',
        );
      return STATUSES[(byte >> (at % 8)) & mask] ?? 'unknown';
    },
  };
}

/** Limited in size and off the event loop: a few kilobytes of zlib can decompress to gigabytes. */
async function unpack(packed: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(inflate)(packed, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (cause) {
    throw new CredentialError(
      'status_list_malformed',
      'The status list cannot be decompressed, or is too large.',
      { cause },
    );
  }
}

/** A listed credential is revoked; one that is not listed is valid. */
function identifiers(list: CborMap): Pick<StatusList, 'statusOf'> {
  const listed = fields.map(list.get('identifiers'), 'identifiers');
  return {
    statusOf: (reference) =>
      reference.kind !== 'identifier_list'
        ? 'unknown'
        : listed.has(byteKey(reference.id))
          ? 'revoked'
          : 'valid',
  };
}

function malformed(problem: string): CredentialError {
  return new CredentialError('status_list_malformed', `The status list is malformed: ${problem}`);
}
