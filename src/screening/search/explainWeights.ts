import { type EvidenceKind, eachEvidence } from '../compare/evidence.ts';
import { weights } from '../compare/weights.ts';
import { wholeNameFloor } from '../compare/wholeNameFloor.ts';
import type { Finding } from './finding.ts';
import type { Explanation } from './hit.ts';
import { identifierWeight } from './identifierWeight.ts';

/** The terms that the score of a finding is made of. */
export function explainWeights({ score, name, identifier }: Finding): Explanation['weights'] {
  const terms: Explanation['weights']['terms'] = [];
  let sum = 0;
  const add = (kind: EvidenceKind, value: number) => {
    sum += value;
    terms.push({ kind, value, text: texts[kind] });
  };
  if (name) {
    eachEvidence(name.alignment, name.circumstances, add);
    const floor = wholeNameFloor(name.alignment, name.circumstances, sum);
    if (floor > 0) add('whole_name_floor', floor);
  } else add('base', weights.base);
  if (identifier) add('identifier', identifierWeight(identifier));
  return { terms, sum: Math.round(1000 * sum) / 1000, score };
}

const texts: Record<EvidenceKind, string> = {
  base: 'What holds of anybody before anything is compared',
  name_met: 'The parts of the name that met, by how rare they are',
  name_only_given: 'Parts that only the given name has',
  name_only_listed: 'Parts that only the listed name has',
  name_conflict: 'Parts of both names that stand against each other',
  name_coverage: 'How much of both names met',
  name_spelling: 'Spellings that differ',
  name_romanisation: 'Syllables that are the same under different romanisations only',
  name_order: 'Parts in another order',
  name_whole: 'Every part of both names met',
  weak_alias: 'The list itself calls the alias weak',
  organisation: 'One is a person and the other an organisation',
  date_of_birth: 'The date of birth',
  country: 'The countries',
  whole_name_floor: 'A name met whole alerts as long as the date does not exclude it',
  identifier: 'The same number',
};
