import { AskedClaim } from '../../contract/credential.ts';
import { CredentialType } from '../../contract/policy.ts';
import { type CredentialQuery, isOfType } from '../../credentials/credentials.ts';
import { ConfigError } from '../settings/config.ts';
import { credentialQueries } from './credentialQueries.ts';

/** The claims that the operator may request from wallets. */
export interface Registration {
  /** The part of some queries that is registered; may be empty. */
  within(queries: readonly CredentialQuery[]): CredentialQuery[];
}

/** Without a registration certificate, every claim may be requested. */
export const unlimited: Registration = { within: (queries) => [...queries] };

/** An entry of `credentials` in a registration certificate. */
interface Registered {
  format?: unknown;
  meta?: { doctype_value?: unknown; vct_values?: unknown };
  claim?: { path?: unknown }[];
  claims?: { path?: unknown }[];
}

/**
 * Reads the `credentials` of a registration certificate (`rc-wrp+jwt`, ETSI TS 119 475). Does not verify its signature,
 * which wallets do.
 * @throws {ConfigError} if it registers no credential that the service requests, or a credential without a claim that
 * is always requested: wallets would warn or refuse.
 */
export function readRegistration(token: string): Registration {
  const registered = credentialsOf(token);
  const within = (queries: readonly CredentialQuery[]) =>
    queries.flatMap((query) => {
      const entries = registered.filter((entry) => isOf(entry, query));
      return entries.length > 0 ? [{ ...query, claims: registeredClaims(query, entries) }] : [];
    });
  const always = credentialQueries(CredentialType.options, ALWAYS);
  const known = within(always);
  for (const query of known) {
    const whole = always.find(({ id }) => id === query.id)!;
    const missing = whole.claims.filter((claim) => !query.claims.includes(claim));
    if (missing.length > 0)
      throw new ConfigError(
        `WALLET_REGISTRATION_FILE does not register ${missing.map(({ path }) => path.join('.')).join(', ')} of ${query.types[0]}, which the service requests. Register these claims.`,
      );
  }
  if (known.length === 0)
    throw new ConfigError(
      'WALLET_REGISTRATION_FILE registers no credential that the service requests. Register one of them.',
    );
  return { within };
}

/** The claims that are requested under every policy. */
const ALWAYS = AskedClaim.options.filter((claim) =>
  ['givenName', 'familyName', 'dateOfBirth', 'portrait'].includes(claim),
);

function isOf({ format, meta }: Registered, query: CredentialQuery): boolean {
  const types = [meta?.doctype_value, meta?.vct_values].flat().filter((type) => typeof type === 'string');
  return format === query.format && types.some((type) => query.types.some((scope) => isOfType(type, scope)));
}

/** An entry without claims registers all claims. */
function registeredClaims({ claims }: CredentialQuery, entries: readonly Registered[]) {
  const listed = entries.map((entry) => [...(entry.claim ?? []), ...(entry.claims ?? [])]);
  if (listed.some((paths) => paths.length === 0)) return claims;
  const paths = new Set(listed.flat().map(({ path }) => JSON.stringify(path)));
  return claims.filter(({ path }) => paths.has(JSON.stringify(path)));
}

function credentialsOf(token: string): Registered[] {
  try {
    const [, payload = ''] = token.split('.');
    const { credentials } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
      credentials: unknown;
    };
    if (Array.isArray(credentials)) return credentials as Registered[];
  } catch {
    // reported below
  }
  throw new ConfigError(
    'WALLET_REGISTRATION_FILE is not a registration certificate (a JWT with credentials).',
  );
}
