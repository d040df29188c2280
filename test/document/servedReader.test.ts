import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentAssets } from '../../src/document/build/documentAssets.ts';
import { createDocumentReader, loadDocumentFiles } from '../../src/document/index.ts';
import { visionAssets } from '../../src/vision/build/visionAssets.ts';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';
import { drawPage } from './support/drawnPage.ts';
import { passport } from './support/zoneStrings.ts';

let folder: string;
let browser: Browser;
let png: Buffer;
let lines: string[];
const servers: Server[] = [];
const served = new Set<string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reader-'));
  await build({
    configFile: false,
    mode: 'cdn',
    logLevel: 'error',
    publicDir: false,
    plugins: [visionAssets(), documentAssets()],
    build: {
      outDir: folder,
      target: 'es2022',
      lib: { entry: { page: join(import.meta.dirname, 'served/page.ts') }, formats: ['es'] },
      rolldownOptions: { output: { minify: true, chunkFileNames: '[name]-[hash].js' } },
    },
  });
  const picture = drawPage({ lines: passport({ number: 'L898902C3' }), roll: 7, seed: 4 });
  png = await sharp(picture.data, { raw: { ...picture, channels: 3 } })
    .png()
    .toBuffer();
  const reader = await createDocumentReader(await loadDocumentFiles());
  lines = reader.next(picture, '2026-11-23').draft!.lines;
  const executablePath = await chromiumPath();
  browser = await chromium.launch({ args: chromiumArgs, ...(executablePath && { executablePath }) });
});

afterAll(async () => {
  await browser?.close();
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

const wasm = "'wasm-unsafe-eval'";
const ends = "connect-src 'self'";

test('with a strict policy: in a worker the same lines as in Node, few bytes, and the memory given back', async () => {
  const url = await serve(
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
  const files = [...served].filter((path) => path.endsWith('.js'));
  const sizes = await Promise.all(
    files.map(async (path) => brotliCompressSync(await readFile(join(folder, path))).length),
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(100_000);
});

test('a policy that forbids WebAssembly: slowly, said so, and the same lines', async () => {
  const url = await serve('/page.js', `default-src 'none'; script-src 'self'; worker-src 'self'; ${ends}`);
  await visit(url, async (_, result) => {
    expect(result).toEqual({ lines, width: 960, isInWorker: true, isSlow: true });
  });
});

test('from another origin: a worker from a blob URL', async () => {
  const cdn = await serve();
  const url = await serve(
    `${cdn}/page.js`,
    `default-src 'none'; script-src ${cdn} ${wasm}; worker-src blob:; ${ends}`,
  );
  await visit(url, async (page, result) => {
    expect(result).toMatchObject({ lines, isInWorker: true });
    expect(page.workers()[0]!.url()).toMatch(/^blob:/);
  });
});

test('without workers: the main thread', async () => {
  const url = await serve(
    '/page.js',
    `default-src 'none'; script-src 'self' ${wasm}; worker-src 'none'; ${ends}`,
  );
  await visit(url, async (_, result) => {
    expect(result).toMatchObject({ lines, isInWorker: false });
  });
});

async function visit(url: string, look: (page: Page, result: unknown) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => document.body.textContent !== '');
    await look(page, JSON.parse((await page.textContent('body')) ?? ''));
  } finally {
    await page.close();
  }
}

/** Serves the built files with the policy, a page with the given script, and the picture. */
async function serve(script = '/page.js', policy = ''): Promise<string> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    response.setHeader('content-security-policy', policy);
    response.setHeader('access-control-allow-origin', '*');
    if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return response.end(`<!doctype html><body><script type="module" src="${script}"></script>`);
    }
    if (path === '/document.png') return response.writeHead(200, { 'content-type': 'image/png' }).end(png);
    const file = await readFile(join(folder, path)).catch(() => null);
    if (!file) return response.writeHead(404).end();
    served.add(path);
    response.writeHead(200, { 'content-type': extname(path) === '.js' ? 'text/javascript' : '' });
    return response.end(file);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
