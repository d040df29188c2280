import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visionAssets } from '../../src/vision/build/visionAssets.ts';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';

let folder: string;
let browser: Browser;
const servers: Server[] = [];
const served = new Set<string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eye-'));
  await build({
    configFile: false,
    mode: 'cdn',
    logLevel: 'error',
    publicDir: false,
    plugins: [visionAssets()],
    build: {
      outDir: folder,
      target: 'es2022',
      lib: { entry: { page: join(import.meta.dirname, 'served/page.ts') }, formats: ['es'] },
      rolldownOptions: { output: { minify: true, chunkFileNames: '[name]-[hash].js' } },
    },
  });
  const executablePath = await chromiumPath();
  browser = await chromium.launch({ args: chromiumArgs, ...(executablePath && { executablePath }) });
});

afterAll(async () => {
  await browser?.close();
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

const wasm = "'wasm-unsafe-eval'";

test('with a strict policy: a module worker from the same origin, and few bytes', async () => {
  const policy = `default-src 'none'; script-src 'self' ${wasm}; worker-src 'self'`;
  const { text, workers } = await visit(await serve('/page.js', policy));
  expect(text).toBe('ready 0');
  expect(workers).toEqual([expect.stringMatching(/^http.*eye-worker-.*\.js$/)]);
  const files = [...served].filter((path) => path !== '/favicon.ico');
  const sizes = await Promise.all(
    files.map(async (path) => brotliCompressSync(await readFile(join(folder, path))).length),
  );
  const total = (first: (path: string) => boolean) =>
    sizes.reduce((sum, size, i) => sum + (first(files[i]!) ? size : 0), 0);
  expect(files.some((path) => path.startsWith('/eye-landmarks'))).toBe(true);
  expect(total((path) => !path.startsWith('/eye-landmarks'))).toBeLessThan(132_000);
  expect(total(() => true)).toBeLessThan(690_000);
});

test('from another origin: a worker from a blob URL', async () => {
  const cdn = await serve();
  const policy = `default-src 'none'; script-src ${cdn} ${wasm}; worker-src blob:`;
  const { text, workers } = await visit(await serve(`${cdn}/page.js`, policy));
  expect(text).toBe('ready 0');
  expect(workers).toEqual([expect.stringMatching(/^blob:/)]);
});

test('without workers: the main thread', async () => {
  const cdn = await serve();
  const policy = `default-src 'none'; script-src ${cdn} ${wasm}; worker-src 'none'`;
  const { text, workers } = await visit(await serve(`${cdn}/page.js`, policy));
  expect(text).toBe('ready 0');
  expect(workers).toEqual([]);
});

test('a policy that forbids wasm gives a typed error', async () => {
  const cdn = await serve();
  const policy = `default-src 'none'; script-src ${cdn}; worker-src 'none'`;
  expect((await visit(await serve(`${cdn}/page.js`, policy))).text).toMatch(/^simd_missing/);
});

async function visit(url: string): Promise<{ text: string; workers: string[] }> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => document.body.textContent !== '');
    return {
      text: (await page.textContent('body')) ?? '',
      workers: page.workers().map((worker) => worker.url()),
    };
  } finally {
    await page.close();
  }
}

/** Serves the built files, and a page with the given script and policy. */
async function serve(script = '/page.js', policy = ''): Promise<string> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
      return response.end(`<!doctype html><body><script type="module" src="${script}"></script>`);
    }
    const file = await readFile(join(folder, path)).catch(() => null);
    if (!file) return response.writeHead(404).end();
    served.add(path);
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? '',
      'access-control-allow-origin': '*',
    });
    return response.end(file);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};
