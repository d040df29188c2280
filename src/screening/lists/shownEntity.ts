import type { Entity } from './entity.ts';
import type { Listed } from './listed.ts';

/** What the list says of an entity, in full. */
export function shownEntity(listed: Listed): Entity {
  const [primary, ...aliases] = listed.names;
  const dates = [...listed.birthDates, ...listed.names.flatMap((name) => name.birthDates ?? [])];
  return {
    id: listed.id,
    name: primary?.text ?? '',
    kind: listed.kind,
    aliases: aliases.map(({ text }) => text),
    birthDates: [...new Set(dates)],
    placesOfBirth: listed.placesOfBirth ?? [],
    gender: listed.gender ?? null,
    countries: listed.countries,
    nationalities: listed.nationalities ?? [],
    residences: listed.residences ?? [],
    identifiers: (listed.identifiers ?? []).map(({ note, ...identifier }) => ({
      ...identifier,
      note: note ?? null,
    })),
    programmes: listed.programmes ?? [],
    listedOn: listed.listedOn ?? null,
    position: listed.position ?? null,
    remarks: listed.remarks ?? null,
    sourceUrl: listed.sourceUrl,
  };
}
