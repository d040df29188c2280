import type { Kysely } from 'kysely';
import type { PersonalDetails, Prefill } from '../../contract/personalDetails.ts';
import type { TestOutcome } from '../../contract/testMode.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { isDocumentOpen } from '../cases/requirements.ts';
import type { ServiceContext } from '../context.ts';
import type { CaseFacts, Database } from '../db/schema.ts';
import { documentChecks } from '../db/store/documentChecks.ts';
import { forcedBy, isSomebody } from '../testmode/forcedBy.ts';
import { differingFields, differingFromGiven } from './compareDocument.ts';
import { documentFields } from './documentFields.ts';

interface Submitted {
  details: PersonalDetails;
  /** What the site gave before, which is kept no longer. */
  given: Prefill | null;
  /** The outcome that their family name forces in test mode. */
  outcome: TestOutcome | null;
  by: 'page' | 'back end';
}

/**
 * Compares submitted details with the document of the case, and stores the result with the check. A person who submits
 * details while a document could be shown goes on without one.
 * @returns the facts that change.
 */
export async function documentAfterDetails(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { details, given, outcome, by }: Submitted,
): Promise<Partial<CaseFacts>> {
  const own = by === 'page' && isSomebody(row.mode, given) ? given : null;
  const skipped: Partial<CaseFacts> = {
    ...(by === 'page' && isDocumentOpen(row) && { documentSkipped: true }),
    // A back end sends what the site knows now.
    ...(by === 'back end' && { givenDiffers: [] }),
  };
  const forced = row.policy.document === 'off' ? undefined : forcedBy(outcome).document;
  if (forced === 'missing') return { ...skipped, document: 'doubtful', documentReason: 'document_missing' };
  const { id } = row.checks.document;
  const check = id ? await documentChecks.findByKey(tx, { id, case_id: row.id }) : undefined;
  const fields = check && documentFields.open(context.vault, row, check);
  // A document of which new photos were asked for says nothing any more.
  if (!check || !fields || row.facts.document === 'none') return skipped;
  if (forced === 'expired') return { ...skipped, document: 'expired', documentReason: 'document_expired' };
  if (forced === 'unreadable')
    return { ...skipped, document: 'doubtful', documentReason: 'document_unreadable' };
  // A reserved name of test mode is nobody's name.
  if (outcome && forced !== 'differs') return skipped;
  if (own) skipped.givenDiffers = differingFromGiven(fields, own);
  const ofGiven = skipped.givenDiffers ?? row.facts.givenDiffers ?? [];
  const differing = forced
    ? (['familyName'] as const)
    : [...new Set([...differingFields(fields, details), ...ofGiven])];
  const reasons = check.reasons.filter((reason) => reason !== 'document_details_differ');
  const differs = differing.length > 0;
  await documentChecks.update(tx, check, {
    checks: JSON.stringify({ ...check.checks, details: differs ? 'differs' : 'match', differing }),
    reasons: JSON.stringify(differs ? [...reasons, 'document_details_differ'] : reasons),
  });
  // A graver reason stays.
  const isGraver = row.facts.document !== 'read' && row.facts.documentReason !== 'document_details_differ';
  if (isGraver) return skipped;
  return differs
    ? { ...skipped, document: 'doubtful', documentReason: 'document_details_differ' }
    : { ...skipped, document: reasons.length > 0 ? row.facts.document : 'read' };
}
