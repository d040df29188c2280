import { documentLimits } from './documentLimits.ts';
import { sizeLimits } from './limits.ts';
import type { Upload } from './upload.ts';

const PICTURES = ['image/jpeg', 'image/png', 'image/webp'];

const stills = {
  ...documentLimits.stills,
  bytesEach: documentLimits.sideBytes,
  bytesInAll: documentLimits.sideBytes,
  mediaTypes: PICTURES,
  isList: true,
} as const;
const documentTrail = {
  ...documentLimits.trail,
  isOptional: true,
  bytesEach: documentLimits.trailFrameBytes,
  bytesInAll: documentLimits.trailBytes,
  mediaTypes: ['image/jpeg', 'image/webp'],
  isList: true,
} as const;

/** The multipart bodies of the API. */
export const uploads = {
  capture: {
    files: {
      frames: {
        min: 1,
        max: sizeLimits.framesPerCapture,
        bytesEach: sizeLimits.frameBytes,
        bytesInAll: sizeLimits.captureBytes,
        mediaTypes: PICTURES,
        isList: true,
      },
      trail: {
        ...sizeLimits.trail.frames,
        isOptional: true,
        bytesEach: sizeLimits.trail.frameBytes,
        bytesInAll: sizeLimits.trail.bytes,
        mediaTypes: ['image/jpeg', 'image/webp'],
        isList: true,
      },
    },
    jsonFields: ['steps', 'trailTimes', 'times'],
    // Without an idempotency key it cannot be a retry: it is a second response to one challenge.
    whileBusy: 'challenge_mismatch',
  },
  document: {
    files: {
      front: stills,
      back: { ...stills, isOptional: true },
      frontTrail: documentTrail,
      backTrail: documentTrail,
    },
    jsonFields: ['frontTimes', 'backTimes'],
    whileBusy: 'challenge_mismatch',
  },
  batch: {
    files: {
      file: {
        min: 1,
        max: 1,
        bytesEach: sizeLimits.batchBytes,
        bytesInAll: sizeLimits.batchBytes,
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
        bytesEach: sizeLimits.frameBytes,
        bytesInAll: sizeLimits.frameBytes,
        mediaTypes: PICTURES,
        isList: false,
      },
    },
    jsonFields: [],
    whileBusy: 'idempotency_in_flight',
  },
} as const satisfies Record<string, Upload>;
