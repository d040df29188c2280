import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { buildReportFonts } from './buildReportFonts.ts';

/** Puts the fonts of reports into `dist/fonts`, where the service looks for them. */
export function reportFonts(): Plugin {
  let isDropIn = false;
  return {
    name: 'report-fonts',
    apply: 'build',
    configResolved({ mode }) {
      isDropIn = mode === 'cdn';
    },
    async writeBundle() {
      if (isDropIn) await buildReportFonts(folder);
    },
  };
}

const folder = fileURLToPath(new URL('../../../../../dist/fonts', import.meta.url));
