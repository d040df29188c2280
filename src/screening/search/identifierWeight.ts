import { weights } from '../compare/weights.ts';
import type { IdentifierFinding } from './finding.ts';

/** What it adds to the log odds that a number is the same: more where both say which country issued it. */
export function identifierWeight({ given, listed }: IdentifierFinding): number {
  const { sameCountry, countryUnknown } = weights.identifier;
  return given.country !== null && given.country === listed.country ? sameCountry : countryUnknown;
}
