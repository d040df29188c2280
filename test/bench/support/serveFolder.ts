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

export interface ServedFolder {
  url: string;
  close(): Promise<void>;
}

/**
 * Serves a folder on loopback as a good web server does: everything compressed with brotli, in full strength and
 * beforehand.
 * @param page what `/` answers, with its policy and further headers.
 */
export async function serveFolder(
  folder: string,
  page: { html: string; policy: string; headers?: Record<string, string> },
): Promise<ServedFolder> {
  const packed = new Map([['/', brotliCompressSync(page.html)]]);
  for (const name of await readdir(folder)) {
    packed.set(`/${name}`, brotliCompressSync(await readFile(join(folder, name))));
  }
  const server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!;
    const body = packed.get(path);
    if (!body) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': path === '/' ? 'text/html' : (TYPES[extname(path)] ?? 'application/octet-stream'),
      'content-encoding': 'br',
      ...(path === '/' && { 'content-security-policy': page.policy, ...page.headers }),
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
