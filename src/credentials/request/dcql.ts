import { CredentialError, ensure } from '../CredentialError.ts';
import type { Json, JsonObject } from '../jose/strictJson.ts';
import type { IssuedMdoc, IssuedSdJwt } from '../proven.ts';
import { isOfType } from '../trust/checkSigner.ts';

/** A query for one credential in one format. */
export interface CredentialQuery {
  id: string;
  format: 'mso_mdoc' | 'dc+sd-jwt';
  /** docType, or values of vct. A wallet may answer with a national type of the same family. */
  types: readonly string[];
  /** Paths of claims; of an mdoc, namespace and element. */
  claims: readonly ClaimQuery[];
}

export interface ClaimQuery {
  path: readonly string[];
  /** Whether an answer without it is refused. Wallets do not report beforehand what they have. */
  isRequired: boolean;
}

/** The DCQL query (OpenID4VP 1.0, section 6) for any one of several credentials, the first preferred. */
export function dcqlQuery(queries: readonly CredentialQuery[]): JsonObject {
  return {
    credentials: queries.map(({ id, format, types, claims }) => ({
      id,
      format,
      meta: format === 'mso_mdoc' ? { doctype_value: types[0]! } : { vct_values: typesAskedFor(types) },
      claims: claims.map(({ path }, at) => claimQuery(path, at, format)),
      claim_sets: claimSets(claims),
    })),
    credential_sets: [{ options: queries.map(({ id }) => [id]) }],
  };
}

/**
 * Checks a credential against its query: the type, each required claim, and no claim that was not requested.
 * @throws {CredentialError} `type_mismatch`, `claim_missing`, `claim_not_requested`
 */
export function checkAnswer(query: CredentialQuery, credential: IssuedMdoc | IssuedSdJwt): void {
  const isType =
    query.format === credential.format && query.types.some((type) => isOfType(credential.type, type));
  ensure(isType, 'type_mismatch', 'The type of the credential is not the requested one.');
  for (const { path, isRequired } of query.claims)
    ensure(
      !isRequired || has(credential, path),
      'claim_missing',
      `The wallet does not show ${path.join('.')}.`,
    );
  const requested = new Set(
    query.claims.map(({ path }) => keyOf(query.format === 'mso_mdoc' ? path : path.slice(0, 1))),
  );
  for (const path of disclosedBy(credential))
    if (!requested.has(path))
      throw new CredentialError('claim_not_requested', 'The response has a claim that was not requested.');
}

/** The claims that a wallet disclosed: the first level of an SD-JWT, without the claims that are always visible. */
function disclosedBy(credential: IssuedMdoc | IssuedSdJwt): string[] {
  if (credential.format === 'dc+sd-jwt') return credential.disclosed.map((name) => keyOf([name]));
  return [...credential.claims].flatMap(([namespace, elements]) =>
    [...elements.keys()].map((name) => keyOf([namespace, name])),
  );
}

function has(credential: IssuedMdoc | IssuedSdJwt, [first, second]: readonly string[]): boolean {
  if (credential.format === 'dc+sd-jwt') return Object.hasOwn(credential.claims, first!);
  return credential.claims.get(first!)?.has(second!) ?? false;
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

function claimQuery(path: readonly string[], at: number, format: CredentialQuery['format']): JsonObject {
  const query: JsonObject = { id: `c${at}`, path: [...path] };
  // The case stores names and birth date; the request for an mdoc must declare that.
  return format === 'mso_mdoc' ? { ...query, intent_to_retain: true } : query;
}

/** All claims if the wallet has them, otherwise as many as it has, in order, and at least the required ones. */
function claimSets(claims: readonly ClaimQuery[]): Json {
  const ids = claims.map((_, at) => `c${at}`);
  const optional = ids.filter((_, at) => !claims[at]!.isRequired);
  return [...Array(optional.length + 1).keys()].map((left) => {
    const dropped = new Set(optional.slice(optional.length - left));
    return ids.filter((id) => !dropped.has(id));
  });
}

/**
 * The types without a trailing `*`. A type family (with `*`) is accepted in answers, but not requested: wallets match
 * extensions of a requested type themselves.
 */
function typesAskedFor(types: readonly string[]): string[] {
  return types.filter((type) => !type.endsWith('*'));
}
