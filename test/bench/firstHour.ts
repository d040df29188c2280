import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readChoice } from '../../demo/choice.ts';
import { projectFiles } from '../../demo/project/projectFiles.ts';
import { packTarball } from '../consumers/support/packTarball.ts';
import { startApi } from '../consumers/support/startApi.ts';
import { launchChromium } from '../support/chromium.ts';
import { goOn } from '../support/demoVisit.ts';
import { freePort } from '../support/freePort.ts';

/** The oldest Node that the package allows. */
const OLDEST_NODE = 'node@20.19';

/**
 * A developer's first hour: the project that the demo gives, in an empty folder, on the oldest Node that the package allows,
 * beside a running service. `installSeconds`: `npm install` of the packed package; `startSeconds`: `npm start`, its webhook
 * registered; `approvedSeconds`: from the address to the page that shows what the webhook brought. Together
 * `firstHourSeconds`. What a person reads and types is not in it.
 */
export default async function firstHour(): Promise<Record<string, number>> {
  const work = mkdtempSync(join(tmpdir(), 'idv-first-hour-'));
  const api = await startApi({ WEBHOOK_ALLOW_LOOPBACK: 'true' });
  let child: ChildProcess | null = null;
  try {
    const { tarball } = packTarball(join(work, 'packed'));
    const node = oldestNode(join(work, 'node'));
    const port = await freePort();
    const folder = join(work, 'my-site');
    layProject(folder, tarball, { apiUrl: api.baseUrl, apiKey: api.apiKey, port });
    const began = performance.now();
    npm(folder, 'install');
    const installed = performance.now();
    child = spawn(node, ['server.js'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit').then(ended)]);
    const started = performance.now();
    await approve(`http://localhost:${port}/`);
    const approved = performance.now();
    return {
      installSeconds: seconds(installed - began),
      startSeconds: seconds(started - installed),
      approvedSeconds: seconds(approved - started),
      firstHourSeconds: seconds(approved - began),
    };
  } finally {
    child?.kill();
    await api.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

function oldestNode(folder: string): string {
  mkdirSync(folder);
  npm(folder, 'init', '--yes');
  npm(folder, 'install', OLDEST_NODE);
  return join(folder, 'node_modules/node/bin/node');
}

function layProject(
  folder: string,
  tarball: string,
  { port, ...settings }: { apiUrl: string; apiKey: string; port: number },
): void {
  mkdirSync(folder);
  copyFileSync(tarball, join(folder, basename(tarball)));
  const choice = readChoice(new URLSearchParams('prefill=yes&camera=test-1'));
  for (const [name, text] of projectFiles(choice, { ...settings, tarball: basename(tarball) }))
    writeFileSync(join(folder, name), name === '.env' ? text.replace('PORT=3000', `PORT=${port}`) : text);
}

async function approve(url: string): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await goOn(page, () => /approved/.test(document.querySelector('h1')?.textContent ?? ''));
  } finally {
    await browser.close();
  }
}

function npm(cwd: string, ...command: string[]): void {
  execFileSync('npm', [...command, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

function ended(): never {
  throw new Error('The project did not start');
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
