import { encodeBase62, randomBase62 } from './base62.ts';
import { crc32 } from './crc32.ts';
import type { Mode } from './mode.ts';

/** `secret`: the API key of the customer's back end. `session`: the key of a page, for one case. */
export type KeyKind = 'secret' | 'session';

const PREFIX = { secret: 'idv', session: 'idvs' } as const;
const FORM = /^(idvs?)_(live|test)_[0-9A-Za-z]{42}$/;

/** A new key: `idv_live_` (or `idvs_test_` …) + 36 random base62 digits + 6 digits of CRC-32 of all before. */
export function generateKey(kind: KeyKind, mode: Mode): string {
  const body = `${PREFIX[kind]}_${mode}_${randomBase62(36)}`;
  return body + checksum(body);
}

/** Reads what a key says of itself. `null` if its form or checksum is wrong: then it can't be a key of ours. */
export function parseKey(key: string): { kind: KeyKind; mode: Mode } | null {
  const match = FORM.exec(key);
  if (!match || key.slice(-6) !== checksum(key.slice(0, -6))) return null;
  return { kind: match[1] === 'idv' ? 'secret' : 'session', mode: match[2] as Mode };
}

function checksum(body: string): string {
  return encodeBase62(crc32(body), 6);
}
