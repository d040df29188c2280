import { readdirSync, readFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

/** The directory of the kernels' sources. */
const kernelFolder = new URL('../kernels/', import.meta.url);

/**
 * Compiles `src/vision/kernels`, or the kernels of another folder, to WebAssembly with SIMD. Reproducible byte for byte; takes about a second.
 * @param isRelaxed for JavaScript engines with relaxed SIMD: a product is added in one instruction, which is a sixth
 *   faster.
 * @throws an Error with the compiler's own messages.
 */
export async function compileKernels({ isRelaxed = false, folder = kernelFolder } = {}): Promise<Uint8Array> {
  const sources = kernelSources(folder);
  let wasm: Uint8Array | undefined;
  const { error, stderr } = await asc.main([...flags, ...(isRelaxed ? relaxed : [])], {
    readFile: (name) => sources.get(name) ?? null,
    writeFile: (_name, contents) => {
      wasm = contents as Uint8Array;
    },
    listFiles: () => [],
  });
  if (error || !wasm) throw new Error(`The kernels do not compile.\n${stderr}`, { cause: error });
  return wasm;
}

function kernelSources(folder = kernelFolder): Map<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  return new Map(names.sort().map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
}

const flags = [
  'index.ts',
  '-o',
  'eye.wasm',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '-O3',
  '--noAssert',
  '--initialMemory',
  '1',
];
const relaxed = ['--enable', 'relaxed-simd'];
