import { defineConfig } from 'vite';
import { documentAssets } from './src/document/build/documentAssets.ts';
import { pageScripts } from './src/pages/build/pageScripts.ts';
import { reportFonts } from './src/service/screenings/report/build/reportFonts.ts';
import { testFaceAssets } from './src/testface/build/testFaceAssets.ts';
import { visionAssets } from './src/vision/build/visionAssets.ts';
import { compactStyles } from './src/widget/build/compactStyles.ts';
import { compactTemplates } from './src/widget/build/compactTemplates.ts';
import { dropInBundle } from './src/widget/build/dropInBundle.ts';
import { leanLit } from './src/widget/build/leanLit.ts';
import { ownCopies } from './src/widget/build/ownCopies.ts';
import { documentTextGroups, textChunkName, textParts } from './src/widget/build/textParts.ts';

/** Only where tests run: `npm start` does not install their tools. Vite would bundle a path that it can read. */
const testsFile = new URL('test/support/unitTests.ts', import.meta.url);
const tests: typeof import('./test/support/unitTests.ts') | null = process.env['VITEST']
  ? await import(testsFile.href)
  : null;

export default defineConfig(async ({ mode }) => ({
  publicDir: false as const,
  plugins: [
    documentTextGroups(),
    textParts(),
    plainJsonImports,
    visionAssets(),
    testFaceAssets(),
    documentAssets(),
    reportFonts(),
    pageScripts(),
    compactStyles(),
    compactTemplates(),
    leanLit(),
    ownCopies(),
    dropInBundle(),
  ],
  build: mode === 'cdn' ? dropIn : mode === 'served' ? served : library,
  ...(tests && { test: tests.unitTests }),
}));

/**
 * Vite turns JSON into scripts itself, but leaves the attribute that Node asks for at a dynamic import, and then a browser
 * refuses the script (https://github.com/vitejs/vite/issues/12140).
 */
const plainJsonImports = {
  name: 'plain-json-imports',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.endsWith('Files.ts') ? code.replaceAll(", { with: { type: 'json' } }", '') : undefined,
};

/** The npm entries: one file each, dependencies left to the bundler of the application. */
const library = {
  outDir: 'dist',
  sourcemap: true,
  // The types are written into it at the same time: `.ci/build.mjs` empties it before.
  emptyOutDir: false,
  target: 'es2022',
  // Minifying is left to the bundler too: names show in stack traces and logs.
  minify: false,
  lib: {
    entry: {
      index: 'src/widget/register.ts',
      element: 'src/widget/index.ts',
      client: 'src/client/index.ts',
      server: 'src/server/index.ts',
      react: 'src/react/index.ts',
      ssr: 'src/ssr/index.ts',
    },
    formats: ['es' as const],
  },
  rolldownOptions: {
    external: [/^lit($|\/)/, /^zod($|\/)/, 'react'],
    output: {
      chunkFileNames: (chunk: { name: string; facadeModuleId?: string | null }) =>
        `chunks/${textChunkName(chunk) ?? '[name]'}-[hash].js`,
      // Server components may import it: it belongs to the browser.
      banner: ({ name }: { name: string }) => (name === 'react' ? "'use client';" : ''),
    },
  },
};

/** The one entry of the package that the demo runs: `npm start` builds no other. */
const served = { ...library, lib: { ...library.lib, entry: { server: library.lib.entry.server } } };

/**
 * What the first script of the drop-in has besides its entry: all that several later steps share. A script that did not
 * arrive can be asked for again, but not what it shares with others.
 */
const FIRST_CHUNK =
  /widget\/(register|templates\/(errorBanner|around)|locales\/(punctuation|keptTimes)|step\/(pause|linkedController|shownText|isComputer))\.ts$|lit-html\/directive(-helpers)?\./;

/**
 * The drop-in: one script with everything that the first screen needs, later steps in files beside it. Its chunk takes the
 * place of the entry, which would only import it: that would cost a slow line another round trip.
 */
const dropIn = {
  outDir: 'dist/cdn',
  // Beside each script, as NAME.js.map; without the comment that names it, which would be forty bytes in each.
  sourcemap: 'hidden' as const,
  emptyOutDir: true,
  target: 'es2022',
  minify: true,
  lib: { entry: { entry: 'src/widget/register.ts' }, formats: ['es' as const] },
  rolldownOptions: {
    output: {
      minify: true,
      minifyInternalExports: true,
      entryFileNames: 'entry.js',
      chunkFileNames: (chunk: { name: string; facadeModuleId?: string | null }) =>
        chunk.name === 'idv-verify' ? 'idv-verify.js' : `${textChunkName(chunk) ?? '[name]'}-[hash].js`,
      codeSplitting: {
        groups: [
          {
            name: 'idv-verify',
            test: FIRST_CHUNK,
          },
        ],
      },
    },
  },
};
