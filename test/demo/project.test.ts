import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readChoice } from '../../demo/choice.ts';
import { projectFiles } from '../../demo/project/projectFiles.ts';
import { zip } from '../../demo/project/zip.ts';
import { startApi } from '../consumers/support/startApi.ts';
import { launchChromium } from '../support/chromium.ts';
import { goOn } from '../support/demoVisit.ts';
import { freePort } from '../support/freePort.ts';

const choice = readChoice(new URLSearchParams('prefill=yes&camera=test-2'));

test('the project registers its webhook, takes a person to approved, and shows what the webhook brought', async () => {
  const api = await startApi({ WEBHOOK_ALLOW_LOOPBACK: 'true' }, inject('embeddedTemplate'));
  onTestFinished(() => api.stop());
  const port = await freePort();
  const folder = mkdtempSync(join(import.meta.dirname, '.project-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = { tarball: 'idv-verify.tgz', apiUrl: api.baseUrl, apiKey: api.apiKey };
  for (const [name, text] of projectFiles(choice, settings))
    writeFileSync(join(folder, name), text.replace('PORT=3000', `PORT=${port}`));
  const child = spawn(process.execPath, ['server.js'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('The project did not start');
    }),
  ]);
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://localhost:${port}/`);
  await goOn(page, () => document.querySelector('h1')?.textContent === 'Your check: approved');
  expect(new URL(page.url()).pathname).toBe('/return');
  expect((await fetch(`http://localhost:${port}/idv/..%2f..%2fpackage.json`)).status).toBe(404);
  expect((await fetch(`http://localhost:${port}/idv/session`, { method: 'POST' })).status).not.toBe(200);
});

test('the key is in the file of settings alone, and there only for somebody at the machine', () => {
  const settings = { tarball: 'idv-verify.tgz', apiUrl: 'http://127.0.0.1:4010/v1' };
  const own = projectFiles(choice, { ...settings, apiKey: 'idv_test_own' });
  expect([...own].filter(([, text]) => text.includes('idv_test_')).map(([name]) => name)).toEqual(['.env']);
  const others = projectFiles(choice, { ...settings, apiKey: null });
  expect(others.get('.env')).toMatch(/^IDV_API_KEY=$/m);
});

test('the archive gives back each of its files', () => {
  const files = new Map([
    ['a/text.txt', Buffer.from('the same again '.repeat(200))],
    ['a/é.bin', Buffer.from([0, 255, 1, 254])],
  ]);
  const archive = zip(files);
  const found = new Map<string, Buffer>();
  const end = archive.length - 22;
  let at = archive.readUInt32LE(end + 16);
  for (let entry = 0; entry < archive.readUInt16LE(end + 10); entry++) {
    const [method, sum, packed] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
    ];
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26);
    const body = archive.subarray(from, from + packed);
    const content = method === 8 ? inflateRawSync(body) : body;
    expect(crc32(content)).toBe(sum);
    found.set(name, content);
    at += 46 + nameLength;
  }
  expect([...found.keys()]).toEqual([...files.keys()]);
  for (const [name, content] of files) expect(found.get(name)!.equals(content)).toBe(true);
});
