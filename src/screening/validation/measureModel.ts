import { entityAt, type ScreeningIndex } from '../index/screeningIndex.ts';
import type { Listed } from '../lists/listed.ts';
import { scriptOf } from '../names/scriptOf.ts';
import { type Hit, possibleMatchThreshold } from '../search/finding.ts';
import { screen } from '../search/screen.ts';
import type { Subject } from '../search/subject.ts';
import { alterations, anyDay, seeded, vesselSpellings, wrongDates } from './alterations.ts';
import { inventedFirms, inventedPeople } from './inventedNames.ts';

/** The number of queries, and of those with the counted result. */
export interface Share {
  questions: number;
  count: number;
}

/** One line of the validation: the measured rate of one group. */
export interface ValidationLine {
  section: 'class' | 'dates' | 'script' | 'list' | 'organisations' | 'vessels' | 'false_alerts' | Sweep;
  group: string;
  /** With the name alone. */
  name: Share;
  /** With the date of birth, for entities with a listed day of birth. */
  dated: Share | null;
}

/** The share of altered names found, and of invented people who alert, from one score on: the group names the score. */
type Sweep = 'found_from' | 'alerts_from' | 'book' | 'deck_found' | 'deck_alerts';

/** A query whose best score stayed below the threshold. A human decides whether it should have alerted. */
export interface BelowTheLine {
  asked: string;
  dateOfBirth: string | null;
  listed: string;
  entityId: string;
  lists: string[];
  score: number;
  /** Whether the entry is the source of the queried name. */
  isMeant: boolean;
}

export interface Validation {
  lines: ValidationLine[];
  belowTheLine: BelowTheLine[];
  seed: number;
  sample: number;
}

export interface ValidationOptions {
  /** Number of entities per list, and of names per script and culture. */
  sample: number;
  /** Seed of the random sample: the same seed and lists give the same figures. */
  seed: number;
  onProgress?: (text: string) => void;
}

/** The lowest score that is reported. */
const FLOOR = 0.5;
const MAX_BELOW = 200;

/**
 * Measures the matcher on an installation's own lists: the share of listed people and organisations that are found
 * under altered spellings, by class, script and list; the share of invented people and firms that alert; and the
 * queries just below the threshold. Deterministic: no clock, no network.
 */
export function measureModel(index: ScreeningIndex, options: ValidationOptions): Validation {
  const counts = new Map<string, ValidationLine>();
  const below: BelowTheLine[] = [];
  const measure: Measure = { index, next: seeded(options.seed), counts, below };
  for (const section of ['found_from', 'alerts_from'] as const)
    for (const threshold of sweptThresholds) lineOf(measure, section, threshold.toFixed(2));
  for (const [list, entities] of sampledByList(index, options)) {
    options.onProgress?.(`${list}: ${entities.length} entities`);
    for (const entity of entities) recallOf(measure, entity, list);
  }
  for (const [script, names] of sampledByScript(index, options)) {
    options.onProgress?.(`${script}: ${names.length} names`);
    for (const one of names) scriptRecallOf(measure, one, script);
  }
  options.onProgress?.('Invented people and firms');
  for (const { culture, names } of inventedPeople(options)) {
    for (const fullName of names) {
      const dateOfBirth = anyDay(measure.next);
      falseAlert(measure, { person: { fullName } }, { group: culture, basis: 'name' });
      falseAlert(measure, { person: { fullName, dateOfBirth } }, { group: culture, basis: 'dated' });
    }
  }
  for (const name of inventedFirms(options)) {
    const firms = { group: ORGANISATIONS, basis: 'name' as const };
    falseAlert(measure, { organisation: { name } }, firms);
  }
  const sorted = [...below.filter(({ score }) => score < possibleMatchThreshold)];
  sorted.sort((a, b) => b.score - a.score || a.asked.localeCompare(b.asked));
  return {
    lines: [...counts.values()].sort((a, b) => placeOf(a) - placeOf(b)),
    belowTheLine: sorted.slice(0, MAX_BELOW),
    seed: options.seed,
    sample: options.sample,
  };
}

/** The scores of the sweep: what the figures would be, were the threshold there. */
export const sweptThresholds = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9] as const;

/** Sort position: classes in the order of their table, everything else unchanged. */
function placeOf({ section, group }: ValidationLine): number {
  const index = alterations.findIndex(({ text }) => text === group);
  return SECTIONS.indexOf(section) * 1000 + (index < 0 ? 0 : index);
}

const SECTIONS: readonly ValidationLine['section'][] = [
  'class',
  'dates',
  'script',
  'list',
  'organisations',
  'vessels',
  'false_alerts',
  'found_from',
  'alerts_from',
];
const ORGANISATIONS = 'Organisations (invented firms)';

interface Measure {
  index: ScreeningIndex;
  next: () => number;
  counts: Map<string, ValidationLine>;
  below: BelowTheLine[];
}

type Section = ValidationLine['section'];

function recallOf(measure: Measure, entity: Listed, list: string): void {
  const primary = entity.names[0]!.text;
  if (entity.kind === 'vessel') {
    vesselRecallOf(measure, entity, list);
    return;
  }
  wrongDatesOf(measure, entity, primary);
  for (const { text, apply } of alterations) {
    const name = apply(primary, measure.next);
    if (name === null) continue;
    const sections: [Section, string][] =
      entity.kind === 'person'
        ? [
            ['class', text],
            ['list', list],
          ]
        : [
            ['organisations', text],
            ['list', list],
          ];
    measureName(measure, entity, name, sections);
  }
}

function vesselRecallOf(measure: Measure, entity: Listed, list: string): void {
  for (const { text, apply } of vesselSpellings) {
    const name = apply(entity.names[0]!.text, measure.next);
    if (name !== null)
      measureName(measure, entity, name, [
        ['vessels', text],
        ['list', list],
      ]);
  }
}

/** Recall of the name as listed with a date of birth that differs from the listed one. */
function wrongDatesOf(measure: Measure, entity: Listed, name: string): void {
  const listed = dayOf(entity);
  if (entity.kind !== 'person' || !listed) return;
  for (const { text, apply } of wrongDates) {
    const day = apply(listed, measure.next);
    if (day === null) continue;
    const line = lineOf(measure, 'dates', text);
    line.dated ??= { questions: 0, count: 0 };
    count(line.dated, { isCounted: scoreOf(measure, entity, { name, day }) >= possibleMatchThreshold });
  }
}

function dayOf(entity: Listed): string | null {
  return entity.birthDates.find((date) => /^\d{4}-\d\d-\d\d$/.test(date)) ?? null;
}

/** Recall of names as listed, and with one typing error. */
function scriptRecallOf(measure: Measure, { entity, text }: ListedNameOf, script: string): void {
  const slip = alterations.find(({ code }) => code === 'letter_replaced')!.apply(text, measure.next);
  measureName(measure, entity, text, [['script', `${script}, as listed`]]);
  if (slip !== null) measureName(measure, entity, slip, [['script', `${script}, one letter replaced`]]);
}

function measureName(measure: Measure, entity: Listed, name: string, sections: [Section, string][]): void {
  const day = dayOf(entity);
  const score = scoreOf(measure, entity, { name, day: null });
  const scoreDated = entity.kind === 'person' && day ? scoreOf(measure, entity, { name, day }) : null;
  if (sections.some(([section]) => section === 'class')) sweep(measure, 'found_from', { score, scoreDated });
  const alone = score >= possibleMatchThreshold;
  const dated = scoreDated === null ? null : scoreDated >= possibleMatchThreshold;
  for (const [section, group] of sections) {
    const line = lineOf(measure, section, group);
    count(line.name, { isCounted: alone });
    if (dated === null) continue;
    line.dated ??= { questions: 0, count: 0 };
    count(line.dated, { isCounted: dated });
  }
}

/** The score of an entity for a name; 0 below the lowest reported one. Notes those just below the threshold. */
function scoreOf(
  measure: Measure,
  entity: Listed,
  { name, day }: { name: string; day: string | null },
): number {
  const subject: Subject =
    entity.kind === 'person'
      ? { person: { fullName: name, ...(day && { dateOfBirth: day }) } }
      : { organisation: { name } };
  const hits = screen(measure.index, subject, { minScore: FLOOR, limit: 50 });
  const isMeant = (hit: Hit) => hit.sources.some(({ id }) => id === entity.id);
  const mine = hits.find(isMeant);
  const score = mine?.score ?? 0;
  if (mine && score < possibleMatchThreshold) measure.below.push(belowOf(mine, { name, day, isMeant: true }));
  return score;
}

function falseAlert(
  measure: Measure,
  subject: Subject,
  { group, basis }: { group: string; basis: 'name' | 'dated' },
): void {
  const [best] = screen(measure.index, subject, { minScore: FLOOR, limit: 1 });
  const line = lineOf(measure, 'false_alerts', group);
  const isAlert = (best?.score ?? 0) >= possibleMatchThreshold;
  const score = best?.score ?? 0;
  if (basis === 'dated') line.dated ??= { questions: 0, count: 0 };
  count(basis === 'dated' ? line.dated! : line.name, { isCounted: isAlert });
  if (subject.person)
    sweep(
      measure,
      'alerts_from',
      basis === 'name' ? { score, scoreDated: null } : { score: null, scoreDated: score },
    );
  const name = subject.person?.fullName ?? subject.organisation?.name ?? '';
  if (best && !isAlert)
    measure.below.push(belowOf(best, { name, day: subject.person?.dateOfBirth ?? null, isMeant: false }));
}

function sweep(
  measure: Measure,
  section: Sweep,
  { score, scoreDated }: { score: number | null; scoreDated: number | null },
): void {
  for (const threshold of sweptThresholds) {
    const line = lineOf(measure, section, threshold.toFixed(2));
    if (score !== null) count(line.name, { isCounted: score >= threshold });
    if (scoreDated === null) continue;
    line.dated ??= { questions: 0, count: 0 };
    count(line.dated, { isCounted: scoreDated >= threshold });
  }
}

function belowOf(
  hit: Hit,
  { name, day, isMeant }: { name: string; day: string | null; isMeant: boolean },
): BelowTheLine {
  return {
    asked: name,
    dateOfBirth: day,
    listed: hit.explain.name?.listed ?? hit.entity.name,
    entityId: hit.id,
    lists: hit.lists,
    score: hit.score,
    isMeant,
  };
}

function lineOf({ counts }: Measure, section: Section, group: string): ValidationLine {
  const key = `${section} ${group}`;
  const line = counts.get(key) ?? { section, group, name: { questions: 0, count: 0 }, dated: null };
  counts.set(key, line);
  return line;
}

function count(share: Share, { isCounted }: { isCounted: boolean }): void {
  share.questions += 1;
  if (isCounted) share.count += 1;
}

interface ListedNameOf {
  entity: Listed;
  text: string;
}

/** Samples entities of each list that may alert, spread over the whole list. */
function sampledByList(
  index: ScreeningIndex,
  { sample, seed }: ValidationOptions,
): [list: string, entities: Listed[]][] {
  const reservoirs = new Map<string, Reservoir<Listed>>();
  for (const entity of alerting(index)) {
    for (const list of entity.lists) {
      if (!reservoirs.has(list)) reservoirs.set(list, new Reservoir(sample, seed));
      reservoirs.get(list)!.add(entity);
    }
  }
  return [...reservoirs].map(([list, { items }]): [string, Listed[]] => [list, items]).sort(byName);
}

/** Samples names of each script: primary names, and aliases that the list does not call weak. */
function sampledByScript(
  index: ScreeningIndex,
  { sample, seed }: ValidationOptions,
): [script: string, names: ListedNameOf[]][] {
  const reservoirs = new Map<string, Reservoir<ListedNameOf>>();
  for (const entity of alerting(index)) {
    if (entity.kind !== 'person') continue;
    for (const { text, quality } of entity.names) {
      const script = quality === 'weak' ? null : scriptOf(text);
      if (!script) continue;
      if (!reservoirs.has(script)) reservoirs.set(script, new Reservoir(sample, seed));
      reservoirs.get(script)!.add({ entity, text });
    }
  }
  return [...reservoirs].map(([script, { items }]): [string, ListedNameOf[]] => [script, items]).sort(byName);
}

function byName(one: [string, unknown], other: [string, unknown]): number {
  return one[0].localeCompare(other[0]);
}

/** Entities without a topic never alert. */
function* alerting(index: ScreeningIndex): Generator<Listed> {
  for (let row = 0; row < index.columns.entityFlags.length; row++) {
    const entity = entityAt(index, row);
    if (entity.topics.length > 0 && entity.names.length > 0) yield entity;
  }
}

/** Samples a stream uniformly, up to a maximum number of items (algorithm R, Vitter 1985). */
class Reservoir<T> {
  readonly items: T[] = [];
  readonly #size: number;
  readonly #next: () => number;
  #seen = 0;

  constructor(size: number, seed: number) {
    this.#size = size;
    this.#next = seeded(seed);
  }

  add(item: T): void {
    this.#seen += 1;
    if (this.items.length < this.#size) {
      this.items.push(item);
      return;
    }
    const at = Math.floor(this.#next() * this.#seen);
    if (at < this.#size) this.items[at] = item;
  }
}
