import type { Insertable, Kysely } from 'kysely';
import type { Link } from '../../contract/link.ts';
import { ApiError } from '../ApiError.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import { random } from '../crypto/random.ts';
import { sha256 } from '../crypto/sha256.ts';
import { inOrder } from '../db/inOrder.ts';
import type { LinksTable } from '../db/keyTables.ts';
import type { Database } from '../db/schema.ts';
import { links } from '../db/store/links.ts';
import { sessionKeys } from '../db/store/sessionKeys.ts';
import type { CaseRow } from './caseRow.ts';
import { endHandoff } from './endHandoff.ts';
import { stateConflict } from './moveCase.ts';

/** Dependencies for creating links. */
export interface LinkContext extends ServiceContext {
  /** The public base URL of the API, ending in `/v1`; the hosted page has the same parent. */
  baseUrl: string;
}

/** A link to the hosted page of a case, and the row with its hash. */
export interface NewLink {
  link: Link;
  row: Insertable<LinksTable>;
}

/** Length of a secret; 160 bits cannot be guessed. */
const SECRET_BYTES = 20;

/**
 * Creates the link to the hosted page of a case and replaces an earlier one, whose browsers lose access.
 * @throws {ApiError} `case_state_conflict` once the case is decided, canceled or expired.
 */
export async function createLink(context: LinkContext, tx: Kysely<Database>, row: CaseRow): Promise<Link> {
  const isOpen = ['requires_input', 'processing', 'in_review'].includes(row.status);
  if (!isOpen) throw stateConflict(row.status);
  if (row.status === 'requires_input' && row.expires_at <= context.clock()) throw stateConflict('expired');
  await endLink(context, tx, row);
  const { link, row: linkRow } = newLink(context, row);
  await inOrder(tx, links.insertions(tx, linkRow));
  return link;
}

/**
 * Ends the link of a case, including the cookies and session keys of its browsers, and a hand-off that one of them
 * started.
 */
export async function endLink(context: ServiceContext, tx: Kysely<Database>, row: CaseRow): Promise<void> {
  await links.deleteOfCase(tx, row.id);
  const revoked = await sessionKeys.revokeOf(tx, row.id, 'link', context.clock());
  if (revoked > 0) await endHandoff(context, tx, row, 'computer');
}

/** A link that has not been stored yet. */
export function newLink(
  { clock, baseUrl, vault }: LinkContext,
  row: Pick<CaseRow, 'id' | 'mode' | 'expires_at' | 'data_key'>,
): NewLink {
  const secret = Buffer.from(random(SECRET_BYTES)).toString('base64url');
  return {
    link: { url: linkUrl(baseUrl, secret), expiresAt: row.expires_at.toISOString() },
    row: {
      case_id: row.id,
      mode: row.mode,
      hash: sha256(secret),
      secret: vault.seal(row, purposes.link, secret),
      created_at: clock(),
    },
  };
}

/** The URL of the hosted page with a secret in its fragment, which is not sent to servers. */
function linkUrl(baseUrl: string, secret: string): string {
  return `${baseUrl.replace(/\/v1$/, '')}/verify/#${secret}`;
}

/**
 * The URL of the active link of a case.
 * @throws {ApiError} `link_ended` if the case has no active link; `case_redacted`.
 */
export async function liveLink(
  { vault, baseUrl }: LinkContext,
  db: Kysely<Database>,
  row: CaseRow,
): Promise<string> {
  if (row.redaction) throw new ApiError('case_redacted');
  const link = await links.find(db, row.id);
  if (!link) throw new ApiError('link_ended', { detail: 'Create a link first: POST /cases/:id/link.' });
  return linkUrl(baseUrl, vault.open(row, purposes.link, link.secret).toString());
}
