import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { buildVisionAssets, type VisionFile, visionFiles } from './buildVisionAssets.ts';

/**
 * Puts the files of the eye where the page and Node find them, and their addresses in the place of
 * `assetUrls.ts`. The library and every server of Vite get weights and kernels in `dist/vision` under fixed
 * names; the drop-in gets those of the page beside itself with their hash in the name. Each worker is one
 * file without imports: it starts sooner, and a bundler may copy it as it is.
 */
export function visionAssets(): Plugin {
  let dropIn = false;
  let serving = false;
  return {
    name: 'vision-assets',
    // Addresses relative to the script: nobody knows where the files will lie.
    config: (_config, { command }) => (command === 'build' ? { base: './' } : {}),
    configResolved({ command, mode }) {
      serving = command === 'serve';
      dropIn = mode === 'cdn';
    },
    async buildStart() {
      if (serving) await buildVisionAssets(nodeFolder);
    },
    async load(id) {
      if (serving || id !== urlModule) return undefined;
      const files = await buildVisionAssets(nodeFolder);
      const emit = (name: string, extension: string, source: string | Uint8Array) => {
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        const fileName = `${dropIn ? '' : 'chunks/'}eye-${name}-${hash}${extension}`;
        return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', fileName, source })}`;
      };
      const urls: string[] = [];
      for (const name of pageFiles) {
        const fixed = `new URL(/* @vite-ignore */ '../vision/${visionFiles[name]}', import.meta.url).href`;
        urls.push(`${name}: ${dropIn ? emit(name, extname(visionFiles[name]), files[name]) : fixed}`);
      }
      for (const [name, file] of Object.entries(workers)) {
        urls.push(`${name}: ${emit(name, '.js', await bundled(file))}`);
      }
      return `export const assetUrls = { ${urls.join(', ')} };`;
    },
    async writeBundle() {
      if (!dropIn) await buildVisionAssets(nodeFolder);
    },
  };
}

/** What the page loads; the descriptor stays with the service. */
const pageFiles = ['kernels', 'detector', 'landmarks'] as const satisfies VisionFile[];
const nodeFolder = fileURLToPath(new URL('../../../dist/vision', import.meta.url));
const urlModule = fileURLToPath(new URL('../assetUrls.ts', import.meta.url));
const workers = {
  worker: fileURLToPath(new URL('../worker.ts', import.meta.url)),
  testFace: fileURLToPath(new URL('../workerTestFace.ts', import.meta.url)),
};

/** A module with everything that it imports, as one script. */
async function bundled(entry: string): Promise<string> {
  const lib = { entry, formats: ['es' as const], fileName: 'worker' };
  const rolldownOptions = { output: { minify: true } };
  const options = { write: false, target: 'es2022', lib, rolldownOptions };
  const result = await build({ configFile: false, logLevel: 'error', publicDir: false, build: options });
  return (result as Rolldown.RolldownOutput[])[0]!.output[0].code;
}
