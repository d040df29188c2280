import { readFile } from 'node:fs/promises';

/** Where the compiled kernels are kept: `npm run build:kernels` writes them, a test compares them with their sources. */
export const compiledKernels = {
  kernels: new URL('../kernels/kernels.wasm', import.meta.url),
  relaxedKernels: new URL('../kernels/relaxedKernels.wasm', import.meta.url),
} as const;

/** The kernels that find ink are kept in a script. */
export const inkKernels = {
  folder: new URL('../../document/find/kernels/', import.meta.url),
  script: new URL('../../document/find/compiledKernels.ts', import.meta.url),
} as const;

type Compiled = Record<keyof typeof compiledKernels, Uint8Array>;

/** Reads the compiled kernels. No build and no start compiles them: the compiler is a sixth of what both would install. */
export async function readKernels(): Promise<Compiled> {
  const read = async (file: URL) => new Uint8Array(await readFile(file));
  return {
    kernels: await read(compiledKernels.kernels),
    relaxedKernels: await read(compiledKernels.relaxedKernels),
  };
}
