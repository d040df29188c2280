import type { SelfieReason } from '../../contract/selfieCheck.ts';

/** What a person can do about a selfie that did not pass. Says nothing of how it was judged. */
export function userMessage(reason: SelfieReason): string {
  return MESSAGES[reason];
}

const MESSAGES: Record<SelfieReason, string> = {
  selfie_no_face: 'We could not see a face. Hold the camera in front of your face.',
  selfie_multiple_faces: 'We saw more than one face. Please take the picture alone.',
  selfie_low_quality: 'The picture was not clear enough. Hold still and try again.',
  selfie_too_dark: 'The picture was too dark. Find more light and try again.',
  selfie_occluded: 'Something covered your face. Take off sunglasses or a mask and try again.',
  selfie_challenge_failed: 'The movements did not fit. Follow the steps on the screen and try again.',
  selfie_challenge_skipped: 'A person will look at your picture.',
  selfie_trail_missing: 'A person will look at your picture.',
  selfie_take_interrupted: 'The pictures were not one take. Please try again without a break.',
  selfie_faces_doubtful: 'The pictures did not fit together well. Please try again in good light.',
  selfie_reference_undecided: 'We could not compare the picture well enough. Please try again in good light.',
  selfie_different_faces: 'The pictures did not fit together. Please try again alone.',
  selfie_face_mismatch: 'We could not confirm that it is you. Please try again in good light.',
  selfie_spoof_suspected: 'We could not confirm the picture. Please try again.',
};
