/**
 * Why a process gave no answer:
 * - `busy`: too much is waiting already;
 * - `late`: it took too long and was ended;
 * - `starved`: the machine gave it too little time to tell, and it was ended;
 * - `too_large`: it took more memory than it may and was ended;
 * - `killed`: something else ended it, such as a system without memory;
 * - `lost`: it ended by itself;
 * - `failed`: it could not be started, or ran into an error and goes on;
 * - `closed`: the pool was closed.
 */
export class PoolError extends Error {
  override name = 'PoolError';
  readonly code: 'busy' | 'late' | 'starved' | 'too_large' | 'killed' | 'lost' | 'failed' | 'closed';

  constructor(code: PoolError['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
