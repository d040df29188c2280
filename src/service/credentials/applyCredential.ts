import type { Kysely } from 'kysely';
import { type DecisionReason, undecidedStatuses } from '../../contract/caseStatus.ts';
import type { Prefill } from '../../contract/personalDetails.ts';
import type { TestOutcome } from '../../contract/testMode.ts';
import { advanceCase } from '../cases/advanceCase.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { endHandoff } from '../cases/endHandoff.ts';
import { isCredentialOpen } from '../cases/requirements.ts';
import { provenDetails } from '../cases/viewCase.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { FoundCredential } from '../db/credentialTable.ts';
import type { CaseFacts, Database } from '../db/schema.ts';
import { credentialChecks } from '../db/store/credentialChecks.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { referenceImages, selfieChecks } from '../db/store/selfieChecks.ts';
import { isConflict } from '../details/detailsConflict.ts';
import { knownPrefill } from '../details/knownPrefill.ts';
import { readDetails } from '../details/readDetails.ts';
import type { StoredReference } from '../pictures/Pictures.ts';
import { forcedForCredential } from '../testmode/forcedBy.ts';
import type { CredentialRow } from './viewCredential.ts';

/** The result of checking an answer: the proven values, or the reason for the refusal. */
export interface CheckedAnswer {
  found: FoundCredential;
  /** `null`: refused. */
  proven: Prefill | null;
  /** Stored already; its row is inserted if the case may have it. */
  portrait: StoredReference | null;
  /** The outcome that a family name forces in test mode. */
  forced?: TestOutcome;
}

/**
 * Applies the result of an answer to its case: seals proven details and portrait, deletes nonce, key and answer, and
 * advances the case.
 * @returns whether the status of the credential is still unknown.
 */
export async function applyCredential(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  check: CredentialRow,
  checked: CheckedAnswer,
): Promise<boolean> {
  const isFirst = check.status === 'received';
  const proven = isFirst ? checked.proven : provenDetails(context.vault, row);
  const isRevoked = isRevocation(checked.found);
  const { portrait } = checked;
  const isKept = Boolean(
    isFirst && proven && !isRevoked && portrait && (await keepPortrait(context, tx, row, portrait)),
  );
  // Without a portrait of its own the selfie is compared with what the case had before.
  const hasPortrait = isKept || (isReferenced(row) && !(isFirst && portrait));
  const reasons =
    proven || isRevoked ? await reasonsOf(context, tx, row, { ...checked, proven, hasPortrait }) : [];
  const isWaiting = isFirst && proven !== null && checked.found.revocation.result === 'unknown';
  const isVerified =
    proven !== null && !isRevoked && (isWaiting || checked.found.revocation.result !== 'unknown');
  const status = !isVerified ? 'refused' : isWaiting ? 'processing' : 'verified';
  const isIdentified = status === 'verified' && !reasons.includes('details_conflict') && isIdentity(proven);
  const result: FoundCredential = { ...checked.found, reasons };
  const now = context.clock();
  await credentialChecks.update(tx, check, {
    status,
    found: JSON.stringify(result),
    sealed_session: null,
    sealed_answer: null,
    completed_at: isWaiting ? null : now,
  });
  // A case that has been decided or has ended meanwhile does not change.
  if (!undecidedStatuses.includes(row.status)) return false;
  const changed = await changeCase(context, tx, row, {
    set: {
      facts: JSON.stringify(factsWith(row, { status, reasons, code: result.code })),
      checks: JSON.stringify({
        ...row.checks,
        credential: { status, id: check.id, completedAt: isWaiting ? null : now.toISOString() },
      }),
      assurance: JSON.stringify({
        ...row.assurance,
        details: isIdentified ? 'verified' : 'claimed',
        ...(isKept && status !== 'refused' && { reference: 'credential' }),
      }),
      last_error: status === 'refused' && isFirst ? UNUSABLE : withoutUnusable(row),
      ...(isFirst && checked.forced && { test_outcome: checked.forced }),
      ...(isFirst && status !== 'refused' && sealedProven(context, row, { proven, by: check.browser })),
    },
    ...(!isWaiting && {
      event: { type: 'credential_check.completed', credentialId: check.id, reasons },
    }),
  });
  if (!isCredentialOpen(changed)) await endHandoff(context, tx, changed, 'done', 'credential');
  await advanceCase(context, tx, changed);
  return isWaiting;
}

function sealedProven(
  { vault }: ServiceContext,
  row: CaseRow,
  { proven, by }: { proven: Prefill | null; by: string | null },
) {
  if (!proven) return {};
  return { proven: vault.seal(row, purposes.proven, JSON.stringify(proven)), proven_for: by };
}

const UNUSABLE = JSON.stringify({ code: 'credential_unusable', retryable: true });

function withoutUnusable({ last_error }: CaseRow): string | null {
  return last_error && last_error.code !== 'credential_unusable' ? JSON.stringify(last_error) : null;
}

function isRevocation({ revocation: { result } }: FoundCredential): boolean {
  return result === 'revoked' || result === 'suspended';
}

/** Whether the case has a picture whose comparison counts: that with the portrait of a document may be evidence alone. */
function isReferenced({ assurance: { reference }, policy }: CaseRow): boolean {
  return reference !== 'none' && (reference !== 'document' || policy.documentPortrait === 'compare');
}

/** Whether names and date of birth are proven. */
function isIdentity(proven: Prefill | null): boolean {
  return Boolean(proven?.familyName && proven.dateOfBirth && (proven.givenName || proven.mononym));
}

/** @returns whether the selfie can be compared with the portrait. A selfie taken before was compared without it. */
async function keepPortrait(
  { clock }: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  portrait: StoredReference,
): Promise<boolean> {
  if (await selfieChecks.hasCapture(tx, row.id)) return false;
  await referenceImages.put(tx, { case_id: row.id, ...portrait, created_at: clock() });
  return true;
}

/** The reasons for a review of the credential, most serious first. */
async function reasonsOf(
  { vault }: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { found, proven, hasPortrait }: CheckedAnswer & { hasPortrait: boolean },
): Promise<DecisionReason[]> {
  const reasons: DecisionReason[] = [];
  if (isRevocation(found)) reasons.push('credential_revoked');
  const stored = await personalDetails.find(tx, row.id);
  const typed: Prefill[] = stored ? [readDetails(vault, row, stored)] : [];
  const prefill = knownPrefill(vault, row);
  // In test mode a prefilled family name may force an outcome. Such a prefill is not compared.
  if (prefill && !forcedForCredential(row.mode, prefill.familyName)) typed.push(prefill);
  if (proven && typed.some((one) => isConflict(proven, one))) reasons.push('details_conflict');
  if (!isRevocation(found) && !hasPortrait) reasons.push('credential_portrait_unusable');
  if (found.revocation.result === 'unknown') reasons.push('credential_status_unknown');
  return reasons;
}

/** The facts for the outcome. A revoked credential stays revoked, also after another presentation. */
function factsWith(
  { facts }: CaseRow,
  {
    status,
    reasons,
    code,
  }: { status: 'verified' | 'processing' | 'refused'; reasons: DecisionReason[]; code: string | null },
): CaseFacts {
  const isAgainst = facts.credential === 'doubtful' && facts.credentialReason === 'credential_revoked';
  const refusals = facts.credentialRefusals + (status === 'refused' ? 1 : 0);
  const updated = { ...facts, credentialRefusals: refusals, revocationPending: status === 'processing' };
  if (isAgainst) return updated;
  const [reason] = reasons;
  if (reason) return { ...updated, credential: 'doubtful', credentialReason: reason };
  if (status === 'verified') return { ...updated, credential: 'verified' };
  // The wallet returned an error: the person may have declined.
  const isNothing = code === 'response_wallet_error';
  if (isNothing) return updated;
  const credentialReason = code === 'check_failed' ? code : 'credential_refused';
  return { ...updated, credential: 'refused', credentialReason };
}
