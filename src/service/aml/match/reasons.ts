import type { CountryVerdict, DateVerdict, Explanation } from '../hit.ts';

/** One sentence on what the name says, for the file of a compliance officer. */
export function nameText(name: Omit<Explanation['name'], 'text'>): string {
  const kind = { primary: 'the listed name', strong: 'the alias', weak: 'the weak alias' }[name.quality];
  const met = name.parts.map(({ given, listed, how, similarity }) =>
    how === 'same' ? `“${given}” is the same` : `“${given}” met “${listed}” (${ways[how]}, ${similarity})`,
  );
  const rest = [
    name.onlyGiven.length > 0 ? `only given: ${name.onlyGiven.join(', ')}` : '',
    name.onlyListed.length > 0 ? `only listed: ${name.onlyListed.join(', ')}` : '',
  ];
  return `Compared with ${kind} “${name.listed}”: ${[...met, ...rest].filter(Boolean).join('; ')}.`;
}

const ways = {
  same: 'same',
  spelling: 'spelling',
  initial: 'initial',
  nickname: 'form of the name',
  joined: 'written together',
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
  near: 'less than two years apart',
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
