import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
import {
  type Block,
  type Screened,
  type ScreeningProcess,
  screeningProcess,
} from './support/screeningProcess.ts';
import { type Speed, speedOf, timesOf } from './support/screeningSpeed.ts';
import { type TrigramSearch, trigramSearch } from './support/trigramSearch.ts';

/** Real lists, if they are at hand; without them all names are generated. */
const data = fileURLToPath(new URL('../../../shared/aml/lists', import.meta.url));
const real = ['ofac', 'un', 'uk']
  .map((list) => join(data, list))
  .filter((directory) => existsSync(directory));

/**
 * The people screened, in rounds of as many each. In each round the trigram indexes then search for the first few of the
 * same people, so that whatever else slows the machine down slows all of them. As in a service, the processes live
 * through all rounds, the code is compiled and most people are new: the first round is left out, because compilation ends
 * within the first 2,000 screenings, and no person is screened twice but by chance. A trigram search takes so much longer
 * that few are enough.
 */
const questions = 20_000;
const rounds = 10;
const trigramSearches = 30;

/** Screening on one core, in turn with a trigram index in PostgreSQL; and a scan by Jaro-Winkler. */
export default async function bench(): Promise<object> {
  const listed = real.length > 0 ? entitiesOf(await loadLists(real)) : [];
  const parts = commonParts(listed);
  const entities = [...listed, ...generatedPeople(Math.max(0, 20_000 - listed.length), 1, parts)].slice(
    0,
    20_000,
  );
  const directory = await mkdtemp(join(tmpdir(), 'bench-screen-'));
  try {
    const lists = join(directory, 'lists');
    await mkdir(lists);
    const names = await writeList(join(lists, 'targets.simple.csv'), entities, parts);
    const queries = people(entities, parts, questions);
    await writeFile(join(directory, 'people.json'), JSON.stringify(queries));
    await saveIndex(indexOf(entities), join(directory, 'small'), 'bench');
    const loadSeconds = await saveMillion(lists, join(directory, 'large'));
    const some = namesOf(entities);
    const [small, large] = await inTurn(directory, queries, { some, names });
    const few = lowerCase(queries.slice(0, 300));
    return {
      entities20k: small.speed,
      names1M: { ...large.speed, loadSeconds, loadSavedSeconds: large.loadSavedSeconds, rssMb: large.rssMb },
      pgTrgm: { entities20k: small.trigramSpeed, names1M: large.trigramSpeed },
      ratio: { entities20k: ratioOf(small), names1M: ratioOf(large) },
      jaroWinklerScan: {
        entities20k: await scan(some, few.slice(0, 40)),
        names1M: await scan(names, few.slice(0, 5)),
      },
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

interface Measured {
  speed: Speed;
  trigramSpeed: Speed;
  loadSavedSeconds: number;
  rssMb: number;
}

/** How many times as long the trigram search takes. */
function ratioOf({ speed, trigramSpeed }: Measured): { p50: number; p99: number } {
  const ratio = (ours: number, theirs: number) => Math.round((10 * theirs) / ours) / 10;
  return { p50: ratio(speed.p50Ms, trigramSpeed.p50Ms), p99: ratio(speed.p99Ms, trigramSpeed.p99Ms) };
}

/** Measures both sizes, each in turn with the trigram index over the same names. */
async function inTurn(
  directory: string,
  queries: Person[],
  { some, names }: { some: string[]; names: string[] },
): Promise<[Measured, Measured]> {
  const file = join(directory, 'people.json');
  const small = new Contest(screeningProcess(join(directory, 'small'), file), await trigramSearch(some));
  const large = new Contest(screeningProcess(join(directory, 'large'), file), await trigramSearch(names));
  try {
    for (let round = 0; round < rounds; round++) {
      const [from, to] = [(round * questions) / rounds, ((round + 1) * questions) / rounds];
      const few = lowerCase(queries.slice(from, from + trigramSearches));
      for (const contest of [small, large]) await contest.round({ from, to }, few, { counts: round > 0 });
    }
    return [small.measured(), large.measured()];
  } finally {
    await small.stop();
    await large.stop();
  }
}

/** A process that screens, and a trigram index over the same names. */
class Contest {
  readonly #times: number[] = [];
  readonly #trigramTimes: number[] = [];
  #last: Screened | null = null;
  readonly #ours: ScreeningProcess;
  readonly #trigrams: TrigramSearch;

  constructor(ours: ScreeningProcess, trigrams: TrigramSearch) {
    this.#ours = ours;
    this.#trigrams = trigrams;
  }

  async round(block: Block, few: string[], { counts }: { counts: boolean }): Promise<void> {
    this.#last = await this.#ours.screen(block);
    const trigramTimes = await this.#trigrams.screen(few);
    if (!counts) return;
    this.#times.push(...this.#last.times);
    this.#trigramTimes.push(...trigramTimes);
  }

  measured(): Measured {
    const { loadSavedSeconds, rssMb } = this.#last!;
    return {
      speed: speedOf(this.#times),
      trigramSpeed: speedOf(this.#trigramTimes),
      loadSavedSeconds,
      rssMb,
    };
  }

  async stop(): Promise<void> {
    this.#ours.stop();
    await this.#trigrams.stop();
  }
}

function indexOf(entities: Listed[]): ScreeningIndex {
  const builder = new IndexBuilder();
  for (const entity of entities) builder.put(entity);
  return builder.finish({ version: 'bench', publishedAt: '2026-01-01T00:00:00.000Z' });
}

function lowerCase(queries: Person[]): string[] {
  return queries.map(({ fullName }) => fullName!.toLowerCase());
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

/**
 * Loads the list files and saves their index.
 * @returns the seconds of loading
 */
async function saveMillion(lists: string, saved: string): Promise<number> {
  const start = performance.now();
  const index = await loadLists([lists]);
  const loadSeconds = Math.round(performance.now() - start) / 1000;
  await saveIndex(index, saved, 'bench');
  return loadSeconds;
}

function namesOf(entities: Listed[]): string[] {
  return entities.flatMap(({ names }) => names.map(({ text }) => text.toLowerCase()));
}

async function scan(names: string[], queries: string[]): Promise<Speed> {
  const times = await timesOf(queries, (query) => {
    let best = 0;
    for (const name of names) best = Math.max(best, jaroWinkler(query, name));
    return best;
  });
  return speedOf(times.slice(Math.floor(times.length / 10)));
}
