import type { Kysely } from 'kysely';
import { newId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import type { ServiceContext } from '../context.ts';
import { random } from '../crypto/random.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { ReviewerRole } from '../db/reviewTables.ts';
import type { Database } from '../db/schema.ts';
import { apiKeys } from '../db/store/apiKeys.ts';
import { deskInvites, deskSessions, type ReviewerRow, reviewers } from '../db/store/reviewers.ts';

export const ROLES: readonly ReviewerRole[] = ['viewer', 'reviewer', 'administrator'];

const INVITE_MS = 900_000;

/** The author of a line in the audit log: a reviewer with a role at the desk. */
export interface DeskActor {
  keyId: string;
  role: string;
  /** The administrator whose new invitation the reviewer has signed in by. */
  invitedBy?: string | null;
}

export const actorOf = ({ id, role }: Pick<ReviewerRow, 'id' | 'role'>): DeskActor => ({ keyId: id, role });

/** The command line, which needs no sign-in. */
export const OPERATOR: DeskActor = { keyId: 'command', role: 'operator' };

/** Adds a line that belongs to no case. */
export async function writeDeskAudit(
  context: ServiceContext,
  tx: Kysely<Database>,
  { actor, mode, requestId, action }: { actor: DeskActor; mode: Mode; requestId: string; action: string },
): Promise<void> {
  await writeAudit(context, tx, {
    row: { id: '', mode, data_key: null },
    caller: actor,
    requestId,
    action,
  });
}

/**
 * Creates a reviewer and an invitation, which is valid once, for 15 minutes.
 * @param by the administrator who replaces an account by this one, if one does: see `newInvite`.
 * @returns the secret of the invitation, which is not stored.
 */
export async function inviteReviewer(
  context: ServiceContext,
  tx: Kysely<Database>,
  {
    name,
    role,
    by = null,
  }: { name: string; role: ReviewerRole; by?: Pick<ReviewerRow, 'id' | 'name'> | null },
): Promise<{ reviewer: ReviewerRow; secret: string }> {
  const now = context.clock();
  const reviewer = await reviewers.insert(tx, {
    id: newId('rev', now.getTime()),
    name,
    role,
    issuer: null,
    subject: null,
    created_at: now,
    disabled_at: null,
  });
  return { reviewer, secret: await newInvite(context, tx, reviewer.id, by) };
}

/**
 * Creates an invitation for a reviewer.
 * @param by the administrator who makes it for an existing person; their judgements do not count as two.
 */
export async function newInvite(
  { clock }: Pick<ServiceContext, 'clock'>,
  tx: Kysely<Database>,
  reviewer: string,
  by: Pick<ReviewerRow, 'id' | 'name'> | null = null,
): Promise<string> {
  const now = clock();
  const secret = Buffer.from(random(32)).toString('base64url');
  const expires_at = new Date(now.getTime() + INVITE_MS);
  await deskInvites.insert(tx, { hash: sha256(secret), reviewer, invited_by: by?.id ?? null, expires_at });
  if (by) await reviewers.update(tx, reviewer, { inviter: by.name, invited_at: now });
  return secret;
}

/** Switches a reviewer off or on. On all nodes, the sessions end with the commit. */
export async function switchReviewer(
  { clock }: Pick<ServiceContext, 'clock'>,
  tx: Kysely<Database>,
  id: string,
  to: 'off' | 'on',
): Promise<ReviewerRow | undefined> {
  await deskSessions.endAllOf(tx, id);
  return await reviewers.update(tx, id, { disabled_at: to === 'off' ? clock() : null });
}

/** The mode that is shown first: live, unless only keys of test mode exist. */
export async function firstMode(db: Kysely<Database>): Promise<Mode> {
  const live = await apiKeys.list(db, 'live', 1, null);
  const test = await apiKeys.list(db, 'test', 1, null);
  return live.length === 0 && test.length > 0 ? 'test' : 'live';
}
