import { createHash } from 'node:crypto';
import { isLocalhost } from '../../contract/returnUrl.ts';

/** The download address of a list, and its local folder. */
export interface ListAddress {
  url: URL;
  /** The folder for all files from the same directory of a host: a list may consist of several files. */
  folder: string;
  file: string;
}

/** Whether a setting is an address, as opposed to a directory. */
export function isListAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(text);
}

/**
 * Parses the address of a list.
 * @returns `null` unless it is https, or http to this machine
 */
export function listAddress(text: string): ListAddress | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!isSafeListUrl(url)) return null;
  const parts = url.pathname.split('/');
  const last = parts.pop() ?? '';
  const parent = `${url.origin}${parts.join('/')}`;
  const hash = createHash('sha256').update(parent).digest('hex').slice(0, 12);
  return {
    url,
    folder: `${url.hostname.replaceAll(/[^\w.-]/g, '_')}-${hash}`,
    file: safeName(last) || 'list',
  };
}

/**
 * Whether a list can be downloaded safely: https, or this machine. A list decides who is refused, so it must not be
 * changed in transit.
 */
export function isSafeListUrl(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocalhost(url.hostname));
}

function safeName(segment: string): string {
  return segment.replaceAll(/[^\w.-]/g, '_').replace(/^\.+/, '');
}

/** The documented address of a file of OFAC's Sanctions List Service, and the older one that leads to the same file. */
const OFAC = 'https://sanctionslistservice.ofac.treas.gov/api/download/';
const TREASURY = 'https://www.treasury.gov/ofac/downloads/';

/** The second address of the publisher for a file; `null` if there is none. */
export function secondAddress({ href }: URL): URL | null {
  if (!href.startsWith(OFAC)) return null;
  const file = href.slice(OFAC.length).toLowerCase();
  return new URL(`${TREASURY}${/^cons/.test(file) ? `consolidated/${file}` : file}`);
}

/** The official lists: US OFAC, UN, UK, EU. */
export const officialLists: readonly string[] = [
  ...['SDN', 'ALT', 'ADD', 'SDN_COMMENTS', 'CONS_PRIM', 'CONS_ALT', 'CONS_ADD'].map(
    (file) => `${OFAC}${file}.CSV`,
  ),
  'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
  'https://webgate.ec.europa.eu/fsd/fsf/public/files/csvFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
];
