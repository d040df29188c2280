import { availableParallelism } from 'node:os';
import { configDefaults, type TestUserConfig } from 'vitest/config';
import { browserProvider } from './browserProvider.ts';
import { engine } from './engine.ts';
import OutcomeReporter from './OutcomeReporter.ts';
import { LONGEST_TEST_MS, PATIENCE_MS } from './patience.ts';
import { parts } from './tiers.ts';

const { browser, launchOptions } = await engine();
const args = browser === 'chromium' ? [...launchOptions.args!, '--headless=new'] : [];
const inNode = Object.entries(parts).filter(([, part]) => !part.inBrowser);
const inBrowser = Object.entries(parts).filter(([, part]) => part.inBrowser);
// OutcomeReporter lists a test that needed it.
const retry = 1;

/** What `vite.config.ts` says of the tests. */
export const unitTests: TestUserConfig = {
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
        expect: { poll: { timeout: PATIENCE_MS } },
        testTimeout: LONGEST_TEST_MS,
        hookTimeout: LONGEST_TEST_MS,
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
        expect: { poll: { timeout: PATIENCE_MS } },
        testTimeout: LONGEST_TEST_MS,
        hookTimeout: LONGEST_TEST_MS,
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: browserProvider({ ...launchOptions, args }),
          instances: [{ browser }],
        },
      },
    })),
  ],
};
