import type { DecisionReason } from '../../contract/caseStatus.ts';
import type { DocumentReason, DocumentStatus } from '../../contract/documentCheck.ts';
import type { Policy } from '../../contract/policy.ts';
import type { CaseFacts } from '../db/schema.ts';

interface Examined {
  status: Extract<DocumentStatus, 'read' | 'captured' | 'unreadable'>;
  /** Most serious first. */
  reasons: readonly DocumentReason[];
}

/** The facts of a case after its document was examined. */
export function documentFactsOf({
  status,
  reasons,
}: Examined): Pick<CaseFacts, 'document' | 'documentReason'> {
  const [reason] = reasons;
  const documentReason: DecisionReason =
    status === 'unreadable' && reason !== 'check_failed'
      ? 'document_unreadable'
      : ((reason as DecisionReason | undefined) ?? 'document_unreadable');
  if (status !== 'read') return { document: status, documentReason };
  // An expired document may decline a case by the policy; every other doubt is a person's to decide.
  const document = !reason ? 'read' : reason === 'document_expired' ? 'expired' : 'doubtful';
  return { document, documentReason };
}

/** The reasons of a document that has expired and is otherwise in order. */
export function expiredReasons({ documentExpired }: Pick<Policy, 'documentExpired'>): DocumentReason[] {
  return documentExpired === 'accept' ? [] : ['document_expired'];
}

/** The reasons of a document after a comparison with details, the most serious first. */
export function withDifference(
  reasons: readonly DocumentReason[],
  { differs }: { differs: boolean },
): DocumentReason[] {
  const others = reasons.filter((reason) => reason !== 'document_details_differ');
  const isLesser = (reason: DocumentReason) => reason === 'document_no_portrait';
  const difference: DocumentReason[] = differs ? ['document_details_differ'] : [];
  return [...others.filter((reason) => !isLesser(reason)), ...difference, ...others.filter(isLesser)];
}
