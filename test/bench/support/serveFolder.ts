import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

/** Folders that were compressed before: it takes seconds. */
const packs = new Map<string, Promise<Map<string, Buffer>>>();

export interface ServedFolder {
  url: string;
  close(): Promise<void>;
}

/**
 * Serves a folder on loopback as a good web server does: everything compressed with brotli, in full strength and
 * beforehand.
 * @param page what `/` answers, with its policy and further headers; `fileHeaders` go with everything else.
 */
export async function serveFolder(
  folder: string,
  page: {
    html: string;
    policy: string;
    headers?: Record<string, string>;
    fileHeaders?: Record<string, string>;
  },
): Promise<ServedFolder> {
  const files = packs.get(folder) ?? packFolder(folder);
  packs.set(folder, files);
  const packed = new Map([...(await files), ['/', brotliCompressSync(page.html)]]);
  const server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!;
    const body = packed.get(path);
    if (!body) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': path === '/' ? 'text/html' : (TYPES[extname(path)] ?? 'application/octet-stream'),
      'content-encoding': 'br',
      ...(path === '/' ? { 'content-security-policy': page.policy, ...page.headers } : page.fileHeaders),
    });
    return response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function packFolder(folder: string): Promise<Map<string, Buffer>> {
  const packed = new Map<string, Buffer>();
  for (const name of await readdir(folder))
    packed.set(`/${name}`, brotliCompressSync(await readFile(join(folder, name))));
  return packed;
}
