import { hashedAsset } from './hashedAsset.ts';
import { packBytes } from './packBytes.ts';

/**
 * Content as a script with one default export: bytes one character each, text as it is. It lies with the drop-in alone and the
 * library imports it from there, so that the package holds it once.
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
