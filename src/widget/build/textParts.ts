import { readdir, readFile } from 'node:fs/promises';
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

/** The name of the script of a part: `de` for the two of the widget's screens, `handoff-de`, `wallet-de` and `document-de` for the others. */
export function textChunkName({ facadeModuleId }: { facadeModuleId?: string | null }): string | undefined {
  if (facadeModuleId?.startsWith(`\0${GROUP}`)) return facadeModuleId.slice(1).replace('/', '-');
  const [, tag, part] = MODULE.exec(facadeModuleId ?? '') ?? [];
  return part === 'start' || part === 'rest' ? tag : tag && `${part}-${tag}`;
}

const GROUP = 'document-texts/';
const OF_DOCUMENT =
  /import\('[^']*\/languages\/([\w-]+)\.json\?document'(?:, \{ with: \{ type: 'json' \} \})?\)\)\.default\.document/g;

/** The group of a language: some languages from one first letter on. */
const groupOf = (tag: string) => [...'aegjmrt'].findLast((first) => first <= tag)!;

/**
 * Puts the texts of the document of several languages into one script of the drop-in. The loader has a hash of every script,
 * for people too who show no document: one for each language would weigh more than the texts.
 */
export function documentTextGroups(): Plugin {
  return {
    name: 'document-text-groups',
    enforce: 'pre',
    apply: (_config, { command, mode }) => command === 'build' && mode === 'cdn',
    transform: (code, id) =>
      id.endsWith('/documentTextFiles.ts')
        ? code.replaceAll(
            OF_DOCUMENT,
            (_import, tag: string) => `import('${GROUP}${groupOf(tag)}')).default['${tag}']`,
          )
        : undefined,
    resolveId: (source) => (source.startsWith(GROUP) ? `\0${source}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${GROUP}`)) return undefined;
      const tags = (await readdir(FOLDER)).map((name) => name.replace('.json', ''));
      const texts = await Promise.all(
        tags
          .filter((tag) => id === `\0${GROUP}${groupOf(tag)}`)
          .map(async (tag) => [
            tag,
            JSON.parse(await readFile(new URL(`${tag}.json`, FOLDER), 'utf8')).document,
          ]),
      );
      return `export default ${JSON.stringify(Object.fromEntries(texts))};`;
    },
  };
}
