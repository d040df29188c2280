import type { Entity } from './entity.ts';
import { isHalfOrMore } from './ftmLinks.ts';
import type { Listed } from './listed.ts';

/** Converts a stored entity to the form that the API returns. */
export function shownEntity(listed: Listed): Entity {
  const [primary, ...aliases] = listed.names;
  const dates = listed.names.flatMap((name) => name.birthDates ?? empty);
  return {
    id: listed.id,
    name: primary?.text ?? '',
    kind: listed.kind,
    aliases: aliases.map(({ text }) => text),
    birthDates: distinct(dates.length > 0 ? [...listed.birthDates, ...dates] : listed.birthDates),
    placesOfBirth: listed.placesOfBirth ?? [],
    gender: listed.gender ?? null,
    countries: listed.countries,
    nationalities: listed.nationalities ?? [],
    residences: listed.residences ?? [],
    identifiers: (listed.identifiers ?? []).map(({ type, country, number, note = null }) => ({
      type,
      country,
      number,
      note,
    })),
    programmes: listed.programmes ?? [],
    listedOn: listed.listedOn ?? null,
    position: listed.position ?? null,
    functions: (listed.functions ?? []).map(({ title, level = null, since = null, until = null }) => ({
      title,
      level,
      since,
      until,
    })),
    links: (listed.links ?? []).map(({ how, id, name, topics = [], share, since = null, until = null }) => ({
      how,
      id,
      name,
      topics,
      share: share ?? null,
      isHalfOrMore: isHalfOrMore(share),
      since,
      until,
    })),
    remarks: listed.remarks ?? null,
    sourceUrl: listed.sourceUrl,
  };
}

const empty: readonly string[] = [];

function distinct(texts: string[]): string[] {
  return texts.length < 2 ? texts.slice() : [...new Set(texts)];
}
