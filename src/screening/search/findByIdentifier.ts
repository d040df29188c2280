import { score } from '../compare/evidence.ts';
import { identifierForms, worldwideIdentifiers } from '../compare/identifierKey.ts';
import { eachUnder, keyOf, keySeed } from '../index/keyTable.ts';
import { entityAt, type ScreeningIndex } from '../index/screeningIndex.ts';
import { type IdentifierType, identifierType, identifierTypes } from '../lists/identifier.ts';
import { explainWeights, identifierWeight } from './explainFinding.ts';
import type { Finding, IdentifierFinding } from './finding.ts';
import type { Question } from './question.ts';
import type { GivenIdentifier } from './subject.ts';

/** How many entities may bear one number. */
const maxPerNumber = 50;

/** Adds the entities that bear a number of the subject's, whatever they are called. */
export function findByIdentifier(
  index: ScreeningIndex,
  question: Question,
  findings: Map<number, Finding>,
): void {
  const {
    identifierKeyHeads: heads,
    identifierKeys: keys,
    identifierKeyValues: values,
    entityFlags,
  } = index.columns;
  for (const given of question.identifiers) {
    const forms = identifierForms({ type: givenKind(given), number: given.number });
    for (const form of forms)
      eachUnder({ heads, keys, values }, keyOf(form, keySeed.identifier), maxPerNumber, (entity) => {
        if (!(entityFlags[entity]! & question.wanted)) return;
        const identifier = sameNumber(index, entity, given, forms);
        if (identifier) add(findings, entity, identifier);
      });
  }
}

/** The listed number that is the same, of the same country as far as both are known. */
function sameNumber(
  index: ScreeningIndex,
  entity: number,
  given: GivenIdentifier,
  forms: readonly string[],
): IdentifierFinding | null {
  const country = given.country?.toUpperCase() ?? null;
  const listed = (entityAt(index, entity).identifiers ?? []).find(
    (one) =>
      (worldwideIdentifiers.has(one.type) || !country || !one.country || one.country === country) &&
      identifierForms(one).some((form) => forms.includes(form)),
  );
  return listed
    ? {
        given: { type: given.type ?? null, country, number: given.number },
        listed: { type: listed.type, country: listed.country, number: listed.number },
      }
    : null;
}

/** What a number is, by its own name or by what it is commonly called; `other` where that says nothing. */
export function givenKind({ type }: GivenIdentifier): IdentifierType {
  if (type === undefined) return 'other';
  const own = type.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return identifierTypes.find((one) => one === own) ?? identifierType(type.replaceAll('_', ' '));
}

function add(findings: Map<number, Finding>, entity: number, identifier: IdentifierFinding): void {
  const kept = findings.get(entity);
  if (kept?.identifier && identifierWeight(kept.identifier) >= identifierWeight(identifier)) return;
  const finding = { entity, score: 0, name: kept?.name ?? null, identifier };
  findings.set(entity, { ...finding, score: score(explainWeights(finding).sum) });
}
