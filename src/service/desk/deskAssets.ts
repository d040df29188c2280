import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptsFolder } from '../builtFiles.ts';
import { deskStyles } from './deskStyles.ts';

/** A file loaded by pages of the desk; its URL contains the hash of its content. */
export interface DeskAsset {
  text: string;
  type: string;
  /** Hash of the content. */
  hash: string;
  href: string;
}

let assets: { css: DeskAsset; js: DeskAsset } | null = null;

/** The style and the script of the desk. @throws if the script was not built. */
export function deskAssets(): { css: DeskAsset; js: DeskAsset } {
  assets ??= {
    css: asset('desk.css', 'text/css', deskStyles),
    js: asset('desk.js', 'text/javascript', readFileSync(join(scriptsFolder, 'desk/desk.js'), 'utf8')),
  };
  return assets;
}

function asset(name: string, type: string, text: string): DeskAsset {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return { text, type: `${type}; charset=utf-8`, hash, href: `/desk/${name}?v=${hash}` };
}
