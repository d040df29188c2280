import type { Assurance } from '../../../contract/case.ts';
import type { DecisionReason } from '../../../contract/caseStatus.ts';

/**
 * A time relative to now, in words: `overdue by 3 h`, `in 40 min`. Computed in UTC milliseconds, independent of time
 * zones.
 */
export function inWords(at: Date, now: Date): string {
  const minutes = Math.floor(Math.abs(at.getTime() - now.getTime()) / 60_000);
  const hours = Math.floor(minutes / 60);
  const length =
    minutes < 60 ? `${minutes} min` : hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
  return at <= now ? `overdue by ${length}` : `in ${length}`;
}

/** Why a case came to a review, where the code does not say it in plain words. */
const REVIEW_REASONS: Partial<Record<DecisionReason, string>> = {
  under_minimum_age: 'the person is younger than required',
  selfie_face_mismatch: 'the face differs from the reference picture',
  selfie_different_faces: 'the pictures may show different people',
  selfie_spoof_suspected: 'the recording may not show a living person',
  selfie_replayed: 'pictures of an earlier case were used again',
  attempts_exhausted: 'no attempt is left',
  engine_unavailable: 'no engine measured the face',
  check_failed: 'a check failed',
  pictures_lost: 'a picture is missing in the store, or was altered there',
  selfie_trail_missing: 'the motion frames are missing',
  selfie_reference_undecided: 'the comparison with the reference picture was undecided',
  selfie_challenge_skipped: 'the person could not make the movements',
  face_refused: 'the person refused the face check',
  credential_missing: 'no credential was shared',
  credential_refused: 'the credential was refused',
  credential_revoked: 'the credential was revoked',
  credential_status_unknown: 'whether the credential was revoked is not known',
  credential_portrait_unusable: 'the portrait of the credential cannot be compared',
  document_captured: 'no machine could read the document for certain',
  document_unreadable: 'the document could not be read',
  document_check_digits: 'a check digit of the document is wrong',
  document_details_differ: 'the document differs from the details',
  document_sides_differ: 'the sides of the document say different things',
  document_expired: 'the document has expired',
  document_type_not_accepted: 'the document is of a kind that is not accepted',
  document_country_not_accepted: 'the document is of a state that is not accepted',
  document_no_portrait: 'no portrait of the document can be compared with the face',
  document_specimen: 'the document is a specimen',
  document_test: 'the document is the drawn one of test mode',
  document_replayed: 'pictures of the document were used before, or show two documents',
  document_missing: 'no document was shown',
  details_conflict: 'the details contradict the credential',
  aml_possible_match: 'possible match on a list',
  aml_unavailable: 'the lists could not be searched',
  test_mode: 'test mode approves what was not measured',
};

/** A reason in words; a reason of the customer as it is. */
export function reasonWords(code: string): string {
  return REVIEW_REASONS[code as DecisionReason] ?? code.replaceAll('_', ' ');
}

/** The places in the queue: `Priority`. */
export const PRIORITIES = ['Urgent', 'Normal', 'Low'] as const;

/** A time to the minute, in UTC: `2026-11-24 08:05 UTC`. */
export function dayAndTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of a country with its code: `Romania (RO)`. */
export function countryName(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? countries.of(code) : undefined;
  return name ? `${name} (${code})` : code;
}

/** Where the reference picture of a case comes from. */
export const referenceOrigins: Record<Assurance['reference'], string> = {
  none: 'of unknown origin',
  customer: 'from your back end',
  credential: 'from the person’s wallet: the portrait of a credential',
  document: 'from the document that the person showed: its portrait',
};
