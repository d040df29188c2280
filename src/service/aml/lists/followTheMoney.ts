import { countryCode } from './countryCode.ts';
import { known } from './known.ts';
import { lines } from './lines.ts';
import type { Listed, ListedName } from './listed.ts';
import { partialDate } from './partialDate.ts';
import type { ListChange, ListReader } from './reader.ts';

/**
 * FollowTheMoney entities as JSON lines, as OpenSanctions publishes them, and its delta files, whose
 * lines are `{op: ADD|MOD|DEL, entity}`; a delta applies to what the files before it hold.
 * Formats: https://www.opensanctions.org/docs/entities/, https://www.opensanctions.org/docs/bulk/delta/
 */
export const followTheMoney: ListReader = {
  kind: 'FollowTheMoney JSON lines',
  reads: (file) =>
    /\.(json|jsonl|ndjson)$/i.test(file.path) &&
    /^\s*\{.*("schema"\s*:|"op"\s*:\s*"(ADD|MOD|DEL)")/.test(file.head.split('\n', 1)[0] ?? ''),
  async *read(file, context) {
    let number = 0;
    for await (const line of lines(file)) {
      number += 1;
      if (line.trim() === '') continue;
      const change = changeOf(line);
      if (typeof change === 'string') context.onDamaged(number, change);
      else if (change) yield change;
    }
  },
};

interface Entity {
  id: string;
  schema?: string;
  caption?: string;
  properties?: Record<string, unknown>;
  datasets?: unknown;
  target?: unknown;
}

/** The change, null for things that are no persons or organisations, or what is wrong with the line. */
function changeOf(line: string): ListChange | null | string {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return 'not JSON';
  }
  const { op, entity } = read as { op?: unknown; entity?: Entity };
  const subject = op === undefined ? (read as Entity) : entity;
  if (typeof subject?.id !== 'string' || subject.id === '') return 'an entity without id';
  if (op === 'DEL') return { drop: subject.id };
  if (!kinds.has(subject.schema ?? '') || subject.target === false) return null;
  const names = namesOf(subject);
  return names.length > 0 ? { put: entityOf(subject, names) } : 'an entity without name';
}

const kinds = new Set(['Person', 'Organization', 'Company', 'LegalEntity', 'PublicBody']);

function entityOf(entity: Entity, names: ListedName[]): Listed {
  const topics = texts(entity, 'topics');
  const politician = topics.some((topic) => topic.startsWith('role.pep') || topic === 'role.rca');
  const sanctioned = topics.some((topic) => topic.startsWith('sanction')) || !politician;
  const datasets = Array.isArray(entity.datasets)
    ? entity.datasets.filter((name) => typeof name === 'string')
    : [];
  const places = ['nationality', 'citizenship', 'country', 'birthCountry', 'jurisdiction'];
  return {
    id: entity.id,
    kind: entity.schema === 'Person' ? 'person' : 'organisation',
    topics: [...(sanctioned ? ['sanctions' as const] : []), ...(politician ? ['pep' as const] : [])],
    lists: datasets.length > 0 ? [...datasets].sort() : ['opensanctions'],
    names,
    birthDates: known(texts(entity, 'birthDate').map(partialDate)),
    countries: known(places.flatMap((property) => texts(entity, property)).map(countryCode)),
    sourceUrl: `https://www.opensanctions.org/entities/${encodeURIComponent(entity.id)}/`,
  };
}

function namesOf(entity: Entity): ListedName[] {
  const weak = texts(entity, 'weakAlias');
  const strong = [...texts(entity, 'name'), ...texts(entity, 'alias'), ...texts(entity, 'previousName')];
  const built =
    strong.length > 0 ? [] : [[...texts(entity, 'firstName'), ...texts(entity, 'lastName')].join(' ')];
  const all = [...new Set([entity.caption ?? '', ...strong, ...built].filter(Boolean))];
  return [
    ...all.map((text, i) => ({ text, quality: i === 0 ? ('primary' as const) : ('strong' as const) })),
    ...weak.filter((text) => !all.includes(text)).map((text) => ({ text, quality: 'weak' as const })),
  ];
}

function texts(entity: Entity, property: string): string[] {
  const values = entity.properties?.[property];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string' && value !== '') : [];
}
