import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IndexBuilder } from '../../src/screening/index/IndexBuilder.ts';
import { saveIndex } from '../../src/screening/index/savedIndex.ts';
import type { Listed } from '../../src/screening/lists/listed.ts';
import { loadLists, type ScreeningIndex } from '../../src/screening/screening.ts';
import type { Person } from '../../src/screening/search/subject.ts';
import { altered, generatedPeople, random } from './support/generatedPeople.ts';
import { jaroWinkler } from './support/jaroWinkler.ts';
import { type Speed, screeningSpeed, speedOf } from './support/screeningSpeed.ts';
import { trigramSearch } from './support/trigramSearch.ts';

/** Real lists, if they are at hand; without them all names are generated. */
const data = fileURLToPath(new URL('../../../shared/aml/lists', import.meta.url));
const real = ['ofac', 'un', 'uk']
  .map((list) => join(data, list))
  .filter((directory) => existsSync(directory));

/** Enough to last some seconds, as a service does. */
const questions = 20_000;

/** Screening on one core, beside a trigram index in PostgreSQL and a scan by Jaro-Winkler. */
export default async function bench(): Promise<object> {
  const listed = real.length > 0 ? entitiesOf(await loadLists(real)) : [];
  const parts = commonParts(listed);
  const entities = [...listed, ...generatedPeople(Math.max(0, 20_000 - listed.length), 1, parts)].slice(
    0,
    20_000,
  );
  const builder = new IndexBuilder();
  for (const entity of entities) builder.put(entity);
  const small = builder.finish({ version: 'bench', publishedAt: '2026-01-01T00:00:00.000Z' });
  const entities20k = screeningSpeed(small, people(entities, parts, questions));
  const directory = await mkdtemp(join(tmpdir(), 'bench-screen-'));
  try {
    const names = await writeList(join(directory, 'targets.simple.csv'), entities, parts);
    const queries = people(entities, parts, questions);
    const names1M = await million(directory, queries);
    const few = queries.slice(0, 300).map(({ fullName }) => fullName!.toLowerCase());
    const some = namesOf(entities);
    return {
      entities20k,
      names1M,
      pgTrgm: {
        entities20k: await trigramSearch(some, few),
        names1M: await trigramSearch(names, few),
      },
      jaroWinklerScan: { entities20k: scan(some, few.slice(0, 40)), names1M: scan(names, few.slice(0, 5)) },
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function entitiesOf({ columns }: ScreeningIndex): Listed[] {
  const { entityJson, entityJsonStart, entityFlags } = columns;
  const json = Buffer.from(entityJson);
  return Array.from(entityFlags, (_, row) =>
    JSON.parse(json.toString('utf8', entityJsonStart[row], entityJsonStart[row + 1])),
  );
}

/** The parts of the listed people's names, the most common first. */
function commonParts(listed: Listed[]): string[] {
  const counts = new Map<string, number>();
  for (const { kind, names } of listed)
    for (const part of kind === 'person' ? (names[0]!.text.match(/[A-Za-z]{2,}/g) ?? []) : [])
      counts.set(part, (counts.get(part) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([part]) => part);
}

/** Half of them listed people with a slip in the name, half strangers; half of each with a date of birth. */
function people(entities: Listed[], parts: string[], count: number): Person[] {
  const next = random(4);
  const persons = entities.filter(({ kind }) => kind === 'person');
  const strangers = [...generatedPeople(count / 2, 99, parts)];
  return Array.from({ length: count }, (_, i) => {
    const one = i % 2 === 0 ? persons[Math.floor(next() * persons.length)]! : strangers[i >> 1]!;
    const name = one.names[Math.floor(next() * one.names.length)]!.text;
    const dateOfBirth = i % 4 < 2 ? one.birthDates[0] : undefined;
    return { fullName: i % 2 === 0 && name.length > 3 ? altered(name, next) : name, dateOfBirth };
  });
}

/** A list file of a million names: the entities given, and generated people. */
async function writeList(path: string, entities: Listed[], parts: string[]): Promise<string[]> {
  const names: string[] = [];
  const file = createWriteStream(path);
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  file.write('id,schema,name,aliases,birth_date,countries,identifiers,sanctions,dataset\n');
  for (const source of [entities, generatedPeople(1_000_000, 2, parts)])
    for (const { kind, names: spellings, birthDates, countries } of source) {
      const id = `entity-${names.length}`;
      const [name, ...aliases] = spellings.map(({ text }) => text);
      names.push(name!, ...aliases);
      const row = [
        id,
        kind === 'person' ? 'Person' : 'Company',
        name!,
        aliases.join(';'),
        birthDates.join(';'),
      ];
      if (!file.write(`${[...row, countries.join(';'), '', '', 'Bench'].map(cell).join(',')}\n`))
        await once(file, 'drain');
      if (names.length >= 1_000_000) break;
    }
  file.end();
  await once(file, 'close');
  return names.map((name) => name.toLowerCase());
}

async function million(
  directory: string,
  queries: Person[],
): Promise<Speed & { loadSeconds: number; loadSavedSeconds: number; rssMb: number }> {
  const start = performance.now();
  const index = await loadLists([directory]);
  const loadSeconds = Math.round(performance.now() - start) / 1000;
  const [saved, queryFile] = [join(directory, 'index'), join(directory, 'people.json')];
  await saveIndex(index, saved, 'bench');
  await writeFile(queryFile, JSON.stringify(queries));
  const child = fileURLToPath(new URL('./support/savedScreening.ts', import.meta.url));
  const measured = JSON.parse(
    execFileSync(process.execPath, [child, saved, queryFile], { encoding: 'utf8' }),
  );
  const { p50Ms, p99Ms, perSecond, loadSavedSeconds, rssMb } = measured;
  return { p50Ms, p99Ms, perSecond, loadSeconds, loadSavedSeconds, rssMb };
}

function namesOf(entities: Listed[]): string[] {
  return entities.flatMap(({ names }) => names.map(({ text }) => text.toLowerCase()));
}

function scan(names: string[], queries: string[]): Speed {
  return speedOf(queries, (query) => {
    let best = 0;
    for (const name of names) best = Math.max(best, jaroWinkler(query, name));
    return best;
  });
}
