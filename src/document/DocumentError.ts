/**
 * Why the document reader is not available:
 * - `model_unreadable`: its weights are damaged;
 * - `load_failed`: a file could not be read;
 * - `worker_failed`: the worker ended unexpectedly.
 */
export type DocumentErrorCode = 'model_unreadable' | 'load_failed' | 'worker_failed';

export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
