import { readFile } from 'node:fs/promises';
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
  const packed = new Map<string, Promise<Uint8Array | null>>();
  return async (path, accepted) => {
    const [, folder = '', name = ''] = /^(files|scripts|widget)\/([\w-]+(?:\.[\w-]+)*)$/.exec(path) ?? [];
    const type = TYPES[extname(name)];
    if (!type) return null;
    const file = fileURLToPath(new URL(name, FOLDERS[folder]));
    if (!/\bbr\b/.test(accepted)) {
      const bytes = await readFile(file).catch(() => null);
      return bytes && { bytes, type, coding: null };
    }
    const packing = packed.get(file) ?? pack(file);
    packed.set(file, packing);
    const bytes = await packing;
    if (!bytes) packed.delete(file);
    return bytes && { bytes, type, coding: 'br' };
  };
}

async function pack(file: string): Promise<Uint8Array | null> {
  const plain = await readFile(file).catch(() => null);
  if (!plain) return null;
  // The best compression level takes seconds for a large file.
  const quality = plain.length > 1_000_000 ? 5 : 11;
  return await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}
