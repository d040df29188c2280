import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** Bytes of brotli that a page loads before its first screen: it may get smaller, not larger. */
const BUDGET = 16_000;

test('the script of the first screen stays within its budget', () => {
  const script = readFileSync(join(import.meta.dirname, '../../dist/cdn/idv-verify.js'));
  expect(brotliCompressSync(script).length).toBeLessThanOrEqual(BUDGET);
});
