import type { Kysely } from 'kysely';
import type { DecisionReason } from '../../contract/caseStatus.ts';
import type { DocumentReason } from '../../contract/documentCheck.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import { documentChecks } from '../db/store/documentChecks.ts';
import type { CaseRow } from './caseRow.ts';
import { changeCase } from './changeCase.ts';

/** Reasons that are less serious than an expired document, as `documents/judgeDocument` orders them. */
const LESSER: readonly (DocumentReason | DecisionReason)[] = [
  'document_captured',
  'document_details_differ',
  'document_no_portrait',
];

/** Judges the expiry of a document by the day on which its case is decided: it may have passed since it was read. */
export async function expireDocument(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
): Promise<CaseRow> {
  const { facts, policy } = row;
  if (facts.document !== 'read' && facts.document !== 'doubtful') return row;
  const check = await documentChecks.shown(tx, row.id);
  if (check?.checks.expiry !== 'valid' || !check.sealed_fields) return row;
  const sealed = context.vault.open(row, purposes.documentFields(check.id), check.sealed_fields);
  const { expiresOn } = JSON.parse(sealed.toString()) as { expiresOn: { iso: string | null } };
  const today = context.clock().toISOString().slice(0, 10);
  if (expiresOn.iso === null || expiresOn.iso >= today) return row;
  const isAccepted = policy.documentExpired === 'accept';
  const { reasons } = check;
  const graver = reasons.filter((reason) => !LESSER.includes(reason));
  const lesser = reasons.filter((reason) => LESSER.includes(reason));
  await documentChecks.update(tx, check, {
    checks: JSON.stringify({ ...check.checks, expiry: 'expired' }),
    ...(!isAccepted && { reasons: JSON.stringify([...graver, 'document_expired', ...lesser]) }),
  });
  const isGravest = facts.document === 'read' || LESSER.includes(facts.documentReason);
  if (isAccepted || !isGravest) return row;
  const expired = { ...facts, document: 'expired', documentReason: 'document_expired' };
  return await changeCase(context, tx, row, { set: { facts: JSON.stringify(expired) } });
}
