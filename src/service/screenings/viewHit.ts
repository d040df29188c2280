import type { Hit } from '../../contract/hit.ts';
import type { NameExplanation } from '../../contract/hitExplanation.ts';
import type { FoundHit } from './foundHit.ts';

/** A hit as shown; one that was kept before something was told of hits tells nothing of it. */
export function viewHit({ contentHash: _, resolvedAt: _at, resolvedBy: _by, ...hit }: FoundHit): Hit {
  const { lists, entity, explain } = hit;
  return {
    ...NOT_TOLD,
    ...hit,
    entity: { ...ENTITY_NOT_TOLD, ...entity, id: entity.id ?? hit.id },
    sources: hit.sources ?? lists.map((list) => ({ id: hit.id, list, sourceUrl: entity.sourceUrl })),
    explain: { ...EXPLANATION_NOT_TOLD, ...explain, name: explain.name && nameOf(explain.name) },
  };
}

function nameOf(name: NameExplanation): NameExplanation {
  return {
    ...NAME_NOT_TOLD,
    ...name,
    parts: name.parts.map((part) => ({ ...part, bits: part.bits ?? null })),
  };
}

const NAME_NOT_TOLD = { given: null, transliteration: null, listedTransliteration: null, leftOut: [] };
const NOT_TOLD = { strength: null, topics: [], reasonCode: null, earlier: [], endedAt: null };
const EXPLANATION_NOT_TOLD = { identifiers: null, weights: null };
const ENTITY_NOT_TOLD = {
  kind: 'person' as const,
  placesOfBirth: [],
  gender: null,
  nationalities: [],
  residences: [],
  identifiers: [],
  programmes: [],
  listedOn: null,
  position: null,
  remarks: null,
};
