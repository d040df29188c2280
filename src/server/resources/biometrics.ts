import { type Capture, captureForm } from '../../client/captureForm.ts';
import { type DocumentCapture, documentForm } from '../../client/documentForm.ts';
import type { Transport } from '../../client/transport.ts';
import type { DocumentCheck, StartDocumentCheck } from '../../contract/documentCheck.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { ReferenceImage } from '../../contract/referenceImage.ts';
import type { SelfieFrames } from '../../contract/review.ts';
import type { SelfieCheck, StartSelfieCheck } from '../../contract/selfieCheck.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';

const PICTURES = 'image/jpeg, image/png, image/webp';

/** Document checks. What they read says nothing about whether a document is genuine. */
function documentChecksOf(send: Transport) {
  return {
    /** Starts a check, which waits 15 minutes for its pictures. */
    create: (body: StartDocumentCheck, options?: PostOptions) =>
      send<DocumentCheck>(endpoints.startDocumentCheck, { body, ...options }),
    /** Sends the pictures of one or two sides, one to three stills of each. */
    capture: (id: string, capture: DocumentCapture, options?: PostOptions) =>
      send<DocumentCheck>(endpoints.captureDocument, {
        params: { id },
        body: documentForm(capture),
        ...options,
      }),
    /** Names, dates and the whole number only with the scope `pii:read`; every read is logged. */
    retrieve: (id: string, options?: RequestOptions) =>
      send<DocumentCheck>(endpoints.retrieveDocumentCheck, { params: { id }, ...options }),
  };
}

/** Selfie checks. */
export function biometricsOf(send: Transport) {
  return {
    /** Starts a check and draws its challenge, which is valid for 120 seconds. */
    createSelfieCheck: (body: StartSelfieCheck, options?: PostOptions) =>
      send<SelfieCheck>(endpoints.startSelfieCheck, { body, ...options }),
    /** Restarts the 120 seconds of a challenge that has not expired; at most ten times. */
    extend: (id: string, options?: PostOptions) =>
      send<SelfieCheck>(endpoints.extendSelfieCheck, { params: { id }, ...options }),
    /** Sends the frames, one per step of the challenge. */
    capture: (id: string, capture: Capture, options?: PostOptions) =>
      send<SelfieCheck>(endpoints.captureSelfie, { params: { id }, body: captureForm(capture), ...options }),
    /** Adds the reference picture for the comparison with the selfie: JPEG, PNG or WebP, before the first capture. */
    addReferenceImage: (caseId: string, image: Blob, options?: PostOptions) => {
      const body = new FormData();
      body.set('image', image, 'image');
      return send<ReferenceImage>(endpoints.addReferenceImage, { params: { id: caseId }, body, ...options });
    },
    /** The pictures of a check, without their bytes. Needs the scope `biometrics:read`; every read is logged. */
    listFrames: (id: string, options?: RequestOptions) =>
      send<SelfieFrames>(endpoints.listFrames, { params: { id }, ...options }),
    /** The bytes of one step picture. */
    retrieveFrame: (id: string, n: number, options?: RequestOptions) =>
      send<Uint8Array>(endpoints.retrieveFrame, {
        params: { id, n: String(n) },
        accept: PICTURES,
        ...options,
      }),
    /** The bytes of one picture of the trail. */
    retrieveTrailFrame: (id: string, n: number, options?: RequestOptions) =>
      send<Uint8Array>(endpoints.retrieveTrailFrame, {
        params: { id, n: String(n) },
        accept: PICTURES,
        ...options,
      }),
    retrieve: (id: string, options?: RequestOptions) =>
      send<SelfieCheck>(endpoints.retrieveSelfieCheck, { params: { id }, ...options }),
    documentChecks: documentChecksOf(send),
  };
}
