import type { Listed } from '../lists/listed.ts';
import { identifierText } from './explanationTexts.ts';
import type { IdentifierFinding } from './finding.ts';
import type { GivenIdentifier } from './givenIdentifier.ts';
import type { Explanation } from './hit.ts';

/** What the numbers that were given say beside those of the entity. */
export function explainIdentifiers(
  found: IdentifierFinding | null,
  given: GivenIdentifier[],
  { identifiers = [] }: Listed,
): Explanation['identifiers'] {
  if (found) return { result: 'same', matched: [found.listed], text: identifierText(found) };
  if (given.length === 0) return { result: 'not_given', matched: [], text: 'Not compared: none given.' };
  return identifiers.length === 0
    ? { result: 'not_listed', matched: [], text: 'Not compared: the list gives none.' }
    : { result: 'different', matched: [], text: 'None of the numbers is the same, which says little.' };
}
