import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The scripts of each site by name, and the folder of their sources. */
const SITES: Readonly<Record<string, { folder: string; scripts: readonly string[] }>> = {
  demo: {
    folder: 'demo/scripts',
    scripts: ['controls', 'fault', 'file', 'notes', 'outcome', 'panel', 'start', 'title', 'tour'],
  },
  desk: { folder: 'src/pages/desk', scripts: ['desk'] },
  wallet: { folder: 'src/pages/wallet', scripts: ['bridge', 'wallet'] },
  hosted: { folder: 'src/pages/hosted', scripts: ['page'] },
};

/**
 * Bundles the scripts of the pages that the service, the demo and the test wallet serve, those of each site into a folder
 * of its own. The names of the scripts stay; what several of them share has the hash of its content in its name.
 */
export async function buildPageScripts(to: string): Promise<void> {
  for (const [site, { folder, scripts }] of Object.entries(SITES)) {
    const input = Object.fromEntries(scripts.map((name) => [name, join(ROOT, folder, `${name}.ts`)]));
    const bundle = await rolldown({ input, platform: 'browser', transform: { target: 'es2022' } });
    await bundle.write({
      dir: join(to, site),
      format: 'es',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      minify: true,
      cleanDir: true,
    });
    await bundle.close();
  }
}
