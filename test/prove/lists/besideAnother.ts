import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEntity, type ScreeningIndex } from '../../../src/screening/index/screeningIndex.ts';
import { indexEach } from '../../../src/screening/loading/indexEach.ts';
import { keepLists } from '../../../src/screening/loading/keptLists.ts';
import { screen } from '../../../src/screening/search/screen.ts';
import { type Damage, damages } from './damages.ts';
import { inventedLists } from './inventedLists.ts';

/** A cut, nothing at all, and a page in place of the file. */
const kinds = ['cut after 50 %', 'empty', 'a page of a portal'];

/**
 * Each format beside a healthy list, both loaded and kept. Then its file is damaged, and somebody new comes onto the healthy one:
 * the new person is found, everybody on the damaged list too, and the refusal names the damaged file alone.
 */
export async function provedBesideAnother(folder: string) {
  const lost: string[] = [];
  const frozen: string[] = [];
  const blamed: string[] = [];
  let tried = 0;
  for (const list of inventedLists()) {
    for (const damage of damages.filter(({ name }) => kinds.includes(name))) {
      const files = damage.damaged(list);
      if (!files) continue;
      tried += 1;
      const name = `${list.format}: ${damage.name}`;
      const { before, after, refused } = await loadedTwice(folder, list.files, files);
      if (idsIn(before).some((id) => !findEntity(after, id))) lost.push(name);
      if (screen(after, { person: { fullName: 'Tamsin Newcomer' } }).length === 0) frozen.push(name);
      if (refused.length !== 1 || !refused[0]!.startsWith(join(folder, 'alone', 'list'))) blamed.push(name);
    }
  }
  return { ok: tried > 0 && lost.length + frozen.length + blamed.length === 0, tried, lost, frozen, blamed };
}

async function loadedTwice(
  folder: string,
  whole: Record<string, string>,
  damaged: NonNullable<ReturnType<Damage['damaged']>>,
) {
  const root = join(folder, 'alone');
  rmSync(root, { recursive: true, force: true });
  const [directories, kept] = [['list', 'healthy'].map((name) => join(root, name)), join(root, 'kept')];
  for (const directory of directories) mkdirSync(directory, { recursive: true });
  const [list, healthy] = directories as [string, string];
  const people = 'id,name\n1,Zelma Oldtimer\n';
  write(list, whole);
  write(healthy, { 'guard.csv': people });
  const { index: before, units } = await indexEach(directories, { kept });
  await keepLists(kept, units);
  write(list, damaged);
  write(healthy, { 'guard.csv': `${people}2,Tamsin Newcomer\n` });
  const { index: after, refusals } = await indexEach(directories, { kept });
  return { before, after, refused: refusals.map(({ path }) => path) };
}

function write(directory: string, files: Record<string, string | Buffer>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
}

function idsIn({ columns }: ScreeningIndex): string[] {
  const { entityJson, entityJsonStart, entityFlags } = columns;
  const json = Buffer.from(entityJson);
  return Array.from(
    entityFlags,
    (_, row) => JSON.parse(json.toString('utf8', entityJsonStart[row], entityJsonStart[row + 1])).id,
  );
}
