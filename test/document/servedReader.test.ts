import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentAssets } from '../../src/document/build/documentAssets.ts';
import { createDocumentReader, loadDocumentFiles } from '../../src/document/index.ts';
import { drawDocument } from '../../src/testdocument/drawDocument.ts';
import { licenceText } from '../../src/testdocument/licenceText.ts';
import { testHolder } from '../../src/testdocument/testHolder.ts';
import { visionAssets } from '../../src/vision/build/visionAssets.ts';
import { type ServedScript, servedScript } from '../support/servedScript.ts';
import { drawPage } from './support/drawnPage.ts';
import { passport } from './support/zoneStrings.ts';

let served: ServedScript;
let lines: string[];
const { number } = testHolder();

beforeAll(async () => {
  const picture = drawPage({ lines: passport({ number: 'L898902C3' }), roll: 7, seed: 4 });
  const png = await sharp(picture.data, { raw: { ...picture, channels: 3 } })
    .png()
    .toBuffer();
  const licence = drawDocument({ type: 'driving_licence', side: 'back' });
  const licencePng = await sharp(licence.data, { raw: { ...licence, channels: 4 } })
    .png()
    .toBuffer();
  served = await servedScript(join(import.meta.dirname, 'served/page.ts'), {
    plugins: [visionAssets(), documentAssets()],
    files: {
      '/document.png': png,
      '/licence.png': licencePng,
      '/licence.txt': Buffer.from(licenceText(testHolder())),
    },
  });
  const reader = await createDocumentReader(await loadDocumentFiles());
  lines = reader.next(picture, '2026-11-23').draft!.lines;
});
afterAll(() => served?.close());

const wasm = "'wasm-unsafe-eval'";
const ends = "connect-src 'self'";

test('with a strict policy: in a worker the same lines as in Node, few bytes, and the memory given back', async () => {
  const url = await served.serve(
    '/page.js',
    `default-src 'none'; script-src 'self' ${wasm}; worker-src 'self'; ${ends}`,
  );
  await visit(url, async (page, result) => {
    expect(result).toEqual({ lines, width: 960, isInWorker: true, isSlow: false });
    expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringMatching(/^http/)]);
    const ended = page.workers()[0]!.waitForEvent('close');
    await page.evaluate('closeReader()');
    await ended;
  });
  const loaded = await served.bytes();
  const kernels = [...loaded.keys()].filter((path) => path.includes('-kernels-'));
  // Chromium has relaxed SIMD.
  expect(kernels).toEqual([expect.stringMatching(/^\/document-reader-kernels-/)]);
  const sizes = [...loaded.values()];
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(100_000);
});

test('a policy that forbids WebAssembly: slowly, said so, and the same lines', async () => {
  const url = await served.serve(
    '/page.js',
    `default-src 'none'; script-src 'self'; worker-src 'self'; ${ends}`,
  );
  await visit(url, async (_, result) => {
    expect(result).toEqual({ lines, width: 960, isInWorker: true, isSlow: true });
  });
});

test('from another origin: a worker from a blob URL', async () => {
  const cdn = await served.serve();
  const url = await served.serve(
    `${cdn}/page.js`,
    `default-src 'none'; script-src ${cdn} ${wasm}; worker-src blob:; ${ends}`,
  );
  await visit(url, async (page, result) => {
    expect(result).toMatchObject({ lines, isInWorker: true });
    expect(page.workers()[0]!.url()).toMatch(/^blob:/);
  });
});

test('without workers: the main thread', async () => {
  const url = await served.serve(
    '/page.js',
    `default-src 'none'; script-src 'self' ${wasm}; worker-src 'none'; ${ends}`,
  );
  await visit(url, async (_, result) => {
    expect(result).toMatchObject({ lines, isInWorker: false });
  });
});

test('a barcode: with a strict policy, in a worker, from our own files, and the memory given back', async () => {
  const url = await served.serve(
    '/page.js',
    `default-src 'none'; script-src 'self' ${wasm}; worker-src 'self'; ${ends}`,
  );
  await visit(`${url}/#barcode`, async (page, result) => {
    expect(result).toMatchObject({ licence: { ok: true, number }, reads: 'worker' });
    const ended = page.workers()[0]!.waitForEvent('close');
    await page.evaluate('closeReader()');
    await ended;
  });
});

test('a barcode where WebAssembly is forbidden: refused with a code', async () => {
  const url = await served.serve(
    '/page.js',
    `default-src 'none'; script-src 'self'; worker-src 'self'; ${ends}`,
  );
  await served.visit(`${url}/#barcode`, (_, text) => expect(text).toMatch(/^barcodes_unavailable/));
});

test('a barcode where the browser reads it itself: nothing is loaded', async () => {
  const url = await served.serve('/page.js', `default-src 'none'; script-src 'self'; ${ends}`);
  await visit(`${url}/#detector`, async (_, result) => {
    expect(result).toMatchObject({ licence: { ok: true, number }, reads: 'browser' });
  });
});

function visit(url: string, look: (page: Page, result: unknown) => Promise<void>): Promise<void> {
  return served.visit(url, (page, text) => look(page, JSON.parse(text)));
}
