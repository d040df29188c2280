import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 8192;
let pool = Buffer.alloc(0);

/**
 * Random bytes from a pool: one call of the system's generator costs as much for 8 kB as for a key. Every byte is used
 * once.
 */
export function random(bytes: number): Uint8Array {
  if (pool.length < bytes) pool = randomFillSync(Buffer.alloc(POOL_BYTES));
  const drawn = Uint8Array.from(pool.subarray(0, bytes));
  pool.fill(0, 0, bytes);
  pool = pool.subarray(bytes);
  return drawn;
}
