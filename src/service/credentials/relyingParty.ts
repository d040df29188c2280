import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { JsonObject, RelyingParty } from '../../credentials/credentials.ts';
import { type Config, ConfigError } from '../settings/config.ts';
import { type Registration, readRegistration, unlimited } from './registration.ts';

/** The operator's certificates, key and registration. */
export interface Papers {
  relyingParty: RelyingParty | null;
  registration: Registration;
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads the relying party's certificates, key and registration.
 * @throws {ConfigError} if one of them cannot be read, if they do not belong together, or if the registration
 * certificate does not cover the claims that the service requests.
 */
export function readPapers({ wallet }: Pick<Config, 'wallet'>): Papers {
  const { certificateFile, keyFile, registrationFile } = wallet;
  if (certificateFile === null || keyFile === null) return { relyingParty: null, registration: unlimited };
  const blocks = read(certificateFile, 'WALLET_CERTIFICATE_FILE').match(BLOCK) ?? [];
  const privateKeyPem = read(keyFile, 'WALLET_KEY_FILE');
  const certificates = blocks.map((block) => parsed(block));
  const leaf = certificates[0];
  if (!leaf)
    throw new ConfigError(
      'The file of WALLET_CERTIFICATE_FILE contains no PEM certificate. Write the certificate chain into it.',
    );
  if (leaf.checkIssued(leaf))
    throw new ConfigError(
      'The first certificate of WALLET_CERTIFICATE_FILE is self-signed, so wallets refuse it. Put the access certificate first.',
    );
  if (!isPair(leaf, privateKeyPem))
    throw new ConfigError(
      'The key of WALLET_KEY_FILE must be on P-256 and belong to the first certificate of WALLET_CERTIFICATE_FILE.',
    );
  // HAIP requires the chain without the root certificate.
  const path = certificates
    .filter((one) => one === leaf || !one.checkIssued(one))
    .map(({ raw }) => new Uint8Array(raw));
  const token = registrationFile === null ? null : read(registrationFile, 'WALLET_REGISTRATION_FILE');
  const registrations: JsonObject[] = token === null ? [] : [{ format: 'jwt', data: token }];
  const registration = token === null ? unlimited : readRegistration(token);
  return { relyingParty: { certificates: path, privateKeyPem, registrations }, registration };
}

function read(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `The file of the setting ${name} can't be read (${(error as NodeJS.ErrnoException).code}). Check its path and permissions.`,
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
    // Not a private key: the caller names the setting.
    return false;
  }
}
