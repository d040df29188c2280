import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/**
 * Suffix of the address for a second attempt. A bundler that processes the drop-in includes every address, so there is
 * only one.
 */
const AGAIN = '?2';

/**
 * The additional build steps of the drop-in: retries failed loads of later scripts, removes the empty entry, and writes
 * the integrity hash of every script to `integrity.json` and `loader.js`.
 */
export function dropInBundle(): Plugin {
  return {
    name: 'drop-in-bundle',
    apply: (_config, { command, mode }) => command === 'build' && mode === 'cdn',
    generateBundle(_options, bundle) {
      const [entry, first] = [bundle['entry.js'], bundle['idv-verify.js']];
      if (entry?.type !== 'chunk' || first?.type !== 'chunk') throw new Error('The drop-in has no entry');
      first.code = withNames(first.code, entry.code);
      delete bundle['entry.js'];
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = withRetries(withoutHints(file.code));
    },
    async writeBundle({ dir }) {
      const hashes = integrityOf(dir!);
      writeFileSync(join(dir!, 'integrity.json'), `${JSON.stringify(hashes, null, 2)}\n`);
      const loader = await bundledLoader(hashes);
      writeFileSync(join(dir!, 'loader.js'), loader);
      this.info(`loader.js ${hashOf(loader)}`);
      for (const [name, hash] of Object.entries(hashes)) this.info(`${name} ${hash}`);
    },
  };
}

/**
 * Adds the public names of the entry to the exports of the first script, which have short names: `Bt as IdvVerifyElement`
 * for `Bt as _` if the entry has `_ as IdvVerifyElement`.
 */
function withNames(code: string, entry: string): string {
  return code.replace(/\bexport\{([^}]+)\}/, (_list, own: string) => {
    const locals = new Map(own.split(',').map((item) => item.split(' as ').reverse() as [string, string]));
    const added = [...entry.matchAll(/([\w$]+) as (\w+)(?=[,}])/g)].map(
      ([, short, name]) => `${locals.get(short!)} as ${name}`,
    );
    return `export{${[own, ...added].join(',')}}`;
  });
}

/** Removes the hints for tree shaking, which are not needed any more. Between two words a space stays: `return x`. */
function withoutHints(code: string): string {
  return code.replaceAll(/(?<=[\w$])\/\* @__PURE__ \*\/ /g, ' ').replaceAll('/* @__PURE__ */ ', '');
}

/**
 * Adds a retry to imports. A browser may remember a failed script for the lifetime of the page
 * (https://github.com/whatwg/html/issues/6768), so a retry helps only with another address. The address is written out,
 * because bundlers reject an import whose address they can't read.
 */
function withRetries(code: string): string {
  return code.replaceAll(
    /\bimport\((["'`])(\.\/[\w.-]+\.js)\1\)/g,
    (_import, _quote, path) => `import("${path}").catch(()=>import("${path}${AGAIN}"))`,
  );
}

function integrityOf(folder: string): Record<string, string> {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'loader.js');
  return Object.fromEntries(scripts.sort().map((name) => [name, hashOf(readFileSync(join(folder, name)))]));
}

function hashOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** The loader as one classic script that contains the hashes. */
async function bundledLoader(hashes: Record<string, string>): Promise<string> {
  const entry = fileURLToPath(new URL('../loader.ts', import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { __INTEGRITY__: JSON.stringify(hashes) },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry, formats: ['iife'], name: 'idvVerifyLoader', fileName: 'loader' },
    },
  });
  return (result as Rolldown.RolldownOutput[])[0]!.output[0].code;
}
