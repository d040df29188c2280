/**
 * Why a process gave no answer:
 * - `busy`: too much is waiting already;
 * - `late`: it took too long and was ended;
 * - `too_large`: it took more memory than it may and was ended;
 * - `lost`: it ended by itself;
 * - `failed`: it could not be started, or ran into an error and goes on;
 * - `closed`: the pool was closed.
 */
export class PoolError extends Error {
  override name = 'PoolError';
  readonly code: 'busy' | 'late' | 'too_large' | 'lost' | 'failed' | 'closed';

  constructor(code: PoolError['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
