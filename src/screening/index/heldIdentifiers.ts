import { type IdentifierType, identifierTypes } from '../lists/identifier.ts';
import type { ScreeningIndex } from './screeningIndex.ts';

/**
 * The kinds of numbers that the lists of an index hold: nobody is clear of a number whose kind no list has.
 * @param wanted `entityFlag`s of the kinds of lists
 */
export function heldIdentifiers({ columns }: ScreeningIndex, wanted: number): ReadonlySet<IdentifierType> {
  return new Set(identifierTypes.filter((_, i) => ((columns.heldIdentifiers[i] ?? 0) & wanted) !== 0));
}
