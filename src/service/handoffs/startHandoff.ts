import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import type { Handoff, HandoffReach, StartedHandoff } from '../../contract/handoff.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { LinkContext } from '../cases/createLink.ts';
import { endHandoff } from '../cases/endHandoff.ts';
import {
  type HandoffRow,
  handoffStepNow,
  isTooLate,
  MAX_WRONG_DIGITS,
  viewHandoff,
} from '../cases/handoffView.ts';
import { requireInput, stateConflict } from '../cases/moveCase.ts';
import { agreesToFace, handoffStepOf } from '../cases/requirements.ts';
import { purposes } from '../crypto/purposes.ts';
import { random } from '../crypto/random.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { HandoffSecret } from '../db/handoffTable.ts';
import type { Database } from '../db/schema.ts';
import { caseIds } from '../db/store/caseIds.ts';
import { handoffs, hashesOf } from '../db/store/handoffs.ts';
import { sessionKeys } from '../db/store/sessionKeys.ts';
import { browserName } from './browserName.ts';

/** Lifetime of a secret. */
export const SECRET_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Maximum number of hand-offs of a case in an hour. */
const PER_HOUR = 5;
const SECRET_BYTES = 20;
/** Only consonants, so that codes do not form words (RFC 8628, section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;

/** The computer that starts the hand-off. */
export interface Device {
  userAgent: string | undefined;
  address: string;
}

/** The computer, and its browser as in `session_keys`. */
type Computer = Device & { browser: string | null };

/**
 * Starts the hand-off of a case to a phone, for the step that the case is at, or draws the next secret of one that waits
 * for a phone.
 * @throws {ApiError} `case_state_conflict` if neither a document, a selfie nor a credential is due or the policy does not allow
 * hand-offs of that step, `consent_required`, `rate_limited`.
 */
export async function startHandoff(
  context: LinkContext,
  tx: Kysely<Database>,
  row: CaseRow,
  computer: Computer,
): Promise<StartedHandoff> {
  const now = context.clock();
  requireInput(row, now);
  const step = handoffStepOf(row);
  const hasConsent = step === 'selfie' ? agreesToFace(row.consent) : row.consent?.biometric === true;
  if (!hasConsent) throw new ApiError('consent_required');
  if (!step) throw stateConflict(row.status);
  const found = await handoffs.find(tx, row.id);
  const reach = step === 'credential' ? step : 'selfie';
  const current = found?.step === reach ? found : undefined;
  if (current?.status === 'joined' || current?.status === 'confirmed')
    return { ...viewHandoff(current, row, now), url: null, code: null, qr: null, expiresAt: null };
  const isWaiting = current?.status === 'waiting' && !isTooLate(current, now);
  const secret = randomSecret();
  const valid = isWaiting ? current.secrets.filter(({ at }) => now.getTime() - at < SECRET_MS) : [];
  const secrets = [...valid, { ...secret.hashes, at: now.getTime() }];
  if (isWaiting) await caseIds.delete(tx, hashesOf(current.secrets.filter((one) => !valid.includes(one))));
  else await begin(context, tx, row, { reach, found, computer });
  context.wake.handoffs.markDirty(tx);
  await handoffs.update(tx, row.id, { secrets: JSON.stringify(secrets) });
  await handoffs.noteSecrets(tx, row.id, hashesOf([{ ...secret.hashes, at: 0 }]));
  const url = `${context.baseUrl.replace(/\/v1$/, '')}/verify/h#${secret.secret}`;
  return {
    ...WAITING,
    ...handoffStepNow(row, { step: reach }),
    url,
    code: secret.code,
    qr: qrOf(url),
    expiresAt: new Date(now.getTime() + SECRET_MS).toISOString(),
  };
}

const WAITING: Omit<Handoff, 'step' | 'isDue'> = {
  object: 'handoff',
  status: 'waiting',
  phone: null,
  refusals: 0,
  digitsLeft: MAX_WRONG_DIGITS,
  reason: null,
};

async function begin(
  context: LinkContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { reach, found, computer }: { reach: HandoffReach; found: HandoffRow | undefined; computer: Computer },
): Promise<void> {
  const now = context.clock();
  const starts = (found?.starts ?? []).filter((at) => now.getTime() - at < HOUR_MS);
  if (starts.length >= PER_HOUR) {
    const wait = Math.ceil((starts[0]! + HOUR_MS - now.getTime()) / 1000);
    const detail =
      'Too many hand-offs of this case were started. Retry after the number of seconds in Retry-After.';
    throw new ApiError('rate_limited', { detail, headers: { 'Retry-After': String(wait) } });
  }
  if (found) await endHandoff(context, tx, row, 'restarted');
  // The phone of a completed hand-off has kept its key.
  await sessionKeys.revokeOf(tx, row.id, 'selfie', now);
  await handoffs.put(tx, {
    case_id: row.id,
    mode: row.mode,
    step: reach,
    browser: computer.browser,
    status: 'waiting',
    reason: null,
    starts: JSON.stringify([...starts, now.getTime()]),
    secrets: '[]',
    computer: browserName(computer.userAgent),
    address_mark: context.vault.fingerprint(purposes.handoffAddress, computer.address),
    phone: null,
    phone_key: null,
    phone_cookie: null,
    digits: null,
    seconds: null,
    same_address: null,
    wrong_digits: 0,
    refusals: 0,
    created_at: now,
    confirmed_at: null,
  });
}

function randomSecret(): { secret: string; code: string; hashes: Omit<HandoffSecret, 'at'> } {
  const secret = Buffer.from(random(SECRET_BYTES)).toString('base64url');
  const code = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return { secret, code, hashes: { hash: sha256(secret), codeHash: sha256(code) } };
}

function qrOf(url: string): StartedHandoff['qr'] {
  const code = generate(url);
  return { size: code.size, path: toSvgPath(code) };
}
