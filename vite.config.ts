import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { visionAssets } from './src/vision/build/visionAssets.ts';
import { chromiumArgs, chromiumPath } from './test/support/chromium.ts';

const launchOptions = async () => {
  const executablePath = await chromiumPath();
  const args = [
    ...chromiumArgs,
    '--headless=new',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ];
  return executablePath ? { executablePath, args } : { args };
};

/** A busy machine may make a clock or a camera late once. It is reported; what fails twice fails. */
const retry = 1;

export default defineConfig(async ({ mode }) => ({
  publicDir: false as const,
  plugins: [visionAssets()],
  build: mode === 'cdn' ? dropIn : library,
  test: {
    // By default one core would be left idle, of two.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.browser.test.ts', 'test/e2e/**'],
          environment: 'node',
          // Files share what they import, pictures of faces and the eye included, and each gives back what it took.
          isolate: false,
          globalSetup: ['test/support/postgres.ts'],
          testTimeout: 60_000,
          retry,
          hookTimeout: 120_000,
        },
      },
      {
        // Found while a test runs, they would make the page reload in the middle of it.
        optimizeDeps: { include: ['lit', 'lit/directives/*.js', 'zod/mini', 'axe-core'] },
        test: {
          name: 'browser',
          include: ['test/**/*.browser.test.ts'],
          globalSetup: ['test/widget/support/provideSmallApi.ts'],
          retry,
          // Slow machines take their time; a test that fails waits no less.
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await launchOptions() }),
            instances: [{ browser: 'chromium' as const }],
          },
        },
      },
    ],
  },
}));

/** The npm entries: one file each, dependencies left to the bundler of the application. */
const library = {
  outDir: 'dist',
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
    },
    formats: ['es' as const],
  },
  rolldownOptions: {
    external: [/^lit($|\/)/, /^zod($|\/)/],
    output: { chunkFileNames: 'chunks/[name]-[hash].js' },
  },
};

/** The drop-in: one script with everything in it, later steps in files beside it. */
const dropIn = {
  outDir: 'dist/cdn',
  emptyOutDir: true,
  target: 'es2022',
  minify: true,
  lib: { entry: { 'idv-verify': 'src/widget/register.ts' }, formats: ['es' as const] },
  rolldownOptions: {
    output: {
      minify: true,
      chunkFileNames: '[name]-[hash].js',
      // A script that did not arrive can be asked for again, but not what it shares with others: so later steps share
      // only what the first screen has loaded.
      codeSplitting: { groups: [{ name: 'frame', test: /widget\/IdvVerifyElement\.ts$/ }] },
    },
  },
};
