import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { scriptsFolder, widgetFolder } from '../builtFiles.ts';

/** A file of the page, as sent. */
export interface PageFile {
  bytes: Uint8Array;
  type: string;
  /** Content coding; `null`: uncompressed. */
  coding: 'br' | null;
  etag: string;
}

/** A file's content, and its hash, which is computed once. */
interface Content {
  bytes: Uint8Array;
  etag: string;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

/** The folders of the page's files, by the first segment of the path. */
const FOLDERS: Record<string, URL> = {
  files: new URL('./assets/', import.meta.url),
  scripts: pathToFileURL(`${scriptsFolder}/hosted/`),
  widget: pathToFileURL(`${widgetFolder}/`),
};

const compress = promisify(brotliCompress);

/**
 * Reads the files of the page, and compresses each once.
 * @returns a function of the path below `/verify/` and the `Accept-Encoding` header; `null` if the file does not exist.
 */
export function pageFiles(): (path: string, accepted: string) => Promise<PageFile | null> {
  const packed = new Map<string, Promise<Content | null>>();
  /** Of uncompressed files, which are read each time, by path and time of change. */
  const etags = new Map<string, string>();
  return async (path, accepted) => {
    const [, folder = '', name = ''] = /^(files|scripts|widget)\/([\w-]+(?:\.[\w-]+)*)$/.exec(path) ?? [];
    const type = TYPES[extname(name)];
    if (!type) return null;
    const file = fileURLToPath(new URL(name, FOLDERS[folder]));
    if (!/\bbr\b/.test(accepted)) {
      const read = await readIfThere(file);
      if (!read) return null;
      const etag = etags.get(read.version) ?? etagOf(read.bytes);
      etags.set(read.version, etag);
      return { bytes: read.bytes, type, coding: null, etag };
    }
    const packing = packed.get(file) ?? pack(file);
    packed.set(file, packing);
    const content = await packing.catch((error: unknown) => {
      packed.delete(file);
      throw error;
    });
    if (!content) packed.delete(file);
    return content && { ...content, type, coding: 'br' };
  };
}

async function pack(file: string): Promise<Content | null> {
  const plain = (await readIfThere(file))?.bytes;
  if (!plain) return null;
  // The best compression level takes seconds for a large file.
  const quality = plain.length > 1_000_000 ? 5 : 11;
  const bytes = await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return { bytes, etag: etagOf(bytes) };
}

/** @returns `null` if the file does not exist. */
async function readIfThere(file: string): Promise<{ bytes: Uint8Array; version: string } | null> {
  try {
    const { mtimeMs, size } = await stat(file);
    return { bytes: await readFile(file), version: `${file} ${mtimeMs} ${size}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}
