import type { Rolldown } from 'vite';
import { bundleWorker } from './bundleWorker.ts';
import { hashedAsset } from './hashedAsset.ts';
import { packedScript } from './packedScript.ts';

/**
 * Emits a worker twice: as the script that a worker is started from, and as that script's text in a module.
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
