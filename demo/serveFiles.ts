import { readFile } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Hono } from 'hono';

const OWN = join(import.meta.dirname, '..', 'public');
/** The drop-in script and the files beside it, wherever the package is installed. */
const DROP_IN = dirname(fileURLToPath(import.meta.resolve('idv-verify/cdn/idv-verify.js')));

/** The library that colours code, for the panel. */
const HIGHLIGHT = dirname(fileURLToPath(import.meta.resolve('@speed-highlight/core')));

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Serves the site's own files under /assets the widget under /idv, and the colours of code under /highlight. */
export function serveFiles(app: Hono): void {
  serveFolder(app, '/assets/', OWN);
  serveFolder(app, '/idv/', DROP_IN);
  serveFolder(app, '/highlight/', HIGHLIGHT);
}

const packed = new Map<string, { content: Buffer; brotli: Uint8Array<ArrayBuffer> }>();

/** A file as Brotli, made once while it stays the same; `null` where that is no smaller, as of pictures. */
function brotliOf(file: string, content: Buffer): Uint8Array<ArrayBuffer> | null {
  if (!/\.(css|js|json|svg|wasm)$/.test(file)) return null;
  const known = packed.get(file);
  if (known?.content.equals(content)) return known.brotli;
  const brotli = new Uint8Array(
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  );
  packed.set(file, { content, brotli });
  return brotli;
}

function serveFolder(app: Hono, prefix: string, folder: string): void {
  app.get(`${prefix}*`, async (c, next) => {
    const file = join(folder, c.req.path.slice(prefix.length));
    if (!file.startsWith(folder + sep)) return next();
    const content = await readFile(file).catch(() => null);
    if (!content) return next();
    c.header('vary', 'Accept-Encoding');
    const packed = /\bbr\b/.test(c.req.header('accept-encoding') ?? '') ? brotliOf(file, content) : null;
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const headers = { 'content-type': type, 'cache-control': 'no-cache' };
    if (!packed) return c.body(content, 200, headers);
    return c.body(packed, 200, { ...headers, 'content-encoding': 'br' });
  });
}
