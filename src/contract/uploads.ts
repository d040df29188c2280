import { limits } from './limits.ts';
import type { Upload } from './upload.ts';

const PICTURES = ['image/jpeg', 'image/png', 'image/webp'];

/** The multipart bodies of the API. */
export const uploads = {
  capture: {
    files: {
      frames: {
        min: 1,
        max: limits.framesPerCapture,
        bytesEach: limits.frameBytes,
        bytesInAll: limits.captureBytes,
        mediaTypes: PICTURES,
        isList: true,
      },
      trail: {
        ...limits.trail.frames,
        isOptional: true,
        bytesEach: limits.trail.frameBytes,
        bytesInAll: limits.trail.bytes,
        mediaTypes: ['image/jpeg', 'image/webp'],
        isList: true,
      },
    },
    jsonFields: ['steps', 'trailTimes', 'times'],
    // Without a key it can't be the same request once more: it is a second answer to one challenge.
    whileBusy: 'challenge_mismatch',
  },
  batch: {
    files: {
      file: {
        min: 1,
        max: 1,
        bytesEach: limits.batchBytes,
        bytesInAll: limits.batchBytes,
        mediaTypes: ['text/csv', 'application/jsonl', 'application/x-ndjson', 'text/plain'],
        isList: false,
      },
    },
    jsonFields: [],
    whileBusy: 'idempotency_in_flight',
  },
  referenceImage: {
    files: {
      image: {
        min: 1,
        max: 1,
        bytesEach: limits.frameBytes,
        bytesInAll: limits.frameBytes,
        mediaTypes: PICTURES,
        isList: false,
      },
    },
    jsonFields: [],
    whileBusy: 'idempotency_in_flight',
  },
} as const satisfies Record<string, Upload>;
