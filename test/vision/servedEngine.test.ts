import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visionAssets } from '../../src/vision/build/visionAssets.ts';
import { type ServedScript, servedScript } from '../support/servedScript.ts';

let page: ServedScript;

beforeAll(async () => {
  page = await servedScript(join(import.meta.dirname, 'served/page.ts'), { plugins: [visionAssets()] });
});
afterAll(() => page?.close());

const wasm = "'wasm-unsafe-eval'";

test('with a strict policy: a module worker from the same origin, and few bytes', async () => {
  const policy = `default-src 'none'; script-src 'self' ${wasm}; worker-src 'self'`;
  const { text, workers } = await visit(await page.serve('/page.js', policy));
  expect(text).toBe('ready 0');
  expect(workers).toEqual([expect.stringMatching(/^http.*eye-worker-.*\.js$/)]);
  const sizes = [...(await page.bytes())];
  const total = (files: typeof sizes) => files.reduce((sum, [, size]) => sum + size, 0);
  const withoutLandmarks = sizes.filter(([path]) => !path.startsWith('/eye-landmarks'));
  expect(withoutLandmarks.length).toBeLessThan(sizes.length);
  expect(total(withoutLandmarks)).toBeLessThan(132_000);
  expect(total(sizes)).toBeLessThan(690_000);
});

test('from another origin: a worker from a blob URL', async () => {
  const cdn = await page.serve();
  const policy = `default-src 'none'; script-src ${cdn} ${wasm}; worker-src blob:`;
  const { text, workers } = await visit(await page.serve(`${cdn}/page.js`, policy));
  expect(text).toBe('ready 0');
  expect(workers).toEqual([expect.stringMatching(/^blob:/)]);
});

test('without workers: the main thread', async () => {
  const cdn = await page.serve();
  const policy = `default-src 'none'; script-src ${cdn} ${wasm}; worker-src 'none'`;
  const { text, workers } = await visit(await page.serve(`${cdn}/page.js`, policy));
  expect(text).toBe('ready 0');
  expect(workers).toEqual([]);
});

test('a policy that forbids wasm gives a typed error', async () => {
  const cdn = await page.serve();
  const policy = `default-src 'none'; script-src ${cdn}; worker-src 'none'`;
  expect((await visit(await page.serve(`${cdn}/page.js`, policy))).text).toMatch(/^simd_missing/);
});

function visit(url: string): Promise<{ text: string; workers: string[] }> {
  return page.visit(url, (opened, text) => ({
    text,
    workers: opened.workers().map((worker) => worker.url()),
  }));
}
