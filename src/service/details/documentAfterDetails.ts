import type { Kysely, Selectable } from 'kysely';
import type { PersonalDetails, Prefill } from '../../contract/personalDetails.ts';
import type { TestOutcome } from '../../contract/testMode.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { closeDocument } from '../cases/closeDocument.ts';
import { documentFactsOf, expiredReasons, withDifference } from '../cases/documentFacts.ts';
import { isDocumentOpen } from '../cases/requirements.ts';
import type { ServiceContext } from '../context.ts';
import type { DocumentChecksTable } from '../db/documentTable.ts';
import type { CaseFacts, Database } from '../db/schema.ts';
import { documentChecks } from '../db/store/documentChecks.ts';
import { forcedBy, isSomebody } from '../testmode/forcedBy.ts';
import { differingFields, differingFromGiven } from './compareDocument.ts';
import { documentFields } from './documentFields.ts';

interface Submitted {
  details: PersonalDetails;
  /** What the site gave before. */
  given: Prefill | null;
  /** The outcome that their family name forces in test mode. */
  outcome: TestOutcome | null;
  by: 'page' | 'back end';
}

interface AfterDetails {
  /** What the case says of its document. */
  document: CaseRow['checks']['document'];
  /** The facts that change. */
  facts: Partial<CaseFacts>;
}

/**
 * Compares submitted details with the document of the case, and stores the result with the check. A person who submits
 * details while a document could be shown goes on without one.
 */
export async function documentAfterDetails(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  submitted: Submitted,
): Promise<AfterDetails> {
  const { outcome, by } = submitted;
  const isSkipped = by === 'page' && isDocumentOpen(row);
  const document = isSkipped ? await closeDocument(tx, row) : row.checks.document;
  const skipped: Partial<CaseFacts> = isSkipped ? { documentSkipped: true } : {};
  if (row.policy.document === 'off') return { document, facts: skipped };
  const forced = forcedBy(outcome).document;
  if (forced === 'missing')
    return {
      document,
      facts: { ...skipped, document: 'doubtful', documentReason: 'document_missing' },
    };
  const check = await documentChecks.shown(tx, row.id);
  // A document of which new photos were asked for says nothing any more, and one that is being read says nothing yet.
  const isNone = row.facts.document === 'none' || row.facts.document === 'processing';
  if (!check || isNone) return { document, facts: skipped };
  const found = reasonsAfter(context, row, check, submitted);
  if (!found) return { document, facts: skipped };
  const { reasons } = found;
  await documentChecks.update(tx, check, {
    checks: JSON.stringify(found.checks),
    reasons: JSON.stringify(reasons),
  });
  return { document, facts: { ...skipped, ...documentFactsOf({ status: 'read', reasons }) } };
}

type Check = Selectable<DocumentChecksTable>;

/** What is said of a document beside the details. @returns null if they change nothing of it. */
function reasonsAfter(
  { vault }: ServiceContext,
  row: CaseRow,
  check: Check,
  { details, given, outcome, by }: Submitted,
): Pick<Check, 'checks' | 'reasons'> | null {
  const forced = forcedBy(outcome).document;
  if (forced === 'unreadable') return { checks: check.checks, reasons: ['document_unreadable'] };
  if (forced === 'expired') {
    return { checks: { ...check.checks, expiry: 'expired' }, reasons: expiredReasons(row.policy) };
  }
  const fields = documentFields.open(vault, row, check);
  // A reserved name of test mode is nobody's name.
  if (!fields || (outcome && forced !== 'differs')) return null;
  // A back end sends what the site knows now.
  const own = by === 'page' && isSomebody(row.mode, given) ? given : null;
  const differing = forced
    ? (['familyName'] as const)
    : [...new Set([...differingFields(fields, details), ...(own ? differingFromGiven(fields, own) : [])])];
  const differs = differing.length > 0;
  return {
    checks: { ...check.checks, details: differs ? 'differs' : 'match', differing: [...differing] },
    reasons: withDifference(check.reasons, { differs }),
  };
}
