import { CredentialError, ensure } from '../CredentialError.ts';
import { readJwk } from '../jose/jwk.ts';
import { type Jws, readJws, verifyJws, x5c } from '../jose/jws.ts';
import { isObject, type Json, type JsonObject } from '../jose/strictJson.ts';
import type { IssuedSdJwt, Validity } from '../proven.ts';
import { readJsonStatus } from '../status/statusReference.ts';
import { checkSigner } from '../trust/checkSigner.ts';
import { CLOCK_SKEW_MS, checkValidityNow } from '../validity.ts';
import { type PathTrust, verifyPath } from '../x509/path.ts';
import { discloseClaims, presentationDigest } from './disclosures.ts';

/** The session in which an SD-JWT was requested. */
export interface KeyBinding {
  nonce: string;
  /** `origin:` and the origin over the Digital Credentials API, else the client identifier. */
  audience: string;
}

/** The requirements for an SD-JWT VC. */
export interface SdJwtCheck extends PathTrust {
  binding: KeyBinding | null;
}

const MAX_LENGTH = 1 << 20;
const MAX_DISCLOSURES = 500;
/** Maximum age of a key binding, which is made while the person waits. */
const MAX_BINDING_AGE_MS = 300_000;
/** The second is the type of drafts up to 2024. */
const TYPES: (Json | undefined)[] = ['dc+sd-jwt', 'vc+sd-jwt'];

/**
 * Verifies an SD-JWT VC in compact form (RFC 9901, draft-ietf-oauth-sd-jwt-vc): the issuer's certificate and signature,
 * the disclosures, the validity, and that the holder's key signed this session.
 * @throws {CredentialError}
 */
export function verifySdJwt(text: string, check: SdJwtCheck): IssuedSdJwt {
  ensure(text.length <= MAX_LENGTH, 'input_too_large', `The SD-JWT exceeds ${MAX_LENGTH} characters.`);
  const [token, ...rest] = text.split('~', MAX_DISCLOSURES + 3);
  const binding = rest.pop();
  if (token === undefined || binding === undefined)
    throw new CredentialError('jws_malformed', 'The SD-JWT has no "~" after the issuer’s token.');
  ensure(rest.length <= MAX_DISCLOSURES, 'json_limit_exceeded', `More than ${MAX_DISCLOSURES} disclosures.`);
  const jws = readJws(token);
  ensure(TYPES.includes(jws.header['typ']), 'header_type', 'typ of the token is not dc+sd-jwt.');
  const chain = x5c(jws);
  const path = verifyPath(chain, check);
  ensure(verifyJws(jws, path.key), 'issuer_signature_invalid', 'The issuer’s signature is invalid.');
  const claims = discloseClaims(jws.payload, rest);
  const { vct } = claims;
  if (typeof vct !== 'string' || vct === '') throw new CredentialError('claim_malformed', 'vct is not text.');
  const validity = validityOf(claims);
  checkValidityNow(validity, check.now);
  const country = claims['issuing_country'];
  checkSigner(path, vct, typeof country === 'string' ? country.toUpperCase() : null, check.now);
  const presented = text.slice(0, text.length - binding.length);
  return {
    format: 'dc+sd-jwt',
    type: vct,
    issuer: path.leaf,
    anchor: path.anchor,
    issued: path.issued,
    isRevocationChecked: path.isRevocationChecked,
    validity,
    status: readJsonStatus(claims['status']),
    claims,
    disclosed: Object.keys(claims).filter((name) => !Object.hasOwn(jws.payload, name)),
    unbound: verifyBinding(binding, presented, jws.payload, check),
  };
}

/**
 * @returns the reason why the holder is not proven, if nothing is invalid.
 * @throws {CredentialError} if the binding is invalid
 */
function verifyBinding(
  text: string,
  presented: string,
  payload: JsonObject,
  { binding, now }: SdJwtCheck,
): CredentialError | null {
  if (text === '')
    return new CredentialError(
      'key_binding_missing',
      'The SD-JWT has no key binding: only the issuer’s data was verified. Pass the presentation of the wallet.',
    );
  const jws = readJws(text);
  ensure(jws.header['typ'] === 'kb+jwt', 'header_type', 'typ of the key binding is not kb+jwt.');
  ensure(
    verifyJws(jws, holderKey(payload)),
    'key_binding_signature_invalid',
    'The signature of the key binding is not by the holder’s key.',
  );
  const isHash = jws.payload['sd_hash'] === presentationDigest(presented, payload['_sd_alg']);
  ensure(isHash, 'key_binding_hash', 'sd_hash of the key binding is of another presentation.');
  if (!binding)
    return new CredentialError(
      'session_missing',
      'The key binding was not verified: there is no session. Pass the session of the request.',
    );
  ensure(
    jws.payload['nonce'] === binding.nonce,
    'key_binding_nonce',
    'The nonce of the key binding is of another session. Check the session.',
  );
  ensure(
    jws.payload['aud'] === binding.audience,
    'key_binding_audience',
    'The audience of the key binding is another verifier. Check the session.',
  );
  checkBindingTime(jws, now);
  return null;
}

function checkBindingTime({ payload }: Jws, now: number): void {
  const issuedAt = timeOf(payload, 'iat');
  const isFresh =
    issuedAt !== null && issuedAt <= now + CLOCK_SKEW_MS && issuedAt >= now - MAX_BINDING_AGE_MS;
  const [from, until] = [timeOf(payload, 'nbf'), timeOf(payload, 'exp')];
  const isValid = (from === null || from <= now + CLOCK_SKEW_MS) && (until === null || now <= until);
  ensure(
    isFresh && isValid,
    'key_binding_time',
    'The key binding is not valid now: iat may be five minutes old or one ahead. Check the clock.',
  );
}

function holderKey(payload: JsonObject) {
  const { cnf } = payload;
  const jwk = isObject(cnf) ? cnf['jwk'] : undefined;
  if (jwk === undefined)
    throw new CredentialError('device_key_missing', 'The credential contains no key of its holder.');
  return readJwk(jwk);
}

function validityOf(claims: JsonObject): Validity {
  const validity = {
    issuedAt: timeOf(claims, 'iat'),
    from: timeOf(claims, 'nbf'),
    until: timeOf(claims, 'exp'),
    expectedUpdate: null,
  };
  const { from, until } = validity;
  ensure(
    from === null || until === null || from <= until,
    'validity_malformed',
    'The validity of the credential ends before it begins.',
  );
  return validity;
}

/**
 * A NumericDate (RFC 7519) in milliseconds; null if the claim is missing.
 * @throws {CredentialError} `validity_malformed`
 */
function timeOf(claims: JsonObject, name: string): number | null {
  const value = claims[name];
  if (value === undefined) return null;
  if (typeof value === 'number' && value >= 0 && value < 2 ** 40) return 1000 * value;
  throw new CredentialError('validity_malformed', `${name} is not a time.`);
}
