import * as z from 'zod/mini';

/** The states of a case. `service/cases/machine` has the transitions. */
export const CaseStatus = z.enum([
  'requires_input',
  'processing',
  'in_review',
  'approved',
  'declined',
  'expired',
  'canceled',
]);
export type CaseStatus = z.infer<typeof CaseStatus>;

/** Before a decision: input or a result is missing. */
export const undecidedStatuses: readonly CaseStatus[] = ['requires_input', 'processing'];

/** The status as a page sees it: never an outcome. */
export const SessionCaseStatus = z.enum(['requires_input', 'submitted', 'expired', 'canceled']);
export type SessionCaseStatus = z.infer<typeof SessionCaseStatus>;

/** The items that the person still has to provide, in this order. */
export const Requirement = z.enum(['consent', 'credential', 'document', 'personal_details', 'selfie']);
export type Requirement = z.infer<typeof Requirement>;

/** The reasons for a decision, or for a review. */
export const DecisionReason = z.enum([
  'under_minimum_age',
  'selfie_face_mismatch',
  'selfie_different_faces',
  'selfie_spoof_suspected',
  'selfie_replayed',
  'attempts_exhausted',
  'engine_unavailable',
  'check_failed',
  'pictures_lost',
  'selfie_trail_missing',
  'selfie_reference_undecided',
  'selfie_challenge_skipped',
  'face_refused',
  'credential_missing',
  'credential_refused',
  'credential_revoked',
  'credential_status_unknown',
  'credential_portrait_unusable',
  'details_conflict',
  'document_missing',
  'document_unreadable',
  'document_captured',
  'document_check_digits',
  'document_expired',
  'document_type_not_accepted',
  'document_country_not_accepted',
  'document_details_differ',
  'document_sides_differ',
  'document_no_portrait',
  'document_specimen',
  'document_test',
  'document_replayed',
  'aml_possible_match',
  'aml_unavailable',
  'review_required',
  // Approved without a measured selfie, which only test mode does.
  'test_mode',
]);
export type DecisionReason = z.infer<typeof DecisionReason>;

/**
 * The detail that a reviewer asks the person to correct, as a reason of the decision `requires_input`. The page names
 * it in the person's language.
 */
export const CorrectionReason = z.enum([
  'details_name',
  'details_date_of_birth',
  'details_nationality',
  'details_address',
  'details_national_id',
]);
export type CorrectionReason = z.infer<typeof CorrectionReason>;

/** The reason of the decision `requires_input` that asks the person for new pictures of a document. */
export const DOCUMENT_PHOTO = 'document_photo';

/** The open statuses: the case waits for the person, a check or a reviewer. */
export const openStatuses: readonly CaseStatus[] = ['requires_input', 'processing', 'in_review'];

/** The page's view of a status: `submitted` after the last due item, whatever the outcome. */
export function sessionStatusOf(status: string): SessionCaseStatus {
  return status === 'requires_input' || status === 'expired' || status === 'canceled' ? status : 'submitted';
}
