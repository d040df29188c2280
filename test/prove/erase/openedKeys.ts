import { readdirSync, readFileSync } from 'node:fs';
import { KeySlotFiles } from '../../../src/service/crypto/KeySlotFiles.ts';
import { purposes } from '../../../src/service/crypto/purposes.ts';
import { createVault } from '../../../src/service/crypto/vault.ts';
import { filesOf } from './filesWith.ts';

/** The data of a thief: copies of the database of any age, the root key, and the current key directory. */
export interface Loot {
  /** Folders with files of databases, and with logs. */
  folders: readonly string[];
  /** Dumps, with bytes in hexadecimal. */
  dumps: readonly string[];
  root: Uint8Array;
  keysDir: string;
  /** Cases, watches, screenings and files that there were. */
  ids: readonly string[];
}

/** A wrapped data key: the generation of the root key, the file and the number of its slot, then nonce, tag and key. */
const FIRST = 0;
const BYTES = 1 + 10 + 12 + 16 + 32;

/**
 * Searches all bytes, including dead rows, for wrapped data keys, and tries to unwrap each for every owner.
 * @returns the number of different keys, and the owners of those that could be unwrapped.
 */
export function openedKeys({ folders, dumps, root, keysDir, ids }: Loot): {
  found: number;
  opened: string[];
} {
  const names = readdirSync(keysDir).filter((name) => name.endsWith('.keys'));
  const marks = names.map((name) => Buffer.concat([Buffer.of(FIRST), Buffer.from(name.slice(0, 16), 'hex')]));
  const found = new Map<string, Uint8Array>();
  const note = (key: Buffer) => key.length === BYTES && found.set(key.toString('hex'), Uint8Array.from(key));
  for (const file of folders.flatMap(filesOf)) {
    const content = readFileSync(file);
    for (const mark of marks)
      for (let at = content.indexOf(mark); at >= 0; at = content.indexOf(mark, at + 1))
        note(content.subarray(at, at + BYTES));
  }
  for (const dump of dumps)
    for (const mark of marks.map((one) => one.toString('hex')))
      for (let at = dump.indexOf(mark); at >= 0; at = dump.indexOf(mark, at + 1))
        note(Buffer.from(dump.slice(at, at + 2 * BYTES), 'hex'));
  const slots = new KeySlotFiles(keysDir);
  const vault = createVault(root, slots);
  const opens = (id: string, data_key: Uint8Array) => {
    try {
      vault.seal({ id, data_key }, purposes.trial, '');
      return true;
    } catch {
      return false;
    }
  };
  const keys = [...found.values()];
  const opened = ids.filter((id) => keys.some((key) => opens(id, key)));
  slots.close();
  return { found: keys.length, opened };
}
