import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { engine } from '../support/engine.ts';
import { fakeCamera } from '../support/fakeCamera.ts';
import { memoryFolder } from '../support/memoryFolder.ts';
import { LONGEST_TEST_MS, PATIENCE_MS } from '../support/patience.ts';
import { apiUrl, demoUrl, liveKey, testKey, walletUrl } from './support/addresses.ts';

const { browser, launchOptions } = await engine(await fakeCamera());

const dataDir = mkdtempSync(join(memoryFolder(), 'idv-e2e-'));
// Each worker also reads this file, and creates an unused folder.
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));

const JOURNEY = /@journey/;

/** Service and demo as `npm start` runs them, with their own data, and a browser with a fake camera. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  reporter: [['line'], ['../support/OutcomeReporter.ts']],
  // OutcomeReporter lists a test that needed it.
  retries: 1,
  workers: availableParallelism(),
  // One test for each journey of a person, and all others. `npm test` runs the first alone.
  projects: [
    { name: 'journeys', grep: JOURNEY },
    { name: 'others', grepInvert: JOURNEY },
  ],
  fullyParallel: true,
  globalSetup: './support/setContact.ts',
  timeout: LONGEST_TEST_MS,
  // Slow machines take their time; a test that fails waits no less.
  expect: { timeout: PATIENCE_MS },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    baseURL: demoUrl,
    viewport: { width: 390, height: 844 },
    browserName: browser,
    launchOptions,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: 'node ../../demo/start.ts',
    url: `${demoUrl}/healthz`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: PATIENCE_MS,
    env: {
      PORT: new URL(apiUrl).port,
      DEMO_PORT: new URL(demoUrl).port,
      TEST_WALLET_PORT: new URL(walletUrl).port,
      DATA_DIR: dataDir,
      IDV_API_KEY: testKey,
      IDV_BOOTSTRAP_KEY: liveKey,
      AML_LISTS: join(import.meta.dirname, 'support/lists'),
      RATE_LIMIT_SCALE: '20',
      DEMO_LIMIT_SCALE: '20',
      DEMO_HANDOFF: 'true',
    },
  },
});
