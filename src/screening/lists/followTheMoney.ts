import { type FtmEntity, ftmEntity } from './ftmEntity.ts';
import { type FtmFacts, ftmFacts, noFtmFacts } from './ftmFacts.ts';
import { lines } from './lines.ts';
import type { ListChange, ListReader } from './reader.ts';

/**
 * FollowTheMoney entities as JSON lines, as OpenSanctions publishes them, and its delta files, whose
 * lines are `{op: ADD|MOD|DEL, entity}`; a delta applies to what the files before it hold, and may be empty.
 * Formats: https://www.opensanctions.org/docs/entities/, https://www.opensanctions.org/docs/bulk/delta/
 */
export const followTheMoney: ListReader = {
  kind: 'FollowTheMoney JSON lines',
  reads: (file) =>
    /\.(json|jsonl|ndjson)$/i.test(file.path) &&
    (/^\s*\{.*("schema"\s*:|"op"\s*:\s*"(ADD|MOD|DEL)")/.test(file.head.split('\n', 1)[0] ?? '') ||
      (isDelta.test(file.path) && file.head.trim() === '')),
  belongs: (file) =>
    /(^|[\\/])(index|delta|statistics|catalog|issues)\.json$/.test(file.path) && /^\s*\{/.test(file.head),
  isDelta: (file) => isDelta.test(file.path) || /^\s*\{\s*"op"\s*:/.test(file.head),
  async *read(file, context) {
    const facts = await ftmFacts(file);
    let number = 0;
    for await (const line of lines(file)) {
      number += 1;
      if (line.trim() === '') continue;
      const change = changeOf(line, facts);
      if (typeof change === 'string') context.onDamaged(number, change);
      else if (change) yield change;
    }
    if (facts.newest) context.onPublished(facts.newest);
  },
};

const isDelta = /\.delta\.json$/i;

/** The change, null for things that are no persons or organisations, or what is wrong with the line. */
function changeOf(line: string, { of }: FtmFacts): ListChange | null | string {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return 'not JSON';
  }
  const { op, entity } = read as { op?: unknown; entity?: FtmEntity };
  const subject = op === undefined ? (read as FtmEntity) : entity;
  if (typeof subject?.id !== 'string' || subject.id === '') return 'an entity without id';
  if (op === 'DEL') return { drop: subject.id };
  if (!kinds.has(subject.schema ?? '')) return null;
  const put = ftmEntity(subject, of.get(subject.id) ?? noFtmFacts);
  return put.names.length > 0 ? { put } : 'an entity without name';
}

const kinds = new Set(['Person', 'Organization', 'Company', 'LegalEntity', 'PublicBody']);
