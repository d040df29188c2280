import { createHash } from 'node:crypto';
import { build, type Rolldown } from 'vite';

/**
 * Packs content as a script with one default export: bytes as one character each, text unchanged. The script is emitted
 * only next to the drop-in, and the library imports it from there, so that the package contains it once.
 * @returns the file, and the source of an object `{name, load}` (`EngineFile`).
 */
export function packedScript(
  name: string,
  content: string | Uint8Array,
  { isDropIn }: { isDropIn: boolean },
) {
  const text = typeof content === 'string' ? content : packBytes(content);
  const asset = hashedAsset(name, '.js', `export default ${JSON.stringify(text)};\n`, { isDropIn: true });
  const path = isDropIn ? `./${asset.fileName}` : `../cdn/${asset.fileName}`;
  return {
    asset,
    path,
    expression: `{ name: '${asset.fileName}', load: async () => (await import('${path}')).default }`,
  };
}

/** Emits a file with its hash in the name: next to the drop-in, or among the chunks of the library. */
function hashedAsset(
  name: string,
  extension: string,
  source: string | Uint8Array,
  { isDropIn }: { isDropIn: boolean },
): { type: 'asset'; fileName: string; source: string | Uint8Array } {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { type: 'asset', fileName: `${isDropIn ? '' : 'chunks/'}${name}-${hash}${extension}`, source };
}

/**
 * Encodes bytes as a text without control characters, which survives every bundler: U+0020–U+00FF for 32–255,
 * U+0100–U+011F for 0–31.
 */
export function packBytes(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (const byte of bytes) pieces.push(String.fromCharCode(byte < 0x20 ? byte + 0x100 : byte));
  return pieces.join('');
}

/**
 * Emits a worker twice: as a script that a worker can be started from, and as the text of that script in a module.
 * @returns the source of an object `{name, url, code}` (`WorkerFile`).
 */
export async function emitWorker(
  context: Rolldown.PluginContext,
  { name, entry, isDropIn }: { name: string; entry: string; isDropIn: boolean },
): Promise<string> {
  const source = await bundleWorker(entry);
  const script = hashedAsset(name, '.js', source, { isDropIn });
  const url = `import.meta.ROLLUP_FILE_URL_${context.emitFile(script)}`;
  const text = packedScript(`${name}-code`, source, { isDropIn });
  if (isDropIn) context.emitFile(text.asset);
  return `{ name: '${script.fileName.split('/').at(-1)}', url: ${url}, code: ${text.expression} }`;
}

/** Bundles a module with all its imports into one script. It starts faster, and a bundler can copy it unchanged. */
async function bundleWorker(entry: string): Promise<string> {
  const lib = { entry, formats: ['es' as const], fileName: 'worker' };
  const rolldownOptions = { output: { minify: true } };
  const options = { write: false, target: 'es2022', lib, rolldownOptions };
  const result = await build({ configFile: false, logLevel: 'error', publicDir: false, build: options });
  return (result as Rolldown.RolldownOutput[])[0]!.output[0].code;
}
