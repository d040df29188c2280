import { createHash } from 'node:crypto';
import { deskScript } from './deskScript.ts';
import { deskStyles } from './deskStyles.ts';

/** A file loaded by pages of the desk; its URL contains the hash of its content. */
export interface DeskAsset {
  text: string;
  type: string;
  /** Hash of the content. */
  hash: string;
  href: string;
}

function asset(name: string, type: string, text: string): DeskAsset {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return { text, type: `${type}; charset=utf-8`, hash, href: `/desk/${name}?v=${hash}` };
}

export const deskAssets = {
  css: asset('desk.css', 'text/css', deskStyles),
  js: asset('desk.js', 'text/javascript', deskScript()),
};
