import { VisionError } from './VisionError.ts';

/**
 * The content of an engine file.
 * @param assetBase a folder that serves the files, ending in `/`; `null` for the files of the bundle.
 * @throws VisionError `load_failed`.
 */
export async function loadEngineFile(
  file: EngineFile,
  assetBase: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const content = assetBase === null ? await file.load() : await served(new URL(file.name, assetBase));
    return typeof content === 'string' ? unpackBytes(content) : content;
  } catch (cause) {
    const origin = assetBase === null ? '' : ` from ${assetBase}`;
    throw new VisionError('load_failed', `${file.name} could not be loaded${origin}.`, { cause });
  }
}

/** Reads a served script as data: a bundler rejects an import with an unknown address. */
async function served(url: URL): Promise<string | Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok) throw new Error(`Status ${response.status}.`);
  if (!url.pathname.endsWith('.js')) return new Uint8Array(await response.arrayBuffer());
  const packed = /^export default (".*");$/s.exec((await response.text()).trim())?.[1];
  if (packed === undefined) throw new Error('Not a file of the engine.');
  return JSON.parse(packed);
}

/**
 * Decodes a text written by `packBytes`: one character for each byte, in its lower eight bits. Compressed with brotli
 * such a text is hardly longer than the bytes themselves (base64: 9 % longer).
 */
export function unpackBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/**
 * A file of the engine: kernels, weights, or the code of a worker. In a build it is a script whose default export is
 * the content, which every bundler includes without configuration: bytes as one character each (`unpackBytes`), code as
 * text.
 */
export interface EngineFile {
  /** The file name in a folder that serves the files. */
  name: string;
  /** @throws the platform's error if the file can't be loaded. */
  load(): Promise<string | Uint8Array<ArrayBuffer>>;
}

/** A file as a development server serves it. */
export function fetchedFile(name: string, url: URL): EngineFile {
  return {
    name,
    load: async () => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`Status ${response.status}.`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}
