import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html, raw } from 'hono/html';

const FOLDER = join(import.meta.dirname, '..', 'public');

/** The style sheets by name, without line breaks and comments. */
const sheets = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.css'))
    .map((file) => [file.slice(0, -4), condense(readFileSync(join(FOLDER, file), 'utf8'))]),
);

/** A style sheet within the page, so that the first paint needs no second request. */
export function inlineStyle(name: string) {
  const text = sheets.get(name);
  if (text === undefined) throw new Error(`There is no style sheet ${name}`);
  return html`<style>${raw(text)}</style>`;
}

/** The hashes by which a policy allows exactly these style sheets (CSP Level 3). */
export const styleHashes: string[] = [...sheets.values()].map(
  (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
);

function condense(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}
