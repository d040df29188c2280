import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { buildVisionAssets, type VisionFile } from './buildVisionAssets.ts';
import { emitWorker, packedScript } from './packedScript.ts';

/**
 * Emits the engine's files for the page and for Node, and replaces `engineFiles.ts` by the code that loads them. Node
 * and every Vite server get them in `dist/vision` under fixed names. For the page they are scripts next to the drop-in,
 * with their hash in the name, which the library imports too.
 */
export function visionAssets(): Plugin {
  let isDropIn = false;
  let isServing = false;
  return {
    name: 'vision-assets',
    // Addresses relative to the script: the files may be served from anywhere.
    config: (_config, { command }) => (command === 'build' ? { base: './' } : {}),
    configResolved({ command, mode }) {
      isServing = command === 'serve';
      isDropIn = mode === 'cdn';
    },
    async buildStart() {
      if (isServing) await buildVisionAssets(nodeFolder);
    },
    resolveId: (id) => (PACKED.test(id) ? { id, external: true } : undefined),
    async load(id) {
      if (isServing || id !== filesModule) return undefined;
      const files = await buildVisionAssets(nodeFolder);
      const parts: string[] = [];
      for (const name of pageFiles) {
        const packed = packedScript(`eye-${name}`, files[name], { isDropIn });
        if (isDropIn) this.emitFile(packed.asset);
        parts.push(`${name}: ${packed.expression}`);
      }
      parts.push(`worker: ${await emitWorker(this, { name: 'eye-worker', entry: worker, isDropIn })}`);
      return `export const engineFiles = { ${parts.join(', ')} };`;
    },
    /** Some bundlers take an address without a dot for that of a package. */
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replaceAll(BARE_URL, '$1./');
      }
    },
    async writeBundle() {
      if (!isDropIn) await buildVisionAssets(nodeFolder);
    },
  };
}

/** The files that the page loads; the descriptor stays with the service. */
const pageFiles = ['kernels', 'detector', 'landmarks'] as const satisfies VisionFile[];
/** Scripts that are written, not bundled. */
const PACKED = /^\.{1,2}\/(?:cdn\/)?(?:eye|test-face)-[\w-]+\.js$/;
const BARE_URL = /(new URL\(["'`])(?=(?:eye|test-face)-[\w-]+\.js["'`])/g;
const nodeFolder = fileURLToPath(new URL('../../../dist/vision', import.meta.url));
const filesModule = fileURLToPath(new URL('../engineFiles.ts', import.meta.url));
const worker = fileURLToPath(new URL('../worker.ts', import.meta.url));
