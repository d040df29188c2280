import type { PresentationSession } from '../../credentials/credentials.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { CredentialRow } from './viewCredential.ts';

type Sealing = Pick<ServiceContext, 'vault'>;

/** The link of a request that opens a wallet. */
export interface StoredLink {
  /** Of the secret in the address that wallets call. */
  secretSha256: string;
  /** Of the code with which the page hands the answer in; `null` before there is one. */
  codeSha256: string | null;
  /** The page that asks. */
  returnUrl: string;
}

/** A session with its link, where it has one. */
type OpenSession = PresentationSession & { link?: StoredLink };

/** A session as it is stored, in JSON. */
interface StoredSession extends Omit<OpenSession, 'encryptionInfo'> {
  /** In base64. */
  encryptionInfo: string | null;
}

/** Seals a session with the key of its case. */
export function sealSession({ vault }: Sealing, row: CaseRow, id: string, session: OpenSession): Uint8Array {
  const info = session.encryptionInfo;
  const stored = { ...session, encryptionInfo: info && Buffer.from(info).toString('base64') };
  return vault.seal(row, purposes.credentialSession(id), JSON.stringify(stored));
}

/** The session of a request that waits, or whose answer waits. */
export function openSession({ vault }: Sealing, row: CaseRow, check: CredentialRow): OpenSession {
  const text = vault.open(row, purposes.credentialSession(check.id), check.sealed_session!).toString();
  const stored = JSON.parse(text) as StoredSession;
  const info = stored.encryptionInfo;
  return { ...stored, encryptionInfo: info === null ? null : new Uint8Array(Buffer.from(info, 'base64')) };
}
