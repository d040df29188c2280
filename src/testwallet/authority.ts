import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { concat, utf8 } from '../credentials/bytes/bytes.ts';
import { der } from './der.ts';

export type TestCurve =
  | 'P-256'
  | 'P-384'
  | 'P-521'
  | 'brainpoolP256r1'
  | 'brainpoolP384r1'
  | 'brainpoolP512r1'
  | 'ed25519';

/** A certificate and the key that belongs to it. */
export interface Identity {
  certificate: Uint8Array;
  privateKey: KeyObject;
  curve: TestCurve;
  subject: TestName;
}

export interface TestName {
  country: string;
  commonName: string;
}

export interface TestExtension {
  oid: string;
  isCritical?: boolean;
  value: Uint8Array;
}

/** The content of a certificate. Every part may be invalid. */
export interface CertificateRecipe {
  subject: TestName;
  curve?: TestCurve;
  /** Milliseconds since 1970. */
  notBefore?: number;
  notAfter?: number;
  extensions?: TestExtension[];
  serial?: Uint8Array;
  /** Key of the certificate; by default a new key. */
  privateKey?: KeyObject;
}

const HASHES: Record<TestCurve, 'sha256' | 'sha384' | 'sha512' | null> = {
  'P-256': 'sha256',
  'P-384': 'sha384',
  'P-521': 'sha512',
  brainpoolP256r1: 'sha256',
  brainpoolP384r1: 'sha384',
  brainpoolP512r1: 'sha512',
  ed25519: null,
};
const SIGNATURES = {
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
};
const YEAR_MS = 31_536_000_000;

export const EXTENSIONS = {
  ca: (pathLength?: number): TestExtension => ({
    oid: '2.5.29.19',
    isCritical: true,
    value: der.sequence(der.true(), ...(pathLength === undefined ? [] : [der.integer(pathLength)])),
  }),
  notCa: (): TestExtension => ({ oid: '2.5.29.19', isCritical: true, value: der.sequence() }),
  keyUsage: (...bits: number[]): TestExtension => ({
    oid: '2.5.29.15',
    isCritical: true,
    value: der.namedBits(...bits),
  }),
  extendedKeyUsage: (...oids: string[]): TestExtension => ({
    oid: '2.5.29.37',
    isCritical: true,
    value: der.sequence(...oids.map(der.oid)),
  }),
  dnsName: (name: string): TestExtension => ({
    oid: '2.5.29.17',
    value: der.sequence(der.implicit(2, utf8(name))),
  }),
  /** @param address IPv4 */
  ipAddress: (address: string): TestExtension => ({
    oid: '2.5.29.17',
    value: der.sequence(der.implicit(7, Uint8Array.from(address.split('.'), Number))),
  }),
  /** The location of the revocation list. */
  crlAddress: (uri: string): TestExtension => ({
    oid: '2.5.29.31',
    value: der.sequence(der.sequence(der.explicit(0, der.explicit(0, der.implicit(6, utf8(uri)))))),
  }),
  /** The DNS names that subordinate certificates may have. */
  permittedDnsNames: (name: string): TestExtension => ({
    oid: '2.5.29.30',
    isCritical: true,
    value: der.sequence(der.explicit(0, der.sequence(der.implicit(2, utf8(name))))),
  }),
};

export const DOCUMENT_SIGNER = '1.0.18013.5.1.2';
const SIGN = 0;
const CERTIFY = 5;
const SIGN_LISTS = 6;

export function keyPair(curve: TestCurve): KeyObject {
  if (curve === 'ed25519') return generateKeyPairSync('ed25519').privateKey;
  return generateKeyPairSync('ec', { namedCurve: curve }).privateKey;
}

/** A root for issuers of credentials, valid for two years around a time. */
export function makeRoot(now: number, recipe: Partial<CertificateRecipe> = {}): Identity {
  const subject = { country: 'UT', commonName: 'Utopia Test Root' };
  const extensions = [EXTENSIONS.ca(1), EXTENSIONS.keyUsage(CERTIFY, SIGN_LISTS)];
  return issue(null, { subject, extensions, ...validAround(now), ...recipe });
}

/** The certificate of a document signer. */
export function makeSigner(root: Identity, now: number, recipe: Partial<CertificateRecipe> = {}): Identity {
  const subject = { country: root.subject.country, commonName: 'Utopia Test Signer' };
  const extensions = [EXTENSIONS.keyUsage(SIGN), EXTENSIONS.extendedKeyUsage(DOCUMENT_SIGNER)];
  return issue(root, { subject, extensions, ...validAround(now), ...recipe });
}

/** @param issuer null: self-signed */
export function issue(issuer: Identity | null, recipe: CertificateRecipe): Identity {
  const curve = recipe.curve ?? 'P-256';
  const privateKey = recipe.privateKey ?? keyPair(curve);
  const identity = { certificate: new Uint8Array(), privateKey, curve, subject: recipe.subject };
  const signer = issuer ?? identity;
  const { notBefore = 0, notAfter = 2 * YEAR_MS, extensions = [] } = recipe;
  const algorithm = signatureAlgorithm(signer.curve);
  const content = der.sequence(
    der.explicit(0, der.integer(2)),
    der.integer(recipe.serial ?? concat(Uint8Array.of(1), randomBytes(8))),
    algorithm,
    nameOf(signer.subject),
    der.sequence(der.time(notBefore), der.time(notAfter)),
    nameOf(recipe.subject),
    new Uint8Array(createPublicKey(privateKey).export({ type: 'spki', format: 'der' })),
    der.explicit(3, der.sequence(...extensions.map(extensionOf))),
  );
  const certificate = der.sequence(content, algorithm, der.bits(signDer(signer, content)));
  return { ...identity, certificate };
}

/** The revocation list of an authority. */
export function makeCrl(
  issuer: Identity,
  serials: Uint8Array[],
  thisUpdate: number,
  nextUpdate: number,
): Uint8Array {
  const entries = serials.map((serial) => der.sequence(der.integer(serial), der.time(thisUpdate)));
  const algorithm = signatureAlgorithm(issuer.curve);
  const content = der.sequence(
    der.integer(1),
    algorithm,
    nameOf(issuer.subject),
    der.time(thisUpdate),
    der.time(nextUpdate),
    ...(entries.length > 0 ? [der.sequence(...entries)] : []),
  );
  return der.sequence(content, algorithm, der.bits(signDer(issuer, content)));
}

/** @param types the scope of a root in a trust list; absent: none */
export function pemOf(certificate: Uint8Array, types?: readonly string[]): string {
  const body = Buffer.from(certificate).toString('base64').replaceAll(/.{64}/g, '$&\n');
  const scope = types ? `Types: ${types.join(' ')}\n` : '';
  return `${scope}-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
}

/** The concatenation of r and s, as in COSE and JOSE. */
export function signRaw(
  { privateKey, curve }: Pick<Identity, 'privateKey' | 'curve'>,
  data: Uint8Array,
): Uint8Array {
  return new Uint8Array(sign(HASHES[curve], data, { key: privateKey, dsaEncoding: 'ieee-p1363' }));
}

export function validAround(now: number): { notBefore: number; notAfter: number } {
  return { notBefore: now - YEAR_MS, notAfter: now + YEAR_MS };
}

function signDer({ privateKey, curve }: Identity, data: Uint8Array): Uint8Array {
  return new Uint8Array(sign(HASHES[curve], data, privateKey));
}

function signatureAlgorithm(curve: TestCurve): Uint8Array {
  const hash = HASHES[curve];
  return der.sequence(der.oid(hash ? SIGNATURES[hash] : '1.3.101.112'));
}

function nameOf({ country, commonName }: TestName): Uint8Array {
  const attribute = (oid: string, value: Uint8Array) => der.set(der.sequence(der.oid(oid), value));
  return der.sequence(
    attribute('2.5.4.6', der.printable(country)),
    attribute('2.5.4.3', der.utf8(commonName)),
  );
}

function extensionOf({ oid, isCritical, value }: TestExtension): Uint8Array {
  return der.sequence(der.oid(oid), ...(isCritical ? [der.true()] : []), der.octets(value));
}
