import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPrograms } from './installPrograms.ts';
import { openWebKit } from './openWebKit.ts';
import { webkitBlink } from './webkitBlink.ts';
import { webkitPhone } from './webkitPhone.ts';
import { webkitSmoke } from './webkitSmoke.ts';
import { webkitWallet } from './webkitWallet.ts';

// The tests of components and of the whole way in Firefox, and the whole way and the phone of a hand-off in WebKitGTK. Chromium is what `npm test` uses.

const ROOT = join(import.meta.dirname, '../..');

installPrograms();
const passed = [
  inFirefox(
    'Components in Firefox',
    'node_modules/vitest/vitest.mjs',
    ...['run', '--project', 'browser', '--project', 'longBrowser'],
  ),
  inFirefox(
    'The whole way in Firefox',
    'node_modules/@playwright/test/cli.js',
    ...['test', '--config', 'test/e2e/playwright.config.ts'],
  ),
  await inWebKit(),
];
process.exitCode = passed.every(Boolean) ? 0 : 1;

function inFirefox(name: string, program: string, ...args: string[]): boolean {
  const env = { ...process.env, IDV_ENGINE: 'firefox' };
  const { status } = spawnSync(process.execPath, [join(ROOT, program), ...args], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  });
  return report(status === 0, name);
}

async function inWebKit(): Promise<boolean> {
  const browser = await openWebKit();
  try {
    return [
      await worked('Typing in WebKitGTK where the case offers a wallet', async () => {
        await webkitWallet(browser.driver);
        return '';
      }),
      await timed('The whole way in WebKitGTK', () => webkitSmoke(browser.driver)),
      await timed('A blink in WebKitGTK', () => webkitBlink(browser.driver)),
      await timed('The phone of a hand-off in WebKitGTK', () => webkitPhone(browser.driver)),
    ].every(Boolean);
  } finally {
    await browser.close();
  }
}

/** @param run gives the milliseconds that its selfie took. */
async function timed(name: string, run: () => Promise<number>): Promise<boolean> {
  return await worked(name, async () => `, the selfie in ${((await run()) / 1000).toFixed(1)} s`);
}

/** @param run returns additional text for the row. */
async function worked(name: string, run: () => Promise<string>): Promise<boolean> {
  try {
    return report(true, `${name}${await run()}`);
  } catch (error) {
    return report(false, `${name}: ${error instanceof Error ? error.message : error}`);
  }
}

function report(isPassed: boolean, text: string): boolean {
  process.stdout.write(`${isPassed ? '✓' : '✗'} ${text}\n`);
  return isPassed;
}
