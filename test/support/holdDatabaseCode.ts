import { readFileSync } from 'node:fs';

declare global {
  /** The compiled code of the embedded database. */
  var databaseCode: WebAssembly.Module | undefined;
}

// Before each file. V8 shares the code of modules with equal bytes for as long as one of them lives. Held for the whole
// process, it is optimized once for all files: an eighth less work than with the baseline compiler, which the service
// uses to save memory.
globalThis.databaseCode ??= await WebAssembly.compile(
  readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
);
