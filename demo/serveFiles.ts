import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Hono } from 'hono';

const PUBLIC_FOLDER = join(import.meta.dirname, '..', 'public');
/** The built scripts of the site's pages. */
const SCRIPTS = join(import.meta.dirname, '..', 'dist', 'pages', 'demo');
/** The folder of the drop-in script, wherever the package is installed. */
const DROP_IN = dirname(fileURLToPath(import.meta.resolve('idv-verify/cdn/idv-verify.js')));

/** The syntax highlighter for the panel. */
const HIGHLIGHT = dirname(fileURLToPath(import.meta.resolve('@speed-highlight/core')));

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
};

/**
 * Serves the site's own files under /assets, its scripts under /scripts, the widget under /idv, and the syntax highlighter
 * under /highlight.
 * @throws if the scripts or the widget were not built.
 */
export function serveFiles(app: Hono): void {
  for (const file of [join(SCRIPTS, 'start.js'), join(DROP_IN, 'idv-verify.js')])
    if (!existsSync(file)) throw new Error(`${file} is missing. Run "npm run build".`);
  serveFolder(app, '/scripts/', SCRIPTS);
  serveFolder(app, '/assets/', PUBLIC_FOLDER);
  serveFolder(app, '/idv/', DROP_IN);
  serveFolder(app, '/highlight/', HIGHLIGHT);
}

interface Served {
  /** Modification time of the file in milliseconds. */
  changedAt: number;
  content: Buffer<ArrayBuffer>;
  /** `null` if compression would not make it smaller, as for pictures. */
  brotli: Buffer<ArrayBuffer> | null;
  etag: string;
}

const compress = promisify(brotliCompress);
const served = new Map<string, Served>();

/** A file with its compressed form, computed once per version; `null` if there is none. */
async function read(file: string): Promise<Served | null> {
  // A file that cannot be read is not found.
  const stats = await stat(file).catch(() => null);
  if (!stats?.isFile()) return null;
  const known = served.get(file);
  if (known?.changedAt === stats.mtimeMs) return known;
  const content = await readFile(file);
  const isText = /\.(css|js|json|svg|wasm)$/.test(file);
  const brotli = isText ? await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }) : null;
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const entry = { changedAt: stats.mtimeMs, content, brotli, etag };
  served.set(file, entry);
  return entry;
}

function serveFolder(app: Hono, prefix: string, folder: string): void {
  app.get(`${prefix}*`, async (c, next) => {
    const path = join(folder, c.req.path.slice(prefix.length));
    if (!path.startsWith(folder + sep)) return next();
    const file = await read(path);
    if (!file) return next();
    const { content, brotli, etag } = file;
    c.header('vary', 'Accept-Encoding');
    c.header('cache-control', 'no-cache');
    const packed = /\bbr\b/.test(c.req.header('accept-encoding') ?? '') ? brotli : null;
    // The two forms have different bytes, so the tag is weak (RFC 9110, 8.8.1).
    c.header('etag', `W/${etag}`);
    if (c.req.header('if-none-match') === `W/${etag}`) return c.body(null, 304);
    const headers = { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' };
    if (!packed) return c.body(content, 200, headers);
    return c.body(packed, 200, { ...headers, 'content-encoding': 'br' });
  });
}
