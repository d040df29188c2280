/**
 * Why a thread gave no answer:
 * - `busy`: too much is waiting already;
 * - `late`: it took too long and was ended;
 * - `lost`: it ended by itself, for want of memory say;
 * - `failed`: it ran into an error and goes on;
 * - `closed`: the pool was closed.
 */
export class PoolError extends Error {
  override name = 'PoolError';
  readonly code: 'busy' | 'late' | 'lost' | 'failed' | 'closed';

  constructor(code: PoolError['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
