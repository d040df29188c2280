import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html, raw } from 'hono/html';
import { brands } from '../brands.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'public');

/** The content of each logo without its title, because the name is next to it. */
const drawings = new Map(
  ['idv-verify', ...Object.keys(brands)].map((id) => [
    id,
    readFileSync(join(FOLDER, `${id}.svg`), 'utf8')
      .replaceAll(/^<svg[^>]*>|<\/svg>\s*$|<title>[^<]*<\/title>/g, '')
      .replaceAll(/\n\s*/g, ''),
  ]),
);

/** A logo within the page: as an image it would be a further request and document before the first paint. */
export function logo(id: string, size: number) {
  return html`<svg viewBox="0 0 32 32" width="${size}" height="${size}" aria-hidden="true">${raw(drawings.get(id)!)}</svg>`;
}
