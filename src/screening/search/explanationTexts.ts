import type { CountryVerdict, DateVerdict } from '../compare/verdicts.ts';
import type { IdentifierFinding } from './finding.ts';
import type { NameExplanation } from './hit.ts';

/** One sentence on how the names match, for the file of a compliance officer. */
export function nameText(name: NameExplanation): string {
  let said = '';
  for (const { given, listed, how, similarity } of name.parts) {
    if (said) said += '; ';
    said +=
      how === 'same' ? `“${given}” is the same` : `“${given}” met “${listed}” (${ways[how]}, ${similarity})`;
  }
  if (name.onlyGiven.length > 0) said += `${said && '; '}only given: ${name.onlyGiven.join(', ')}`;
  if (name.onlyListed.length > 0) said += `${said && '; '}only listed: ${name.onlyListed.join(', ')}`;
  return `Compared with ${qualities[name.quality]} “${name.listed}”: ${said}.`;
}

const qualities = { primary: 'the listed name', strong: 'the alias', weak: 'the weak alias' };

const ways = {
  same: 'same',
  spelling: 'spelling',
  initial: 'initial',
  nickname: 'form of the name',
  joined: 'written together',
  romanisation: 'another romanisation',
  truncated: 'cut short',
};

/** One sentence on the date of birth. */
export function dateText(verdict: DateVerdict, given: string | null, listed: string[]): string {
  const dates = listed.join(', ');
  switch (verdict) {
    case 'not_given':
      return listed.length > 0
        ? `Not compared: none given, listed is ${dates}.`
        : 'Not compared: none given.';
    case 'not_listed':
      return 'Not compared: the list gives none.';
    default:
      return `Given ${given}, listed ${dates}: ${verdicts[verdict]}.`;
  }
}

const verdicts = {
  same: 'the same day',
  same_year: 'the same as far as both are known',
  compatible: 'within what the list holds possible',
  close: 'apart by what a slip of the pen explains',
  near: 'within two years',
  apart: 'within ten years, which speaks against the match',
  different: 'different, which speaks against the match',
};

/** One sentence on the countries. */
export function countryText(verdict: CountryVerdict, given: string[], listed: string[]): string {
  if (verdict === 'not_given') return 'Not compared: none given.';
  if (verdict === 'not_listed') return 'Not compared: the list gives none.';
  const said = `Given ${given.join(', ')}, listed ${listed.join(', ')}`;
  return verdict === 'same'
    ? `${said}: they share one.`
    : `${said}: none in common, which speaks against the match.`;
}

/** One sentence on a number that is the same. */
export function identifierText({ given, listed }: IdentifierFinding): string {
  const country =
    given.country !== null && given.country === listed.country
      ? `of the same country, ${given.country}`
      : 'of a country that one side does not say';
  return `The number ${given.number} is the listed ${listed.type.replaceAll('_', ' ')} ${listed.number}, ${country}.`;
}
