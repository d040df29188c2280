import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
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
import { browserProvider } from './test/support/browserProvider.ts';
import { engine } from './test/support/engine.ts';
import OutcomeReporter from './test/support/OutcomeReporter.ts';
import { parts } from './test/support/tiers.ts';

const engineUnderTest = async () => {
  if (!process.env['VITEST']) return { browser: 'chromium' as const, launchOptions: {} };
  const { browser, launchOptions } = await engine();
  const args = browser === 'chromium' ? [...launchOptions.args!, '--headless=new'] : [];
  return { browser, launchOptions: { ...launchOptions, args } };
};

const { browser, launchOptions } = await engineUnderTest();
const inNode = Object.entries(parts).filter(([, part]) => !part.inBrowser);
const inBrowser = Object.entries(parts).filter(([, part]) => part.inBrowser);
// OutcomeReporter lists a test that needed it.
const retry = 1;

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
  build: mode === 'cdn' ? dropIn : library,
  test: {
    // Tests wait for processes, databases and leases about as long as they work: more of them than cores.
    maxWorkers: availableParallelism() + 2,
    // At their end the processes write what they compiled to the cache, which takes seconds on a fresh clone.
    teardownTimeout: 60_000,
    reporters: [...configDefaults.reporters, new OutcomeReporter()],
    // Once for all projects.
    globalSetup: ['test/support/globalSetup.ts'],
    projects: [
      ...inNode.map(([name, { include, exclude }]) => ({
        test: {
          name,
          retry,
          include,
          exclude,
          environment: 'node',
          // Files share what they import, pictures of faces and the face engine included, and each gives back what it took.
          isolate: false,
          // Node runs the sources as they are, here as in the service: nothing has to be transformed.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          setupFiles: ['test/support/holdDatabaseCode.ts'],
          provide: { embeddedAlone: name === 'node' && process.env['TEST_TIER'] === 'quick' },
          // Slow machines take their time; a test that fails waits no less.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 360_000,
          hookTimeout: 360_000,
        },
      })),
      ...inBrowser.map(([name, { include, exclude }]) => ({
        // Found while a test runs, they would make the page reload in the middle of it.
        optimizeDeps: {
          include: ['lit', 'lit/directives/*.js', 'zod/mini', 'axe-core', 'react', 'react-dom/client'],
        },
        test: {
          name,
          retry,
          include,
          exclude,
          globalSetup: ['test/widget/support/provideSmallApi.ts'],
          // Slow machines take their time; a test that fails waits no less.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 360_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: browserProvider(launchOptions),
            instances: [{ browser }],
          },
        },
      })),
    ],
  },
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
  emptyOutDir: true,
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
