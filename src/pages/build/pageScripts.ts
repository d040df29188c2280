import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { buildPageScripts } from './buildPageScripts.ts';

/** Puts the scripts of pages into `dist/pages`, where their servers look for them: with the drop-in, and before tests. */
export function pageScripts(): Plugin {
  let isServing = false;
  let isDropIn = false;
  return {
    name: 'page-scripts',
    configResolved({ command, mode }) {
      isServing = command === 'serve';
      isDropIn = mode === 'cdn';
    },
    async buildStart() {
      if (isServing) await buildPageScripts(folder);
    },
    async writeBundle() {
      if (isDropIn) await buildPageScripts(folder);
    },
  };
}

const folder = fileURLToPath(new URL('../../../dist/pages', import.meta.url));
