import type { Kysely } from 'kysely';
import { errors } from '../../contract/errors.ts';
import { sizeLimits } from '../../contract/limits.ts';
import { ApiError } from '../ApiError.ts';
import { type Purpose, purposes } from '../crypto/purposes.ts';
import type { DataKeyOwner } from '../crypto/vault.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { dataKeyOwnerOf } from '../db/store/dataKeyOwnerOf.ts';
import { idempotencyKeys } from '../db/store/idempotencyKeys.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './env.ts';
import type { ApiAnswer } from './handler.ts';

interface IdempotentRequest {
  deps: Deps;
  caller: Caller;
  /** Without quotes. */
  key: string;
  /** Method, path and payload. */
  request: string;
  /** Checks the body of a stored answer before it is repeated. An error thrown here becomes the answer. */
  beforeReplay?: (body: unknown) => void;
}

interface Claim {
  owner: string;
  /** Keyed fingerprint: a customer's key may contain personal data. */
  key: string;
  fingerprint: string;
  expires_at: Date;
}

type Stored =
  | { answer: Omit<ApiAnswer, 'caseId' | 'refusal'> }
  | { refusal: Pick<ApiError, 'code' | 'extras'> };

/**
 * Runs work once for each Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07). Record and effect share one
 * transaction; a refusal is recorded in its own transaction; internal errors are not recorded.
 */
export async function idempotent(
  request: IdempotentRequest,
  work: (tx: Kysely<Database>) => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const { deps } = request;
  const { inFlight } = deps.state;
  const claim = claimOf(request);
  const name = `${claim.owner} ${claim.key}`;
  if (inFlight.has(name)) throw underWay();
  inFlight.add(name);
  try {
    const answer = await inTransaction(deps, (tx) => runOnce(deps, tx, claim, work));
    return answer ?? (await replay(request, claim));
  } catch (error) {
    if (error instanceof ApiError && isForGood(error)) await storeRefusal(deps, claim, error);
    throw error;
  } finally {
    inFlight.delete(name);
  }
}

/** Whether a response is stored for a key. */
export async function isRepeated(
  { db, vault, clock }: Pick<Deps, 'db' | 'vault' | 'clock'>,
  caller: Caller,
  key: string,
): Promise<boolean> {
  const owner = ownerOf(caller);
  const row = await idempotencyKeys.find(db, owner, vault.fingerprint(purposes.idempotencyKey(owner), key));
  return row?.answer != null && row.expires_at > clock();
}

function ownerOf(caller: Caller): string {
  return `${caller.mode} ${caller.kind === 'session' ? caller.caseId : 'account'}`;
}

function claimOf({ deps, caller, key, request }: IdempotentRequest): Claim {
  const owner = ownerOf(caller);
  return {
    owner,
    key: deps.vault.fingerprint(purposes.idempotencyKey(owner), key),
    fingerprint: deps.vault.fingerprint(purposes.idempotentRequest, request),
    expires_at: new Date(deps.clock().getTime() + sizeLimits.idempotencySeconds * 1000),
  };
}

/** `null` if the key was used before. */
async function runOnce(
  deps: Deps,
  tx: Kysely<Database>,
  claim: Claim,
  work: (tx: Kysely<Database>) => Promise<ApiAnswer>,
): Promise<ApiAnswer | null> {
  if (!(await idempotencyKeys.take(tx, claim, deps.clock()))) return null;
  const { caseId = null, refusal, ...answer } = await work(tx);
  const owner =
    caseId === null ? null : (deps.vault.remembered(caseId) ?? (await dataKeyOwnerOf(tx, caseId)));
  const sealed = seal(deps, claim, refusal ? { refusal } : { answer }, owner);
  const set = { answer: sealed, case_id: caseId, is_owned: owner !== null };
  await idempotencyKeys.setAnswer(tx, claim, set);
  return { ...answer, caseId, ...(refusal && { refusal }) };
}

async function replay({ deps, beforeReplay }: IdempotentRequest, claim: Claim): Promise<ApiAnswer> {
  const row = await idempotencyKeys.find(deps.db, claim.owner, claim.key);
  if (!row?.answer) throw underWay();
  if (row.fingerprint !== claim.fingerprint) throw new ApiError('idempotency_key_reused');
  const stored = await open(deps, claim, { ...row, answer: row.answer });
  const headers = { 'Idempotent-Replayed': 'true' };
  if ('answer' in stored) {
    beforeReplay?.(stored.answer.body);
    return { ...stored.answer, caseId: null, headers: { ...stored.answer.headers, ...headers } };
  }
  const { code, extras } = stored.refusal;
  throw new ApiError(code, { ...extras, headers: { ...extras.headers, ...headers } });
}

/** A refusal that depends on the API key or on time is not stored. */
function isForGood({ code }: ApiError): boolean {
  const status = errors[code][0];
  const isAboutKey = code === 'idempotency_in_flight' || code === 'idempotency_key_reused';
  return !isAboutKey && status < 500 && ![401, 403, 428, 429].includes(status);
}

/** A refusal that was read from its own record changes nothing. */
async function storeRefusal(deps: Deps, claim: Claim, { code, extras }: ApiError): Promise<void> {
  await inTransaction(deps, async (tx) => {
    if (!(await idempotencyKeys.take(tx, claim, deps.clock()))) return;
    const answer = seal(deps, claim, { refusal: { code, extras } }, null);
    await idempotencyKeys.setAnswer(tx, claim, { answer, case_id: null, is_owned: false });
  });
}

/** An answer about a case, watch, screening or batch is sealed with its data key, so that it is erased with it. */
function seal({ vault }: Deps, claim: Claim, stored: Stored, owner: DataKeyOwner | null): Uint8Array {
  const stripped =
    'refusal' in stored ? { refusal: { code: stored.refusal.code, extras: stored.refusal.extras } } : stored;
  const text = JSON.stringify(stripped);
  return owner ? vault.seal(owner, purpose(claim), text) : vault.sealShared(purpose(claim), text);
}

async function open(
  { vault, db }: Deps,
  claim: Claim,
  { answer, case_id, is_owned }: { answer: Uint8Array; case_id: string | null; is_owned: boolean },
): Promise<Stored> {
  const owner = is_owned && case_id ? await dataKeyOwnerOf(db, case_id) : null;
  // Its owner was erased after the response was read.
  if (is_owned && !owner) throw underWay();
  const plain = owner ? vault.open(owner, purpose(claim), answer) : vault.openShared(purpose(claim), answer);
  return JSON.parse(plain.toString()) as Stored;
}

function purpose({ owner, key }: Claim): Purpose {
  return purposes.answer(owner, key);
}

function underWay(): ApiError {
  return new ApiError('idempotency_in_flight', { headers: { 'Retry-After': '1' } });
}
