import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const IMPORT = /\/texts\/languages\/([\w-]+)\.json\?(\w+)$/;
const MODULE = /^\0texts\/([\w-]+)\/(\w+)$/;
const FOLDER = new URL('../../texts/languages/', import.meta.url);

/**
 * Loads one part of the texts of a language: `de.json?rest` has the key `rest` alone, and becomes a script of its own, so
 * that a page loads no texts that it does not show. Node ignores the query and reads the whole file.
 */
export function textParts(): Plugin {
  return {
    name: 'text-parts',
    enforce: 'pre',
    resolveId(source) {
      const [, tag, part] = IMPORT.exec(source) ?? [];
      return tag && `\0texts/${tag}/${part}`;
    },
    async load(id) {
      const [, tag, part] = MODULE.exec(id) ?? [];
      if (!tag || !part) return null;
      const texts = JSON.parse(await readFile(new URL(`${tag}.json`, FOLDER), 'utf8'));
      if (!Object.hasOwn(texts, part)) throw new Error(`src/texts/languages/${tag}.json has no part ${part}`);
      return `export default ${JSON.stringify({ [part]: texts[part] })};`;
    },
  };
}

/** The name of the script of a part: `de` for the two of the widget's screens, `handoff-de` and `wallet-de` for the others. */
export function textChunkName({ facadeModuleId }: { facadeModuleId?: string | null }): string | undefined {
  const [, tag, part] = MODULE.exec(facadeModuleId ?? '') ?? [];
  return part === 'start' || part === 'rest' ? tag : tag && `${part}-${tag}`;
}
