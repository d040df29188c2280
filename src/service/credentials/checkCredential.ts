import type { Kysely } from 'kysely';
import type { PortraitUse } from '../../contract/credential.ts';
import type { TestOutcome } from '../../contract/testMode.ts';
import {
  CredentialError,
  type IssuedMdoc,
  type IssuedSdJwt,
  nameText,
  verifyPresentation,
} from '../../credentials/credentials.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { purposes } from '../crypto/purposes.ts';
import type { FoundCredential } from '../db/credentialTable.ts';
import type { Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { credentialChecks } from '../db/store/credentialChecks.ts';
import { knownPrefill } from '../details/knownPrefill.ts';
import type { Job, JobRunner } from '../jobs/jobs.ts';
import { errorForLog } from '../log.ts';
import { StoreAway } from '../objects/StoreAway.ts';
import type { PortraitInspection } from '../selfies/examiner.ts';
import { forcedBy, forcedForCredential } from '../testmode/forcedBy.ts';
import { applyCredential, type CheckedAnswer } from './applyCredential.ts';
import type { CredentialContext } from './credentialContext.ts';
import { kindOf } from './credentialQueries.ts';
import { placesOf, statusAt } from './credentialStatus.ts';
import { provenClaims } from './provenFields.ts';
import { openSession } from './sealSession.ts';
import type { CredentialRow } from './viewCredential.ts';

/** Time limit for determining the status of a credential. After that, a reviewer decides without it. */
const STATUS_PATIENCE_MS = 900_000;
const STATUS_EVERY_MS = 30_000;
/** Delay before a retry if the picture processes are busy. */
const OVERLOAD_MS = 2000;
/** Maximum number of attempts at an answer on which the process fails. */
const ATTEMPTS = 3;

/** The job that checks a wallet's answer, and polls the status of its credential until it is known. */
export const checkCredential: JobRunner<CredentialContext> = async (context, job) => {
  const check = await credentialChecks.findByKey(context.db, { id: job.subject, case_id: job.case_id });
  const row = check && (await cases.find(context.db, check.mode, check.case_id));
  if (!check || !row?.data_key) return async () => undefined;
  if (check.status === 'processing') return await followStatus(context, check);
  if (check.status !== 'received') return async () => undefined;
  const checked = await checkAnswer(context, row, check, job);
  if (checked === 'overloaded') {
    const runAt = new Date(context.clock().getTime() + Math.max(OVERLOAD_MS, context.pictures.waitMs));
    return async () => ({ again: runAt, isDeferred: true });
  }
  return async (tx) => {
    const [current, locked] = await relock(tx, check);
    if (current?.status !== 'received' || !locked?.data_key) return undefined;
    const isWaiting = await applyCredential(context, tx, locked, current, checked);
    return isWaiting ? { again: new Date(context.clock().getTime() + STATUS_EVERY_MS) } : undefined;
  };
};

async function relock(
  tx: Kysely<Database>,
  { mode, case_id, id }: CredentialRow,
): Promise<[CredentialRow | undefined, CaseRow | undefined]> {
  const row = await cases.lock(tx, mode, case_id);
  return [await credentialChecks.findByKey(tx, { id, case_id }), row];
}

/** Updates the status of a credential that was accepted while its status was unknown. */
async function followStatus(context: CredentialContext, check: CredentialRow) {
  const { statusReference, issued, ...remaining } = check.found!;
  const { revocation, code } = await statusAt(context, check.mode, {
    ...(statusReference && { statusReference }),
    ...(issued && { issued }),
  });
  const result = { ...remaining, code, revocation };
  const isOver = context.clock().getTime() - check.answered_at!.getTime() > STATUS_PATIENCE_MS;
  return async (tx: Kysely<Database>) => {
    const [current, locked] = await relock(tx, check);
    if (current?.status !== 'processing' || !locked?.data_key) return undefined;
    if (revocation.result === 'unknown' && !isOver)
      return { again: new Date(context.clock().getTime() + STATUS_EVERY_MS) };
    const later = { found: result, proven: {}, portrait: null };
    await applyCredential(context, tx, locked, current, later);
    return undefined;
  };
}

async function checkAnswer(
  context: CredentialContext,
  row: CaseRow,
  check: CredentialRow,
  job: Job,
): Promise<CheckedAnswer | 'overloaded'> {
  const answer = JSON.parse(
    context.vault.open(row, purposes.credentialAnswer(check.id), check.sealed_answer!).toString(),
  ) as { protocol: string; data: unknown };
  const forced = forcedForCredential(row.mode, knownPrefill(context.vault, row)?.familyName);
  try {
    const refusal = forcedRefusal(forced, answer.protocol);
    if (refusal) return refusal;
    const anchors = context.walletTrust.anchors(row.mode);
    // Validity is checked at the time of the answer: a delayed job must not make the answer too old.
    const now = check.answered_at!.getTime();
    const session = openSession(context, row, check);
    const credential = await verifyPresentation(answer, session, { anchors, now });
    return await checkedAnswer(context, row, check, { credential, protocol: answer.protocol, forced });
  } catch (error) {
    if (error instanceof CredentialError) return refused(error.code, answer.protocol);
    // No capacity to examine the portrait: the answer has not been judged.
    if (error instanceof ApiError && error.code === 'unavailable') return 'overloaded';
    if (error instanceof StoreAway) return 'overloaded';
    if (job.attempt < ATTEMPTS) throw error;
    const { attempt, kind } = job;
    context.log.error('check given up', { kind, id: check.id, attempt, ...errorForLog(error) });
    return refused('check_failed', answer.protocol);
  }
}

/** A refusal keeps only its reason. */
function refused(code: string, protocol: string): CheckedAnswer {
  return {
    found: {
      code,
      format: null,
      kind: null,
      type: null,
      issuer: null,
      protocol,
      validity: null,
      revocation: { result: 'unknown', at: null },
      claims: [],
      portrait: null,
      reasons: [],
    },
    proven: null,
    portrait: null,
  };
}

async function checkedAnswer(
  context: CredentialContext,
  row: CaseRow,
  check: CredentialRow,
  {
    credential,
    protocol,
    forced: byCase,
  }: { credential: IssuedMdoc | IssuedSdJwt; protocol: string; forced: TestOutcome | null },
): Promise<CheckedAnswer> {
  const { details, portrait: portraitBytes, names } = provenClaims(credential, check.asked);
  const forced = byCase ?? forcedForCredential(row.mode, details.familyName);
  const refusal = forcedRefusal(forced, protocol);
  if (refusal) return refusal;
  const portrait = forcedBy(forced).credential === 'no_portrait' ? null : portraitBytes;
  const places = placesOf(credential);
  const [inspection, { revocation, code }] = await Promise.all([
    portrait ? inspectPortrait(context, row, portrait) : null,
    statusAt(context, row.mode, places),
  ]);
  const use: PortraitUse = inspection?.use ?? 'absent';
  const description: FoundCredential = {
    ...describe(context, credential),
    code,
    protocol,
    revocation,
    claims: names,
    portrait: use,
    reasons: [],
  };
  if (code) return { found: description, proven: null, portrait: null };
  if (revocation.result === 'unknown') Object.assign(description, places);
  const file = inspection?.use === 'usable' ? inspection.file : null;
  const kept = file && (await context.pictures.keepReference(row, file));
  return { found: description, proven: details, portrait: kept, ...(forced && { forced }) };
}

const FORCED_CODES = {
  revoked: 'status_revoked',
  expired: 'credential_expired',
  untrusted: 'certificate_untrusted',
} as const;

/** The refusal that a family name forces in test mode, whatever the wallet answers; `null`: none. */
function forcedRefusal(outcome: TestOutcome | null, protocol: string): CheckedAnswer | null {
  const { credential } = forcedBy(outcome);
  if (!credential || credential === 'no_portrait') return null;
  const answer = refused(FORCED_CODES[credential], protocol);
  if (credential === 'revoked') answer.found.revocation = { result: 'revoked', at: null };
  return answer;
}

async function inspectPortrait(
  { examiner }: CredentialContext,
  row: CaseRow,
  bytes: Uint8Array,
): Promise<PortraitInspection> {
  return await examiner.inspectPortrait(bytes, { caseId: row.id });
}

function describe(
  { walletTrust }: CredentialContext,
  { format, type, issuer, anchor, validity }: IssuedMdoc | IssuedSdJwt,
): Pick<FoundCredential, 'format' | 'kind' | 'type' | 'issuer' | 'validity'> {
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    format,
    kind: kindOf(type),
    type,
    issuer: {
      name: nameText(issuer.subject),
      country: issuer.subject.country,
      anchor: { name: nameText(anchor.certificate.subject), sha256: anchor.certificate.sha256 },
      list: walletTrust.listOf(anchor),
    },
    validity: {
      issuedAt: time(validity.issuedAt),
      from: time(validity.from),
      until: time(validity.until),
    },
  };
}
