import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Identity, makeRoot, makeSigner, pemOf } from './authority.ts';

/** The authority of the test wallet: its root, its document signer, and the folder with the files for a service. */
export interface TestAuthority {
  root: Identity;
  signer: Identity;
  /** Files by which a service trusts the wallet in test mode, and signs its requests. */
  files: { trust: string; certificate: string; key: string };
}

interface StoredIdentity {
  /** DER in base64. */
  certificate: string;
  /** PKCS #8 in PEM. */
  privateKey: string;
}

const MONTH_MS = 2_592_000_000;
const SUBJECTS = {
  root: { country: 'UT', commonName: 'Utopia Test Root' },
  signer: { country: 'UT', commonName: 'Utopia Test Signer' },
  access: { country: 'UT', commonName: 'Test relying party' },
} as const;

/**
 * Reads the authority's keys from a folder, or creates them there, so that a service still trusts the root after a
 * restart of the wallet. They are replaced in their last month.
 * @throws {Error} if the folder cannot be created.
 */
export function openAuthority(folder: string, now: number): TestAuthority {
  makeFolder(join(folder, 'trust'));
  const file = join(folder, 'authority.json');
  const files = {
    trust: join(folder, 'trust'),
    certificate: join(folder, 'access.pem'),
    key: join(folder, 'access.key'),
  };
  const storedAuthority = readStored(file, now);
  const { root, signer } = storedAuthority ?? makeAuthority(file, files, now);
  store(join(files.trust, 'root.pem'), pemOf(root.certificate, ['*']));
  return { root, signer, files };
}

function makeAuthority(
  file: string,
  files: TestAuthority['files'],
  now: number,
): Pick<TestAuthority, 'root' | 'signer'> {
  const root = makeRoot(now, { subject: SUBJECTS.root });
  const signer = makeSigner(root, now, { subject: SUBJECTS.signer });
  // Relying parties and issuers have different authorities: this root is not in the trust list.
  const access = makeSigner(
    makeRoot(now, { subject: { country: 'UT', commonName: 'Utopia Registrar' } }),
    now,
    {
      subject: SUBJECTS.access,
    },
  );
  store(files.certificate, pemOf(access.certificate));
  store(files.key, pkcs8Of(access), 0o600);
  const stored = { madeAt: now, root: storedOf(root), signer: storedOf(signer) };
  store(file, JSON.stringify(stored), 0o600);
  return { root, signer };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`TEST_WALLET_DIR, by default in DATA_DIR, must be a folder that can be made (${code}).`);
  }
}

/** Writes a file as a whole, or not at all: a full disk leaves what was there. Nothing is written where it says so already. */
function store(path: string, text: string, mode = 0o644): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  writeFileSync(`${path}.new`, text, { mode });
  renameSync(`${path}.new`, path);
}

/** @returns null if there is none, or one that was not written to its end. */
function readStored(file: string, now: number): { root: Identity; signer: Identity } | null {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!text.endsWith('}}')) return null;
  const { madeAt, root, signer } = JSON.parse(text) as {
    madeAt: number;
    root: StoredIdentity;
    signer: StoredIdentity;
  };
  // Certificates are valid for a year from their creation.
  if (now < madeAt || now > madeAt + 11 * MONTH_MS) return null;
  return { root: identityOf(root, 'root'), signer: identityOf(signer, 'signer') };
}

function identityOf({ certificate, privateKey }: StoredIdentity, of: keyof typeof SUBJECTS): Identity {
  return {
    certificate: new Uint8Array(Buffer.from(certificate, 'base64')),
    privateKey: createPrivateKey(privateKey),
    curve: 'P-256',
    subject: SUBJECTS[of],
  };
}

function storedOf(identity: Identity): StoredIdentity {
  return { certificate: Buffer.from(identity.certificate).toString('base64'), privateKey: pkcs8Of(identity) };
}

function pkcs8Of({ privateKey }: Identity): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}
