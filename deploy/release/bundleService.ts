import { cp, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { buildReportFonts } from '../../src/service/screenings/report/build/buildReportFonts.ts';
import { buildVisionAssets } from '../../src/vision/build/buildVisionAssets.ts';

/** Packages that bring files beside their code: they stay dependencies of the service's package. */
export const EXTERNAL = ['@cornerstonejs/codec-openjpeg', '@electric-sql/pglite', 'sharp'];

/**
 * Bundles the service, its commands and its workers into `folder/lib/service` for Node 20 and newer, with a source map
 * each, and puts the files of the face engine and the fonts of reports where the bundle looks for them.
 */
export async function bundleService(root: string, folder: string): Promise<void> {
  const bundle = await rolldown({
    input: { command: join(root, 'src/service/cli/command.ts') },
    platform: 'node',
    // Of `pg`, where the native driver is installed; it is not.
    external: [...EXTERNAL, 'pg-native'],
    plugins: [workers()],
    transform: { target: 'node20' },
  });
  await bundle.write({
    dir: join(folder, 'lib/service'),
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
  });
  await bundle.close();
  await mkdir(join(folder, 'dist'), { recursive: true });
  const built = join(root, 'dist/vision');
  await buildVisionAssets(built);
  await cp(built, join(folder, 'dist/vision'), { recursive: true });
  await buildReportFonts(join(folder, 'dist/fonts'));
  for (const site of ['hosted', 'desk'])
    await cp(join(root, 'dist/pages', site), join(folder, 'dist/pages', site), { recursive: true });
  // The style of the hosted page, which the service reads beside its code, and the widget that the page shows.
  await cp(join(root, 'src/service/hosted/assets'), join(folder, 'lib/service/assets'), { recursive: true });
  await cp(join(root, 'dist/cdn'), join(folder, 'dist/cdn'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  });
  // The texts of the page and of messages, which `links/languageTexts.ts` reads by the same path as in the sources.
  await cp(join(root, 'src/texts/languages'), join(folder, 'texts/languages'), { recursive: true });
  // The colour profile of PDF/A, which pdfkit reads beside its code.
  await cp(join(root, 'node_modules/pdfkit/js/data'), join(folder, 'lib/service/data'), { recursive: true });
}

/** A worker that a file starts with `new URL('./worker.ts', import.meta.url)` becomes an entry of its own. */
function workers(): Plugin {
  return {
    name: 'workers',
    transform: {
      filter: { id: /\/src\/.*\.ts$/ },
      handler(code, id) {
        const linked = code.replace(
          /new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url,?\s*\)/g,
          (_, target: string) => {
            const entry = this.emitFile({ type: 'chunk', id: resolve(dirname(id), target) });
            return `new URL(import.meta.ROLLUP_FILE_URL_${entry})`;
          },
        );
        return linked === code ? undefined : { code: linked, map: null };
      },
    },
  };
}
