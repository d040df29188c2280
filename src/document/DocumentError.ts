/**
 * Why the document reader is not available:
 * - `model_unreadable`: its weights are damaged;
 * - `load_failed`: a file could not be read;
 * - `worker_failed`: the worker ended unexpectedly;
 * - `barcodes_unavailable`: no barcode can be read, since WebAssembly does not run.
 */
export type DocumentErrorCode = 'model_unreadable' | 'load_failed' | 'worker_failed' | 'barcodes_unavailable';

export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
