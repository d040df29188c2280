import type { Kysely } from 'kysely';
import { sizeLimits } from '../../contract/limits.ts';
import type { RedeemedLink, RedeemLink } from '../../contract/link.ts';
import { ApiError } from '../ApiError.ts';
import { brandingOf } from '../branding/brandingOf.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { LinkContext } from '../cases/createLink.ts';
import { createSessionKey } from '../cases/createSessionKey.ts';
import { isPageOver } from '../cases/viewCase.ts';
import { purposes } from '../crypto/purposes.ts';
import { random } from '../crypto/random.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { Database } from '../db/schema.ts';
import { caseIds } from '../db/store/caseIds.ts';
import { cases } from '../db/store/cases.ts';
import { links } from '../db/store/links.ts';
import { sessionKeys } from '../db/store/sessionKeys.ts';

/** Lifetime of the cookie by which a browser continues without the link. Renewed with each session. */
export const COOKIE_SECONDS = 30 * 60;
const COOKIE_BYTES = 20;
/** Number of wrong dates of birth after which a link ends. */
const MAX_WRONG_DATES = 3;

/** Active session keys of all browsers that opened the link of a case. */
const MAX_LINK_KEYS = 20;

/** A session for a browser, with the cookie by which it continues; or a refusal that changed rows. */
export type Redeemed =
  | { body: RedeemedLink; cookie: string; caseId: string }
  | { refusal: ApiError; caseId: string };

/** The proof that a browser presents. */
type BrowserProof = RedeemLink & { /** The cookie that it sent. */ cookie: string | undefined };

/**
 * Gives a browser a session for the case of a link, or for the case of its cookie. As long as a date of birth is stored,
 * a browser that has not opened the link before must give it, so that a forwarded link reveals nothing about the person
 * and replaces nothing, also while a reviewer asks for corrections.
 * @throws {ApiError} `link_ended` for an unknown, expired or deleted link alike; `birth_date_required`.
 */
export async function redeemLink(
  context: LinkContext,
  tx: Kysely<Database>,
  proof: BrowserProof,
): Promise<Redeemed> {
  const { secret, cookie, caseId } = proof;
  if (secret !== undefined) return await openLink(context, tx, { ...proof, secret });
  const hash = cookie && sha256(cookie);
  const id = hash && (await caseIds.find(tx, hash));
  const row = id && (await cases.lockById(tx, id));
  // Two tabs may show two cases, but a browser has one cookie.
  const isOver = !row || row.redaction !== null || isPageOver(row, context.clock());
  if (isOver || (caseId !== undefined && caseId !== row.id)) throw linkEnded();
  if (!(await isKnown(context, tx, row, cookie))) throw linkEnded();
  return await openSession(context, tx, row, cookie);
}

async function openLink(
  context: LinkContext,
  tx: Kysely<Database>,
  { secret, dateOfBirth, cookie }: BrowserProof & { secret: string },
): Promise<Redeemed> {
  const hash = sha256(secret);
  const caseId = await caseIds.find(tx, hash);
  const row = caseId && (await cases.lockById(tx, caseId));
  const link = row && (await links.find(tx, row.id));
  if (!row || !link || link.hash !== hash || hasEnded(row, context.clock())) throw linkEnded();
  if (await isKnown(context, tx, row, cookie)) return await openSession(context, tx, row, cookie);
  if (!row.birth_date) return await openSession(context, tx, row);
  if (dateOfBirth === undefined) throw new ApiError('birth_date_required');
  if (context.vault.open(row, purposes.birthDate, row.birth_date).toString() === dateOfBirth)
    return await openSession(context, tx, row);
  if ((await links.countWrongDate(tx, row.id)) < MAX_WRONG_DATES)
    return { refusal: wrongDate(), caseId: row.id };
  await links.delete(tx, row.id);
  return { refusal: linkEnded(), caseId: row.id };
}

/** Independent of the outcome: a decided case opens on its last screen until it expires. */
function hasEnded({ status, redaction, expires_at }: CaseRow, now: Date): boolean {
  return redaction !== null || status === 'canceled' || status === 'expired' || expires_at <= now;
}

/** Whether the browser got a session for this case within the lifetime of its cookie. */
async function isKnown(
  { clock }: LinkContext,
  tx: Kysely<Database>,
  { id }: CaseRow,
  cookie: string | undefined,
): Promise<boolean> {
  const row = cookie && (await links.findCookie(tx, id, sha256(cookie)));
  return Boolean(row) && (row as { expires_at: Date }).expires_at > clock();
}

/** @param existingCookie the browser's cookie for this case; absent: a new one is set. */
async function openSession(
  context: LinkContext,
  tx: Kysely<Database>,
  row: CaseRow,
  existingCookie?: string,
): Promise<Redeemed> {
  const now = context.clock();
  const cookie = existingCookie ?? Buffer.from(random(COOKIE_BYTES)).toString('base64url');
  const stored = {
    case_id: row.id,
    hash: sha256(cookie),
    expires_at: new Date(now.getTime() + COOKIE_SECONDS * 1000),
  };
  if (existingCookie) {
    await links.renewCookie(tx, stored);
    const keep = sizeLimits.sessionKeysPerCase - 1;
    await sessionKeys.revokeOlder(tx, row.id, now, { browser: stored.hash, keep });
  } else {
    // Whoever holds the link cannot end the sessions of others, and cannot begin any number.
    if ((await sessionKeys.countOfLink(tx, row.id, now)) >= MAX_LINK_KEYS) throw tooManyBrowsers();
    await links.insertCookie(tx, stored);
  }
  const { baseUrl } = context;
  const { origin } = new URL(baseUrl);
  const { sessionKey, caseId, expiresAt } = await createSessionKey(context, tx, row, {
    allowedOrigins: [origin],
    reach: 'link',
    browser: stored.hash,
  });
  return {
    body: {
      session: { caseId, sessionKey, expiresAt, baseUrl },
      locale: row.locale,
      branding: await brandingOf(context, tx, row.mode),
    },
    cookie,
    caseId,
  };
}

function tooManyBrowsers(): ApiError {
  const detail =
    'The link was opened in too many browsers. Go on in the first one, or try again in 15 minutes.';
  return new ApiError('rate_limited', { detail, headers: { 'Retry-After': '900' } });
}

function linkEnded(): ApiError {
  return new ApiError('link_ended', { detail: 'The link is no longer valid. Request a new one.' });
}

function wrongDate(): ApiError {
  const detail = 'The date differs from the date of birth in the case. Check it and try again.';
  return new ApiError('birth_date_required', {
    errors: [{ pointer: '#/dateOfBirth', code: 'date_mismatch', detail }],
  });
}
