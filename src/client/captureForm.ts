import type { ChallengeStep } from '../contract/selfieCheck.ts';

/** The frames of a selfie, one per step of the challenge and in its order, as JPEG, PNG or WebP. */
export interface Capture {
  nonce: string;
  steps: ChallengeStep[];
  frames: Blob[];
}

/** A capture as multipart form: `nonce`, `steps` as JSON and a file `frames` per step. */
export function captureForm({ nonce, steps, frames }: Capture): FormData {
  const form = new FormData();
  form.set('nonce', nonce);
  form.set('steps', JSON.stringify(steps));
  frames.forEach((frame, index) => {
    form.append('frames', frame, `frame-${index + 1}`);
  });
  return form;
}
