/**
 * Why the face engine is not available:
 * - `simd_missing`: the JavaScript engine can't run WebAssembly with SIMD, or the page's policy forbids it
 *   (`script-src` needs `'wasm-unsafe-eval'`);
 * - `model_unreadable`: a model is damaged;
 * - `load_failed`: a file could not be fetched;
 * - `worker_failed`: the worker ended unexpectedly.
 */
export type VisionErrorCode = 'simd_missing' | 'model_unreadable' | 'load_failed' | 'worker_failed';

/** The face engine could not be opened. The page then offers a manual capture. */
export class VisionError extends Error {
  override readonly name = 'VisionError';
  readonly code: VisionErrorCode;

  constructor(code: VisionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
