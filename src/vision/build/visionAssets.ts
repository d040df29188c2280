import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { buildVisionAssets, type VisionFile } from './buildVisionAssets.ts';
import { emitWorker, packedScript } from './packedScript.ts';

/**
 * Emits the engine's files for the page and for Node, and replaces `engineFiles.ts` with code that loads them. Node and
 * every Vite server find them in `dist/vision` under fixed names. For the page they are scripts next to the drop-in,
 * with their hash in the name; the library imports the same scripts.
 */
export function visionAssets(): Plugin {
  let isDropIn = false;
  let isServing = false;
  let code: string | undefined;
  return {
    name: 'vision-assets',
    // Addresses relative to the script, so that the files can be served from anywhere.
    config: (_config, { command }) => (command === 'build' ? { base: './' } : {}),
    configResolved({ command, mode }) {
      isServing = command === 'serve';
      isDropIn = mode === 'cdn';
    },
    async buildStart() {
      code = undefined;
      if (isServing) await buildVisionAssets(nodeFolder);
    },
    resolveId: (id) => (PACKED.test(id) ? { id, external: true } : undefined),
    async load(id) {
      // The document's step has a copy of its own (`src/widget/build/ownCopies.ts`): of the code, not of the files.
      if (isServing || id.replace(/\?\w+$/, '') !== filesModule) return undefined;
      if (code !== undefined) return code;
      const files = await buildVisionAssets(nodeFolder);
      const parts: string[] = [];
      for (const name of pageFiles) {
        const packed = packedScript(`eye-${name}`, files[name], { isDropIn });
        if (isDropIn) this.emitFile(packed.asset);
        parts.push(`${name}: ${packed.expression}`);
      }
      parts.push(`worker: ${await emitWorker(this, { name: 'eye-worker', entry: worker, isDropIn })}`);
      code = `export const engineFiles = { ${parts.join(', ')} };`;
      return code;
    },
    /**
     * Adds `./` to the addresses of engine scripts: some bundlers resolve an address without a dot as a package name.
     */
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replaceAll(BARE_URL, '$1./');
      }
    },
    async writeBundle() {
      if (isDropIn) await buildVisionAssets(nodeFolder);
    },
  };
}

/** The files that the page loads. The descriptor model is used by the service only. */
const pageFiles = ['kernels', 'detector', 'landmarks'] as const satisfies VisionFile[];
/**
 * Matches the import of an emitted script, which must not be bundled. `eye-` is the prefix of the face engine's files.
 */
const PACKED = /^\.{1,2}\/(?:cdn\/)?(?:eye|test-face|test-document|document-reader)-[\w-]+\.js$/;
const BARE_URL = /(new URL\(["'`])(?=(?:eye|test-face|test-document|document-reader)-[\w-]+\.js["'`])/g;
const nodeFolder = fileURLToPath(new URL('../../../dist/vision', import.meta.url));
const filesModule = fileURLToPath(new URL('../engineFiles.ts', import.meta.url));
const worker = fileURLToPath(new URL('../worker.ts', import.meta.url));
