import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AskedClaim } from '../../contract/credential.ts';
import { CredentialType } from '../../contract/policy.ts';
import type { CredentialQuery, JsonObject, RelyingParty } from '../../credentials/credentials.ts';
import { type Config, ConfigError } from '../settings/config.ts';
import { credentialQueries, kindOf } from './credentialQueries.ts';

/** The operator's certificates, and the kinds of credential for which the operator is registered. */
export interface Papers {
  relyingParty: RelyingParty | null;
  kinds: readonly CredentialType[];
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads the relying party's certificates, key and registration.
 * @throws {ConfigError} if one cannot be read, they do not belong together, or the service asks a wallet for more than the
 *   registration certificate names.
 */
export function readPapers({ wallet }: Pick<Config, 'wallet'>): Papers {
  const { certificateFile, keyFile, registrationFile } = wallet;
  if (certificateFile === null || keyFile === null)
    return { relyingParty: null, kinds: CredentialType.options };
  const blocks = read(certificateFile, 'WALLET_CERTIFICATE_FILE').match(BLOCK) ?? [];
  const privateKeyPem = read(keyFile, 'WALLET_KEY_FILE');
  const certificates = blocks.map((block) => parsed(block));
  const leaf = certificates[0];
  if (!leaf) throw new ConfigError('The file of WALLET_CERTIFICATE_FILE has no certificate in PEM.');
  if (leaf.checkIssued(leaf))
    throw new ConfigError(
      'The first certificate of WALLET_CERTIFICATE_FILE is signed by itself: wallets refuse it.',
    );
  if (!isPair(leaf, privateKeyPem))
    throw new ConfigError(
      'WALLET_KEY_FILE is not the key on P-256 of the first certificate of WALLET_CERTIFICATE_FILE.',
    );
  // HAIP: without the root certificate.
  const path = certificates
    .filter((one) => one === leaf || !one.checkIssued(one))
    .map(({ raw }) => new Uint8Array(raw));
  const token = registrationFile === null ? null : read(registrationFile, 'WALLET_REGISTRATION_FILE');
  const registrations: JsonObject[] = token === null ? [] : [{ format: 'jwt', data: token }];
  const kinds = token === null ? CredentialType.options : registeredKinds(token);
  return { relyingParty: { certificates: path, privateKeyPem, registrations }, kinds };
}

function read(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `The file of the setting ${name} can't be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

function parsed(block: string): X509Certificate {
  try {
    return new X509Certificate(block);
  } catch (cause) {
    throw new ConfigError('A certificate of WALLET_CERTIFICATE_FILE cannot be read.', { cause });
  }
}

function isPair(leaf: X509Certificate, pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    const curve = createPublicKey(key).asymmetricKeyDetails?.namedCurve;
    return curve === 'prime256v1' && leaf.checkPrivateKey(key);
  } catch {
    return false;
  }
}

interface Registered {
  format?: unknown;
  meta?: { doctype_value?: unknown; vct_values?: unknown };
  claim?: { path?: unknown }[];
  claims?: { path?: unknown }[];
}

/**
 * The kinds of credential named in the `credentials` of a registration certificate (`rc-wrp+jwt`, ETSI TS 119 475).
 * @throws {ConfigError} if a registered credential lacks a claim that is always requested: wallets would warn or
 * refuse.
 */
function registeredKinds(token: string): CredentialType[] {
  const registered = credentialsOf(token);
  const kinds = new Set<CredentialType>();
  for (const one of registered) {
    const types = [one.meta?.doctype_value, one.meta?.vct_values]
      .flat()
      .filter((type) => typeof type === 'string');
    for (const type of types) {
      const kind = kindOf(type);
      if (!kind) continue;
      const query = queriesOf(kind).find(({ format }) => format === one.format);
      const missing = query ? missingIn(query, one) : [];
      if (missing.length > 0)
        throw new ConfigError(
          `WALLET_REGISTRATION_FILE does not register ${missing.join(', ')} of ${type}, which the service asks for.`,
        );
      kinds.add(kind);
    }
  }
  if (kinds.size === 0)
    throw new ConfigError('WALLET_REGISTRATION_FILE registers no credential that the service asks for.');
  return [...kinds];
}

/** The claims that every policy requires: names, date of birth and portrait. */
function queriesOf(kind: CredentialType): CredentialQuery[] {
  const always: AskedClaim[] = ['givenName', 'familyName', 'dateOfBirth', 'portrait'];
  return credentialQueries(
    [kind],
    AskedClaim.options.filter((claim) => always.includes(claim)),
  );
}

function missingIn(query: CredentialQuery, { claim, claims }: Registered): string[] {
  const paths = new Set([...(claim ?? []), ...(claims ?? [])].map(({ path }) => JSON.stringify(path)));
  // An entry without claims registers all claims.
  if (paths.size === 0) return [];
  return query.claims
    .filter(({ path }) => !paths.has(JSON.stringify(path)))
    .map(({ path }) => path.join('.'));
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
