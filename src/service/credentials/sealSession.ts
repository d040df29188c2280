import type { PresentationSession } from '../../credentials/credentials.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { CredentialRow } from './viewCredential.ts';

type Sealing = Pick<ServiceContext, 'vault'>;

/** The link with which a request opens a wallet. */
export interface StoredLink {
  /** Hash of the secret in the URL that the wallet calls. */
  secretSha256: string;
  /** Hash of the code with which the page redeems the wallet's answer; `null` before an answer has arrived. */
  codeSha256: string | null;
  /** The URL of the requesting page. */
  returnUrl: string;
}

/** A session, with its link if it has one. */
type OpenSession = PresentationSession & { link?: StoredLink };

/** The stored form of a session, in JSON. */
interface StoredSession extends Omit<OpenSession, 'encryptionInfo'> {
  /** Base64. */
  encryptionInfo: string | null;
}

/** Seals a session with the data key of its case. */
export function sealSession({ vault }: Sealing, row: CaseRow, id: string, session: OpenSession): Uint8Array {
  const info = session.encryptionInfo;
  const stored = { ...session, encryptionInfo: info && Buffer.from(info).toString('base64') };
  return vault.seal(row, purposes.credentialSession(id), JSON.stringify(stored));
}

/** Opens the session of a request that waits for an answer, or whose answer waits to be checked. */
export function openSession({ vault }: Sealing, row: CaseRow, check: CredentialRow): OpenSession {
  const text = vault.open(row, purposes.credentialSession(check.id), check.sealed_session!).toString();
  const stored = JSON.parse(text) as StoredSession;
  const info = stored.encryptionInfo;
  return { ...stored, encryptionInfo: info === null ? null : new Uint8Array(Buffer.from(info, 'base64')) };
}
