import type { Decide } from '../../contract/case.ts';
import { ApiError } from '../ApiError.ts';
import type { FoundHit } from '../screenings/foundHit.ts';

/** The reasons that the desk offers for an approval and for a decline. A code of one is no reason for the other. */
export const DECISION_REASONS = {
  approved: ['same_person', 'hits_ruled_out', 'seen_in_person', 'document_seen'],
  declined: ['another_person', 'true_match', 'spoof', 'under_age', 'details_false'],
} as const;

/**
 * Refuses reasons that contradict the decision, or the resolutions of the hits.
 * @param hits as the reviewer sees them.
 * @throws {ApiError} `reason_conflict`
 */
export function requireReasons({ outcome, reasons = [] }: Decide, hits: readonly FoundHit[]): void {
  const isResolved = (resolution: FoundHit['resolution']) =>
    hits.some((hit) => hit.resolution === resolution);
  const opposite: readonly string[] =
    outcome === 'requires_input'
      ? []
      : DECISION_REASONS[outcome === 'approved' ? 'declined' : 'approved'].filter(
          (code) => code !== 'same_person',
        );
  const conflicts: Record<string, string | false> = {
    hits_ruled_out: isResolved('true_match')
      ? 'A hit was resolved as the person.'
      : !isResolved('false_positive') && 'No hit was ruled out.',
    true_match: !isResolved('true_match') && 'No hit was resolved as the person.',
  };
  for (const [index, code] of reasons.entries()) {
    const why = (opposite.includes(code) && `It is a reason for another decision.`) || conflicts[code];
    if (!why) continue;
    const detail = `"${code}" contradicts the decision. ${why} Choose another reason, or resolve the hits anew.`;
    throw new ApiError('reason_conflict', {
      errors: [{ pointer: `#/reasons/${index}`, code: 'reason_conflict', detail }],
    });
  }
}

/**
 * An approval over a confirmed match says in words why.
 * @throws {ApiError} `validation_failed`
 */
export function requireNoteOverMatch(
  { outcome, note }: Decide,
  { isConfirmed }: { isConfirmed: boolean },
): void {
  if (outcome !== 'approved' || note || !isConfirmed) return;
  const detail = 'A hit was resolved as the person: a note is required to approve the case all the same.';
  throw new ApiError('validation_failed', { errors: [{ pointer: '#/note', code: 'required', detail }] });
}
