import { createHash } from 'node:crypto';
import { fromBase64url, toBase64url, utf8 } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import { isObject, JSON_LIMITS, type Json, type JsonObject, parseStrictJson } from '../jose/strictJson.ts';

/** A disclosure of RFC 9901, section 4.2: of an object member if it has a name, otherwise of an array element. */
interface Disclosure {
  name: string | null;
  value: Json;
  isUsed: boolean;
}

const HASHES: Record<string, string> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' };
/** In characters: 96 bits in base64url, 64 bits in hexadecimal. Some issuers' libraries write no longer salts. */
const MIN_SALT_LENGTH = 16;
/**
 * Claims that must not be selectively disclosable: the digests themselves, and claims of SD-JWT VC that every verifier
 * needs.
 */
const RESERVED = new Set([
  '_sd',
  '...',
  '_sd_alg',
  '__proto__',
  'iss',
  'nbf',
  'exp',
  'cnf',
  'vct',
  'vct#integrity',
  'status',
]);

/** The name of Node's hash for `_sd_alg`. @throws {CredentialError} `digest_algorithm_unsupported` */
function hashOf(algorithm: Json | undefined): string {
  const name = algorithm === undefined ? 'sha-256' : algorithm;
  if (typeof name === 'string' && Object.hasOwn(HASHES, name)) return HASHES[name]!;
  throw new CredentialError('digest_algorithm_unsupported', '_sd_alg is not supported.');
}

/**
 * Replaces digests by the disclosed claims (RFC 9901, section 7.1). Every disclosure must be referenced exactly once,
 * no digest may occur twice, and no disclosure may hide or repeat a claim.
 * @throws {CredentialError}
 */
export function discloseClaims(payload: JsonObject, disclosures: readonly string[]): JsonObject {
  const hash = hashOf(payload['_sd_alg']);
  const byDigest = new Map<string, Disclosure>();
  for (const text of disclosures) {
    const digest = createHash(hash).update(text).digest('base64url');
    ensure(!byDigest.has(digest), 'disclosure_duplicate', 'A disclosure appears twice.');
    byDigest.set(digest, readDisclosure(text));
  }
  const { _sd_alg: _, ...content } = payload;
  const claims = new Unfolding(byDigest).object(content, 0);
  for (const { isUsed } of byDigest.values())
    ensure(isUsed, 'disclosure_unreferenced', 'The issuer did not sign a disclosure.');
  return claims;
}

class Unfolding {
  readonly #disclosures: Map<string, Disclosure>;
  readonly #seen = new Set<string>();

  constructor(disclosures: Map<string, Disclosure>) {
    this.#disclosures = disclosures;
  }

  object(source: JsonObject, depth: number): JsonObject {
    ensure(depth <= JSON_LIMITS.depth, 'json_limit_exceeded', 'Disclosures are nested too deeply.');
    const { _sd: digests, ...members } = source;
    ensure(!Object.hasOwn(members, '...'), 'claim_malformed', 'A claim has the reserved name "...".');
    const claims: JsonObject = {};
    for (const [name, value] of Object.entries(members)) claims[name] = this.#value(value, depth);
    if (digests === undefined) return claims;
    if (!Array.isArray(digests)) throw new CredentialError('claim_malformed', '_sd is not an array.');
    for (const digest of digests) {
      const disclosure = this.#find(digest);
      if (!disclosure) continue;
      const { name, value } = disclosure;
      if (name === null)
        throw new CredentialError('disclosure_malformed', 'A disclosure of an object member has no name.');
      ensure(!RESERVED.has(name), 'disclosure_reserved_name', `A disclosure has the reserved name ${name}.`);
      ensure(
        !Object.hasOwn(claims, name),
        'disclosure_hides_claim',
        'A disclosure has the name of an existing claim.',
      );
      claims[name] = this.#value(value, depth);
    }
    return claims;
  }

  #value(value: Json, depth: number): Json {
    if (Array.isArray(value)) return value.flatMap((element) => this.#element(element, depth + 1));
    return isObject(value) ? this.object(value, depth + 1) : value;
  }

  /** An array element; empty if its digest has no disclosure. */
  #element(element: Json, depth: number): Json[] {
    ensure(depth <= JSON_LIMITS.depth, 'json_limit_exceeded', 'Disclosures are nested too deeply.');
    if (!isObject(element) || !Object.hasOwn(element, '...')) return [this.#value(element, depth)];
    ensure(
      Object.keys(element).length === 1,
      'claim_malformed',
      'A digest of an array element has other members.',
    );
    const disclosure = this.#find(element['...']);
    if (!disclosure) return [];
    ensure(disclosure.name === null, 'disclosure_malformed', 'A disclosure of an array element has a name.');
    return [this.#value(disclosure.value, depth)];
  }

  #find(digest: Json | undefined): Disclosure | undefined {
    if (typeof digest !== 'string') throw new CredentialError('claim_malformed', 'A digest is not a string.');
    ensure(!this.#seen.has(digest), 'digest_duplicate', 'A digest appears twice.');
    this.#seen.add(digest);
    const disclosure = this.#disclosures.get(digest);
    if (disclosure) disclosure.isUsed = true;
    return disclosure;
  }
}

function readDisclosure(text: string): Disclosure {
  const parts = parseStrictJson(fromBase64url(text));
  if (!Array.isArray(parts) || parts.length < 2 || parts.length > 3)
    throw new CredentialError('disclosure_malformed', 'A disclosure is not an array of two or three items.');
  const [salt, ...rest] = parts;
  if (typeof salt !== 'string')
    throw new CredentialError('disclosure_malformed', 'The salt of a disclosure is not a string.');
  ensure(
    salt.length >= MIN_SALT_LENGTH,
    'salt_too_short',
    `A salt has fewer than ${MIN_SALT_LENGTH} characters.`,
  );
  const [name, value] = rest.length === 2 ? rest : [null, rest[0]];
  if (name !== null && typeof name !== 'string')
    throw new CredentialError('disclosure_malformed', 'The name of a disclosure is not a string.');
  return { name, value: value!, isUsed: false };
}

/** The digest of the presentation in a key binding: over everything before the key binding JWT. */
export function presentationDigest(presented: string, algorithm: Json | undefined): string {
  return toBase64url(createHash(hashOf(algorithm)).update(utf8(presented)).digest());
}
