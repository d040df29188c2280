import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const NOT_PROOFS = new Set(['run.ts', 'quick.test.ts']);

/** The names of all proofs: each is a file of this folder. */
export function proofNames(): string[] {
  return readdirSync(join(import.meta.dirname, '..'), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !NOT_PROOFS.has(entry.name))
    .map(({ name }) => name.slice(0, -'.ts'.length))
    .sort();
}
