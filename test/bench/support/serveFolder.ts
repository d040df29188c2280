import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

/** Files that were compressed before, by quality and path: the largest takes seconds in full strength. */
const packs = new Map<string, Buffer>();
const BEST = constants.BROTLI_MAX_QUALITY;
/** Ten times as fast or more, for pages whose bytes are not counted. */
export const QUICK = 4;

export interface ServedFolder {
  url: string;
  /** Compresses the files of a timed request in advance, as a good web server does. */
  prepare(pattern: RegExp): void;
  close(): Promise<void>;
}

/**
 * Serves a folder on loopback as a good web server does: everything compressed with brotli, in full strength, when it is
 * asked for the first time.
 * @param page what `/` answers, with its policy and further headers; `fileHeaders` go with everything else; `quality` of brotli.
 */
export async function serveFolder(
  folder: string,
  page: {
    html: string;
    policy: string;
    headers?: Record<string, string>;
    fileHeaders?: Record<string, string>;
    quality?: number;
  },
): Promise<ServedFolder> {
  const names = new Set((await readdir(folder)).map((name) => `/${name}`));
  const html = brotliCompressSync(page.html);
  const { quality = BEST } = page;
  const server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!;
    if (path !== '/' && !names.has(path)) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': path === '/' ? 'text/html' : (TYPES[extname(path)] ?? 'application/octet-stream'),
      'content-encoding': 'br',
      ...(path === '/' ? { 'content-security-policy': page.policy, ...page.headers } : page.fileHeaders),
    });
    return response.end(path === '/' ? html : packed(join(folder, path), quality));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    prepare: (pattern) => {
      for (const name of names) if (pattern.test(name)) packed(join(folder, name), quality);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function packed(path: string, quality: number): Buffer {
  const key = `${quality} ${path}`;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const body = packs.get(key) ?? brotliCompressSync(readFileSync(path), { params });
  packs.set(key, body);
  return body;
}
