import type { Limits } from './judge/limits.ts';
import type { Measurement } from './Measurement.ts';
import type { VisionErrorCode } from './VisionError.ts';

/** What the page asks of its eye. `id` comes back in the answer. */
export type EyeRequest =
  | { id: number; ask: 'open'; kernels: Uint8Array; detector: Uint8Array; limits: Limits }
  | { id: number; ask: 'landmarks'; weights: Uint8Array }
  | { id: number; ask: 'measure'; frame: ImageBitmap | VideoFrame }
  | { id: number; ask: 'reset' };

export type EyeAnswer =
  | { id: number; measurement?: Measurement }
  | { id: number; error: { code: VisionErrorCode; message: string } };
