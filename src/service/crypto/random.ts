import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 8192;
let pool = Buffer.alloc(0);

/** Random bytes from a pool: a system call for 8 kB costs as much as one for a single key. Each byte is used once. */
export function random(bytes: number): Uint8Array {
  if (pool.length < bytes) pool = randomFillSync(Buffer.alloc(POOL_BYTES));
  const drawn = Uint8Array.from(pool.subarray(0, bytes));
  pool.fill(0, 0, bytes);
  pool = pool.subarray(bytes);
  return drawn;
}
