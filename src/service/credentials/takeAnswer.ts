import type { Kysely } from 'kysely';
import type { AnswerCredentialRequest, CredentialReceipt } from '../../contract/credential.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { requireInput } from '../cases/moveCase.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { Database } from '../db/schema.ts';
import { credentialChecks } from '../db/store/credentialChecks.ts';
import { enqueue } from '../jobs/jobs.ts';
import { redeemCode } from './walletLinks.ts';

/**
 * Stores a wallet's answer and checks it in the background: content, size and timing of the response do not reveal the
 * result. A request accepts one answer. If the wallet posted its answer itself, the page sends a code that redeems it.
 * @throws {ApiError} `case_state_conflict`; `challenge_expired` for a second or late answer, or a wrong code.
 */
export async function takeAnswer(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { id, answer }: { id: string; answer: AnswerCredentialRequest },
): Promise<CredentialReceipt> {
  const now = context.clock();
  requireInput(row, now);
  const check = await credentialChecks.findByKey(tx, { id, case_id: row.id });
  // An accepted credential is never overwritten.
  const isTaken = row.proven !== null || row.checks.credential?.status === 'processing';
  if (check?.status !== 'pending' || check.expires_at <= now || isTaken)
    throw new ApiError('challenge_expired', {
      detail: 'The request was answered before, has expired, or the case has a credential. Read the case.',
    });
  const text = redeemCode(context, row, check, answer) ?? JSON.stringify(answer);
  await credentialChecks.update(tx, check, {
    status: 'received',
    sealed_answer: context.vault.seal(row, purposes.credentialAnswer(id), text),
    answer_sha256: sha256(text),
    answered_at: now,
  });
  const credential = { status: 'processing', id, completedAt: null };
  await changeCase(context, tx, row, {
    set: { checks: JSON.stringify({ ...row.checks, credential }) },
  });
  await enqueue(context, tx, { kind: 'check_credential', row, subject: id });
  return { object: 'credential_receipt', id, caseId: row.id, status: 'received' };
}
