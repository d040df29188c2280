import { readFile } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Serves the site's own files under /assets the widget under /idv, and the colours of code under /highlight. */
export function serveFiles(app: Hono): void {
  serveFolder(app, '/assets/', OWN);
  serveFolder(app, '/idv/', DROP_IN);
  serveFolder(app, '/highlight/', HIGHLIGHT);
}

function serveFolder(app: Hono, prefix: string, folder: string): void {
  app.get(`${prefix}*`, async (c, next) => {
    const file = join(folder, c.req.path.slice(prefix.length));
    if (!file.startsWith(folder + sep)) return next();
    const content = await readFile(file).catch(() => null);
    if (!content) return next();
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    return c.body(content, 200, { 'content-type': type, 'cache-control': 'no-cache' });
  });
}
