import { type Capture, captureForm } from '../../client/captureForm.ts';
import type { Transport } from '../../client/transport.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { ReferenceImage } from '../../contract/referenceImage.ts';
import type { SelfieCheck, StartSelfieCheck } from '../../contract/selfieCheck.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';

/** Selfie checks. */
export function biometricsOf(send: Transport) {
  return {
    /** Starts a check and draws its challenge, which lives 120 seconds. */
    createSelfieCheck: (body: StartSelfieCheck, options?: PostOptions) =>
      send<SelfieCheck>(endpoints.startSelfieCheck, { body, ...options }),
    /** Restarts the 120 seconds of a challenge that has not expired; ten times at most. */
    extend: (id: string, options?: PostOptions) =>
      send<SelfieCheck>(endpoints.extendSelfieCheck, { params: { id }, ...options }),
    /** Sends the frames, one per step of the challenge. */
    capture: (id: string, capture: Capture, options?: PostOptions) =>
      send<SelfieCheck>(endpoints.captureSelfie, { params: { id }, body: captureForm(capture), ...options }),
    /** Adds the picture to compare the selfie with, JPEG, PNG or WebP; before the first capture. */
    addReferenceImage: (caseId: string, image: Blob, options?: PostOptions) => {
      const body = new FormData();
      body.set('image', image, 'image');
      return send<ReferenceImage>(endpoints.addReferenceImage, { params: { id: caseId }, body, ...options });
    },
    retrieve: (id: string, options?: RequestOptions) =>
      send<SelfieCheck>(endpoints.retrieveSelfieCheck, { params: { id }, ...options }),
  };
}
