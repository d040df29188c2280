import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright';
import { build, type PluginOption } from 'vite';
import { launchChromium } from './chromium.ts';

export interface ServedScript {
  /** Serves the built files, and a page with the script and the policy. @returns its address. */
  serve(script?: string, policy?: string): Promise<string>;
  /** Opens a page, waits until it has written its text, and looks at it. */
  visit<Result>(url: string, look: (page: Page, text: string) => Promise<Result> | Result): Promise<Result>;
  /** Bytes of brotli of the scripts that were asked for, by path. */
  bytes(): Promise<Map<string, number>>;
  close(): Promise<void>;
}

/**
 * Builds the script of a page as the drop-in is built, `/page.js`, to be tried in a browser under different policies.
 * @param files that are served beside it, by path.
 */
export async function servedScript(
  entry: string,
  { plugins, files = {} }: { plugins: PluginOption[]; files?: Record<string, Buffer> },
): Promise<ServedScript> {
  const folder = await mkdtemp(join(tmpdir(), 'served-'));
  await build({
    configFile: false,
    mode: 'cdn',
    logLevel: 'error',
    publicDir: false,
    plugins,
    build: {
      outDir: folder,
      target: 'es2022',
      lib: { entry: { page: entry }, formats: ['es'] },
      rolldownOptions: { output: { minify: true, chunkFileNames: '[name]-[hash].js' } },
    },
  });
  const browser = await launchChromium();
  const servers: Server[] = [];
  const served = new Set<string>();
  return {
    serve: async (script = '/page.js', policy = '') => {
      const server = createServer(async (request, response) => {
        const path = request.url!;
        // A worker has the policy of its own answer.
        response.setHeader('content-security-policy', policy);
        response.setHeader('access-control-allow-origin', '*');
        if (path === '/') {
          response.writeHead(200, { 'content-type': 'text/html' });
          return response.end(`<!doctype html><body><script type="module" src="${script}"></script>`);
        }
        const body = files[path] ?? (await readFile(join(folder, path)).catch(() => null));
        if (!body) return response.writeHead(404).end();
        const isScript = path.endsWith('.js');
        if (isScript) served.add(path);
        return response.writeHead(200, isScript ? { 'content-type': 'text/javascript' } : {}).end(body);
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    visit: async (url, look) => {
      const page = await browser.newPage();
      try {
        await page.goto(url);
        await page.waitForFunction(() => document.body.textContent !== '');
        return await look(page, (await page.textContent('body')) ?? '');
      } finally {
        await page.close();
      }
    },
    bytes: async () => {
      const sizes = [...served].map(async (path) => {
        const { length } = brotliCompressSync(await readFile(join(folder, path)));
        return [path, length] as const;
      });
      return new Map(await Promise.all(sizes));
    },
    close: async () => {
      await browser.close();
      for (const server of servers) server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
