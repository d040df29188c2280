import { LatestRows } from '../../src/screening/index/LatestRows.ts';
import type { Listed } from '../../src/screening/lists/listed.ts';
import { discoverLists } from '../../src/screening/loading/discoverLists.ts';
import { readLists } from '../../src/screening/loading/readLists.ts';

/** All that the readers make of the lists in a folder. */
export async function readFolder(directory: string) {
  const all: Listed[] = [];
  const latest = new LatestRows();
  const messages: string[] = [];
  const log = (message: string) => void messages.push(message);
  const found = await discoverLists([directory], log);
  const put = (entity: Listed, collection: string) => {
    all.push(entity);
    return latest.put(entity.id, collection);
  };
  const drop = (id: string, collection: string) => latest.drop(id, collection);
  const summary = await readLists(found, { put, drop }, { log });
  const entities = new Map([...latest.rows()].map((row) => [all[row]!.id, all[row]!]));
  return { entities, summary, messages };
}
