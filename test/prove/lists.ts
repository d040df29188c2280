import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEntity, type ScreeningIndex } from '../../src/screening/index/screeningIndex.ts';
import { ListError } from '../../src/screening/lists/ListError.ts';
import type { Listed } from '../../src/screening/lists/listed.ts';
import { holdList } from '../../src/screening/loading/holdLists.ts';
import { indexLists } from '../../src/screening/loading/indexLists.ts';
import { possibleMatchThreshold } from '../../src/screening/search/finding.ts';
import { screen } from '../../src/screening/search/screen.ts';
import { provedBesideAnother } from './lists/besideAnother.ts';
import { cutEnds, type Damage, damages, delisting } from './lists/damages.ts';
import { type InventedList, inventedLists } from './lists/inventedLists.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

/**
 * Damages lists of every format in every way, and screens every listed name: no result may become clear or change its
 * kind. A damaged list is refused because of the contents of its files or, if these look intact, because entries of the
 * previous version are missing. The quick form uses every fifth kind of damage of each format.
 */
export default async function proveLists(lab: Lab): Promise<Findings> {
  const folder = lab.folder();
  const counts = { kinds: 0, byFiles: 0, byTotals: 0, harmless: 0 };
  const cleared: string[] = [];
  const wrongKinds: string[] = [];
  const unreadable: string[] = [];
  const onlyByTotals: string[] = [];
  for (const [at, list] of inventedLists().entries()) {
    const index = await loaded(folder, list.files);
    if (typeof index === 'string') {
      unreadable.push(`${list.format}: ${index}`);
      continue;
    }
    const whole = { index, people: peopleIn(index) };
    for (const [number, damage] of damages.entries()) {
      if (lab.form === 'quick' && (number + at) % 5 > 0) continue;
      const found = await tried(folder, whole, list, damage);
      if (!found) continue;
      counts.kinds += 1;
      const name = `${list.format}: ${damage.name}`;
      if (found.refused) counts[found.refused] += 1;
      else counts.harmless += 1;
      if (found.refused === 'byTotals') onlyByTotals.push(name);
      if (found.cleared > 0) cleared.push(`${name} (${found.cleared})`);
      if (found.wrongKinds > 0) wrongKinds.push(`${name} (${found.wrongKinds})`);
    }
  }
  const long = await provedLong(folder);
  const alone = await provedBesideAnother(folder);
  const ok =
    long.ok && alone.ok && cleared.length + wrongKinds.length + unreadable.length === 0 && counts.kinds > 0;
  if (process.env['PROVE_LISTS_ALL']) process.stderr.write(`${onlyByTotals.join('\n')}\n`);
  return { ok, ...counts, cleared, wrongKinds, unreadable, long, alone };
}

/** As many people that one in a hundred may go. */
const LONG = 400;

/**
 * Cuts long lists at their ends, so shortly that their totals allow it: each is refused. An ordinary delisting is not.
 */
async function provedLong(folder: string) {
  const taken: string[] = [];
  const refusedDelistings: string[] = [];
  let kinds = 0;
  for (const list of inventedLists(LONG).filter(({ format }) => format !== 'own CSV of five')) {
    const whole = await loaded(folder, list.files);
    if (typeof whole === 'string') {
      refusedDelistings.push(`${list.format}: ${whole}`);
      continue;
    }
    for (const damage of cutEnds) {
      const found = await refused(folder, whole, list, damage);
      if (!found) continue;
      kinds += 1;
      if (!found.by) taken.push(`${list.format}: ${damage.name}`);
    }
    const found = await refused(folder, whole, list, delisting);
    if (found?.by) refusedDelistings.push(list.format);
  }
  return { ok: taken.length + refusedDelistings.length === 0 && kinds > 0, kinds, taken, refusedDelistings };
}

interface Tried {
  refused: 'byFiles' | 'byTotals' | null;
  cleared: number;
  wrongKinds: number;
}

/** A list without damage, and everybody on it with the names that find them. */
interface Whole {
  index: ScreeningIndex;
  people(): { one: Listed; names: string[] }[];
}

/** @returns `null` if this damage does not apply to this list. */
async function tried(
  folder: string,
  whole: Whole,
  list: InventedList,
  damage: Damage,
): Promise<Tried | null> {
  const found = await refused(folder, whole.index, list, damage);
  if (!found) return null;
  if (found.by) return { refused: found.by, cleared: 0, wrongKinds: 0 };
  const { index } = found;
  const people = whole.people();
  const cleared = people.filter(({ one, names }) => names.some((name) => !isFound(index, one, name)));
  const wrongKinds = people.filter(({ one: { id, kind } }) => (findEntity(index, id)?.kind ?? kind) !== kind);
  return { refused: null, cleared: cleared.length, wrongKinds: wrongKinds.length };
}

/** The refusal of a damaged list, or else its index; `null` if this damage does not apply to this list. */
async function refused(
  folder: string,
  whole: ScreeningIndex,
  list: InventedList,
  damage: Damage,
): Promise<{ by: 'byFiles' | 'byTotals' } | { by: null; index: ScreeningIndex } | null> {
  const files = damage.damaged(list);
  if (!files) return null;
  const index = await loaded(folder, files);
  if (typeof index === 'string') return { by: 'byFiles' };
  return isWhole(whole, index) ? { by: null, index } : { by: 'byTotals' };
}

/** Searched once, when first asked for. */
function peopleIn(index: ScreeningIndex): Whole['people'] {
  let people: ReturnType<Whole['people']> | null = null;
  const search = () =>
    entitiesOf(index).map((one) => ({
      one,
      names: one.names.map(({ text }) => text).filter((text) => isFound(index, one, text)),
    }));
  return () => {
    people ??= search();
    return people;
  };
}

/** The lists of some files, or why they are refused. */
async function loaded(
  folder: string,
  files: Record<string, string | Buffer>,
): Promise<ScreeningIndex | string> {
  const directory = join(folder, 'lists');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  try {
    return await indexLists([directory]);
  } catch (error) {
    if (error instanceof ListError) return error.message;
    throw error;
  }
}

/** Whether each list is accepted after the one before. */
function isWhole(before: ScreeningIndex, after: ScreeningIndex): boolean {
  return before.dataset.lists.every(({ name, version, publishedAt, totals, ends }) => {
    const now = after.dataset.lists.find((list) => list.name === name);
    if (!now) return false;
    try {
      holdList(now, { version, publishedAt, accepted: [totals], ends }, [], after);
      return true;
    } catch (error) {
      if (error instanceof ListError) return false;
      throw error;
    }
  });
}

function entitiesOf({ columns }: ScreeningIndex): Listed[] {
  const { entityJson, entityJsonStart, entityFlags } = columns;
  const json = Buffer.from(entityJson.buffer, entityJson.byteOffset, entityJson.length);
  return Array.from({ length: entityFlags.length }, (_, row) =>
    JSON.parse(json.toString('utf8', entityJsonStart[row]!, entityJsonStart[row + 1]!)),
  );
}

function isFound(index: ScreeningIndex, { kind, birthDates }: Listed, name: string): boolean {
  const born = birthDates[0];
  const subject =
    kind === 'person'
      ? { person: { fullName: name, ...(born ? { dateOfBirth: born } : {}) } }
      : { organisation: { name } };
  const [best] = screen(index, subject as never, { minScore: possibleMatchThreshold, limit: 1 });
  return best !== undefined;
}
