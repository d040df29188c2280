import { partialDate } from './cellValues.ts';
import { type Link, listKind } from './listed.ts';

/** A line of FollowTheMoney, or an entity nested in one: properties hold texts, or whole entities if the file is nested. */
export interface FtmEntity {
  id: string;
  schema?: string;
  caption?: string;
  properties?: Record<string, unknown>;
  datasets?: unknown;
  /** Whether the publisher lists the entity itself, as opposed to naming it as a relation of a listed one. */
  target?: unknown;
}

/** The other end of a relation, as far as the file describes it. */
export interface FtmParty {
  name: string;
  topics: readonly string[];
}

/** The relations that link two parties: the properties of both ends, and how each end sees the other one. */
const ends = {
  Ownership: { from: 'owner', to: 'asset', fromSees: 'owns', toSees: 'owned_by' },
  Control: { from: 'controller', to: 'controlled', fromSees: 'controls', toSees: 'controlled_by' },
} as const;

/** The properties under which a nested entity holds its relations. */
const nestedUnder = ['ownershipOwner', 'ownershipAsset', 'controlController', 'controlControlled'];

function isRelation(schema: string | undefined): schema is keyof typeof ends {
  return schema !== undefined && Object.hasOwn(ends, schema);
}

/** The ids of the parties of a relation. */
export function partiesOf(relation: FtmEntity): string[] {
  if (!isRelation(relation.schema)) return [];
  const { from, to } = ends[relation.schema];
  return [...partiesIn(relation, from), ...partiesIn(relation, to)].map(({ id }) => id);
}

/** The parties that an entity owns or controls, or is owned or controlled by. A party that the file does not name is left out. */
export function linksOf(
  entity: FtmEntity,
  relations: readonly FtmEntity[],
  parties: ReadonlyMap<string, FtmParty>,
): Link[] {
  const nested = nestedUnder.flatMap((property) => wholeIn(entity, property));
  return [...relations, ...nested].flatMap((relation) => {
    if (!isRelation(relation.schema)) return [];
    const { from, to, fromSees, toSees } = ends[relation.schema];
    const [froms, tos] = [partiesIn(relation, from), partiesIn(relation, to)];
    const isFrom = froms.some(({ id }) => id === entity.id) || (froms.length === 0 && tos.length > 0);
    const others = isFrom ? tos : froms;
    return others
      .filter(({ id }) => id !== entity.id)
      .flatMap((other) => linkTo(other, isFrom ? fromSees : toSees, relation, parties));
  });
}

function linkTo(
  other: FtmEntity,
  how: Link['how'],
  relation: FtmEntity,
  parties: ReadonlyMap<string, FtmParty>,
): Link[] {
  const party = parties.get(other.id) ?? partyOf(other);
  if (!party) return [];
  const [share] = textsIn(relation, 'percentage');
  const since = partialDate(textsIn(relation, 'startDate')[0] ?? '');
  const until = partialDate(textsIn(relation, 'endDate')[0] ?? '');
  const topics = party.topics.filter((topic) => listKind(topic) !== null);
  return [
    {
      how,
      id: other.id,
      name: party.name,
      ...(topics.length > 0 && { topics }),
      ...(share && { share }),
      ...(since && { since }),
      ...(until && { until }),
    },
  ];
}

/** The name and the topics of an entity; `null` without a name. */
export function partyOf(entity: FtmEntity): FtmParty | null {
  const name = entity.caption ?? textsIn(entity, 'name')[0];
  return name ? { name, topics: textsIn(entity, 'topics') } : null;
}

/**
 * Whether a stated share is half or more; of a range, its lower end. `null` if it is no number: nobody should conclude
 * anything from it.
 */
export function isHalfOrMore(share: string | undefined): boolean | null {
  const number = /^[^\d<]*(\d+(?:[.,]\d+)?)/.exec(share ?? '')?.[1];
  return number === undefined ? null : Number(number.replace(',', '.')) >= 50;
}

/** The texts of a property. */
export function textsIn(entity: FtmEntity, property: string): string[] {
  const values = entity.properties?.[property];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string' && value !== '') : [];
}

/** The nested entities of a property. */
export function wholeIn(entity: FtmEntity, property: string): FtmEntity[] {
  const values = entity.properties?.[property];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'object' && value !== null) : [];
}

function partiesIn(relation: FtmEntity, property: string): FtmEntity[] {
  return [...textsIn(relation, property).map((id) => ({ id })), ...wholeIn(relation, property)];
}
