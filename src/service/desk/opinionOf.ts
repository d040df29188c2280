import { CorrectionReason } from '../../contract/caseStatus.ts';
import { SelfieReason } from '../../contract/selfieCheck.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import type { JudgementRow } from '../db/store/judgements.ts';
import { DECISION_REASONS } from '../reviews/decisionReasons.ts';
import { isHouseCode } from './houseWords.ts';

/** The reasons and the note of a reviewer's decision. Reasons of the desk are sealed with the note, each in a line before it. */
export function opinionOf(
  vault: Vault,
  row: CaseRow,
  { reasons, sealed_note }: Pick<JudgementRow, 'reasons' | 'sealed_note'>,
): { reasons: string[]; note: string | null } {
  const words =
    sealed_note && row.data_key ? vault.open(row, purposes.judgementNote, sealed_note).toString() : '';
  const lines = words.split('\n');
  const end = lines.findIndex((line) => !KNOWN.has(line) && !isHouseCode(line));
  const first = end === -1 ? lines.length : end;
  return {
    reasons: [...new Set([...(reasons ?? []), ...lines.slice(0, first)])].filter(Boolean),
    note: lines.slice(first).join('\n') || null,
  };
}

const KNOWN: ReadonlySet<string> = new Set([
  ...DECISION_REASONS.approved,
  ...DECISION_REASONS.declined,
  ...SelfieReason.options,
  ...CorrectionReason.options,
]);
