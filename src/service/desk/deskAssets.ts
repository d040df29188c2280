import { createHash } from 'node:crypto';
import { deskScript } from './deskScript.ts';
import { deskStyles } from './deskStyles.ts';

/** A file that pages of the desk load, with an address of its own for each content. */
export interface DeskAsset {
  text: string;
  type: string;
  /** Of the content. */
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
