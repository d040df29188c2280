import type { AskedClaim } from '../../contract/credential.ts';
import { Prefill } from '../../contract/personalDetails.ts';
import {
  describeCredential,
  type IssuedMdoc,
  type IssuedSdJwt,
  type Json,
  type JsonObject,
} from '../../credentials/credentials.ts';

/** The values of a credential that its case uses. */
export interface ProvenClaims {
  details: Prefill;
  /** The bytes of the portrait; `null` if it is missing or empty. */
  portrait: Uint8Array | null;
  /** Names of the claims that the wallet disclosed. */
  names: string[];
}

/** Claims about the signature or the type, not about the person. */
const TECHNICAL = new Set([
  'vct',
  'iss',
  'iat',
  'exp',
  'nbf',
  'cnf',
  'status',
  '_sd',
  '_sd_alg',
  'vct#integrity',
]);

/**
 * Reads the personal details of a verified credential. Omits values that the form of the case would refuse: the person
 * types those, and they do not count as proven.
 */
export function provenClaims(
  credential: IssuedMdoc | IssuedSdJwt,
  requested: readonly AskedClaim[],
): ProvenClaims {
  const claims = claimsOf(credential);
  const proven: Partial<Record<AskedClaim, unknown>> = {
    givenName: textOf(claims['given_name'] ?? claims['given_name_unicode']),
    familyName: textOf(claims['family_name'] ?? claims['family_name_unicode']),
    dateOfBirth: textOf(claims['birthdate'] ?? claims['birth_date'])?.slice(0, 10),
    nationalities: countriesOf(claims['nationalities'] ?? claims['nationality']),
    address: addressOf(claims),
    email: textOf(claims['email'] ?? claims['email_address']),
    phone: textOf(claims['phone_number'] ?? claims['mobile_phone_number'])?.replaceAll(/[\s()-]/g, ''),
  };
  const details: Record<string, unknown> = {};
  for (const claim of requested) {
    const value = claim === 'portrait' ? undefined : proven[claim];
    const { data } = Prefill.safeParse({ [claim]: value });
    if (value !== undefined && data) Object.assign(details, data);
  }
  // A mononym: the credential has only one name.
  if (details['familyName'] && !proven.givenName) details['mononym'] = true;
  const names = Object.keys(claims).filter((name) => !TECHNICAL.has(name));
  return { details: details as Prefill, portrait: portraitOf(claims), names };
}

/** Claims by name, without the namespaces of an mdoc. */
function claimsOf(credential: IssuedMdoc | IssuedSdJwt): JsonObject {
  const claims = describeCredential(credential)['claims'] as JsonObject;
  if (credential.format === 'dc+sd-jwt') return claims;
  return Object.assign({}, ...Object.values(claims)) as JsonObject;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function countriesOf(value: Json | undefined): string[] | undefined {
  const codes = (Array.isArray(value) ? value : [value]).map((code) => textOf(code)?.toUpperCase());
  const valid = codes.filter((code) => code !== undefined);
  return valid.length > 0 ? [...new Set(valid)] : undefined;
}

function addressOf(claims: JsonObject): Record<string, string> | undefined {
  const address = claims['address'];
  const inner = address && typeof address === 'object' && !Array.isArray(address) ? address : {};
  const street = textOf(inner['street_address']) ?? textOf(claims['resident_street']);
  const house = textOf(inner['house_number']);
  const parts = {
    line1: [street ?? textOf(claims['resident_address']), house].filter(Boolean).join(' ') || undefined,
    city: textOf(inner['locality']) ?? textOf(claims['resident_city']),
    region: textOf(inner['region']) ?? textOf(claims['resident_state']),
    postalCode: textOf(inner['postal_code']) ?? textOf(claims['resident_postal_code']),
    country: (textOf(inner['country']) ?? textOf(claims['resident_country']))?.toUpperCase(),
  };
  const present = Object.entries(parts).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}

/** The portrait: a data URL in an SD-JWT; bytes in an mdoc, here as base64url. */
function portraitOf(claims: JsonObject): Uint8Array | null {
  const text = textOf(claims['picture']) ?? textOf(claims['portrait']);
  const base64 = text?.replace(/^data:[^,]{0,100},/, '');
  const bytes = base64 ? new Uint8Array(Buffer.from(base64, 'base64')) : null;
  return bytes && bytes.length > 0 ? bytes : null;
}
