import { createPublicKey, randomInt, verify } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { JoinedHandoff, JoinHandoff } from '../../contract/handoff.ts';
import { ApiError } from '../ApiError.ts';
import { brandingOf } from '../branding/brandingOf.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { LinkContext } from '../cases/createLink.ts';
import { createSessionKey } from '../cases/createSessionKey.ts';
import { type HandoffRow, handoffStepNow, isTooLate } from '../cases/handoffView.ts';
import { purposes } from '../crypto/purposes.ts';
import { random } from '../crypto/random.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { Database } from '../db/schema.ts';
import { caseIds } from '../db/store/caseIds.ts';
import { cases } from '../db/store/cases.ts';
import { handoffs } from '../db/store/handoffs.ts';
import { sessionKeys } from '../db/store/sessionKeys.ts';
import { eventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';
import { browserName } from './browserName.ts';
import { type Device, SECRET_MS } from './startHandoff.ts';

/** Lifetime of the cookie by which a phone without a key can return. */
export const PHONE_COOKIE_SECONDS = 30 * 60;
/** Maximum age of a proof, and maximum clock skew of the phone. */
const PROOF_MS = 60_000;

/** A session for the phone, with the cookie that binds a phone without a key; or a refusal that changed rows. */
export type Joined = { body: JoinedHandoff; cookie: string | null } | { refusal: ApiError };

type JoinRequest = JoinHandoff &
  Device & { /** The cookie that the phone sent. */ cookie: string | undefined };

/**
 * Joins one phone to the hand-off of a case. The same phone can return, by its key or by its cookie.
 * @throws {ApiError} `link_ended` for an unknown, expired or ended hand-off alike; `handoff_joined` for another phone.
 */
export async function joinHandoff(
  context: LinkContext,
  tx: Kysely<Database>,
  request: JoinRequest,
): Promise<Joined> {
  const hash = secretHash(request);
  if (hash === null) return await rejoin(context, tx, request);
  const match = await findByCase(tx, await caseIds.find(tx, hash));
  const now = context.clock();
  const secret = match?.handoff.secrets.find((one) => one.hash === hash || one.codeHash === hash);
  if (!match || !secret) throw handoffEnded();
  const { row, handoff } = match;
  if (handoff.status !== 'waiting') {
    // A phone without a key has opened its code again.
    if (handoff.phone_cookie && isSamePhone(handoff, request, now))
      return { body: await openPhone(context, tx, row, handoff), cookie: null };
    context.wake.handoffs.markDirty(tx);
    await handoffs.update(tx, row.id, { refusals: handoff.refusals + 1 });
    const detail = 'Another phone has already joined. Start again on the computer.';
    return { refusal: new ApiError('handoff_joined', { detail }) };
  }
  if (now.getTime() - secret.at >= SECRET_MS || isTooLate(handoff, now)) throw handoffEnded();
  const cookie = request.publicKey ? null : Buffer.from(random(20)).toString('base64url');
  const digits = String(randomInt(10_000)).padStart(4, '0');
  context.wake.handoffs.markDirty(tx);
  const joined = await handoffs.update(tx, row.id, {
    status: 'joined',
    phone: browserName(request.userAgent),
    phone_key: request.publicKey ? JSON.stringify(request.publicKey) : null,
    phone_cookie: cookie && sha256(cookie),
    digits: context.vault.seal(row, purposes.handoffDigits, digits),
    seconds: (now.getTime() - secret.at) / 1000,
    same_address:
      context.vault.fingerprint(purposes.handoffAddress, request.address) === handoff.address_mark,
    address_mark: null,
  });
  const data = eventData(row, {});
  await newEvent(context, tx, { mode: row.mode, type: 'handoff.joined', at: now, data, owner: row });
  return { body: await openPhone(context, tx, row, joined), cookie };
}

/** Hash of the secret, or of the code as typed; `null` if neither was sent. */
function secretHash({ secret, code }: JoinRequest): string | null {
  if (secret !== undefined) return sha256(secret);
  return code === undefined ? null : sha256(code.toUpperCase().replace(/[^A-Z]/g, ''));
}

async function rejoin(context: LinkContext, tx: Kysely<Database>, request: JoinRequest): Promise<Joined> {
  const match = await findByCase(tx, request.caseId ?? '');
  if (!match || !isSamePhone(match.handoff, request, context.clock())) throw handoffEnded();
  return { body: await openPhone(context, tx, match.row, match.handoff), cookie: null };
}

function isSamePhone(handoff: HandoffRow, { caseId, proof, cookie }: JoinRequest, now: Date): boolean {
  if (!handoff.digits) return false;
  if (handoff.phone_cookie) return cookie !== undefined && sha256(cookie) === handoff.phone_cookie;
  if (!handoff.phone_key || !proof || Math.abs(now.getTime() - proof.time) > PROOF_MS) return false;
  try {
    const key = createPublicKey({ key: handoff.phone_key, format: 'jwk' });
    const signed = Buffer.from(`${caseId}.${proof.time}`);
    const signature = Buffer.from(proof.signature, 'base64url');
    return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    // The point is not on the curve.
    return false;
  }
}

async function findByCase(
  tx: Kysely<Database>,
  caseId: string,
): Promise<{ row: CaseRow; handoff: HandoffRow } | null> {
  const row = caseId === '' ? undefined : await cases.lockById(tx, caseId);
  const handoff = row && !row.redaction ? await handoffs.find(tx, row.id) : undefined;
  return row && handoff ? { row, handoff } : null;
}

async function openPhone(
  context: LinkContext,
  tx: Kysely<Database>,
  row: CaseRow,
  handoff: HandoffRow,
): Promise<JoinedHandoff> {
  const { baseUrl, vault } = context;
  const { origin, host } = new URL(baseUrl);
  await sessionKeys.revokeOf(tx, row.id, 'selfie', context.clock());
  const key = await createSessionKey(context, tx, row, {
    allowedOrigins: [origin],
    reach: handoff.step,
    browser: handoff.browser,
  });
  const branding = await brandingOf(context, tx, row.mode);
  return {
    ...handoffStepNow(row, handoff),
    session: { caseId: key.caseId, sessionKey: key.sessionKey, expiresAt: key.expiresAt, baseUrl },
    digits: vault.open(row, purposes.handoffDigits, handoff.digits!).toString(),
    status: handoff.status,
    site: branding?.name ?? null,
    host,
    from: handoff.computer,
    since: handoff.created_at.toISOString(),
    locale: row.locale,
    branding,
  };
}

function handoffEnded(): ApiError {
  return new ApiError('link_ended', { detail: 'The phone cannot continue. Start again on the computer.' });
}
