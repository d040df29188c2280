import type { ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import { type Hit, possibleMatchThreshold } from '../../../../src/screening/search/finding.ts';
import { screen } from '../../../../src/screening/search/screen.ts';
import type { Subject } from '../../../../src/screening/search/subject.ts';
import data from './commonNames.json' with { type: 'json' };

/**
 * Of the common names of a culture, or of firms: how many there are and how many alert by name alone; of these, how many
 * stand on a list exactly so, and how many whole in another spelling. The rest meet a longer listed name, or one that is alike.
 */
interface CommonNames {
  n: number;
  alerts: number;
  exact: number;
  respelled: number;
}

/** Asks for a hundred common names of each culture, and a hundred firms of common words. */
export function commonNames(index: ScreeningIndex): Record<string, CommonNames> {
  const people = Object.entries(data.people).map(([culture, names]) => [
    culture,
    screened(index, combined(names), (fullName) => ({ person: { fullName } })),
  ]);
  const firms = Object.entries(data.firms).map(([words, names]) => [
    words,
    screened(index, combined(names), (name) => ({ organisation: { name } })),
  ]);
  return Object.fromEntries([...people, ...firms]);
}

function combined({ given, family }: { given: string; family: string }): string[] {
  const [first, second] = [given, family].map((names) => names.split(' '));
  return first!.flatMap((one) => second!.map((other) => `${one} ${other}`.replaceAll('_', ' ')));
}

function screened(index: ScreeningIndex, names: string[], subject: (name: string) => Subject): CommonNames {
  const counts = { n: names.length, alerts: 0, exact: 0, respelled: 0 };
  for (const name of names) {
    const hits = screen(index, subject(name), { minScore: possibleMatchThreshold });
    if (hits.length > 0) counts.alerts += 1;
    if (hits.some((hit) => isWhole(hit, ({ how }) => how === 'same'))) counts.exact += 1;
    else if (hits.some((hit) => isWhole(hit, ({ similarity }) => similarity >= 0.96))) counts.respelled += 1;
  }
  return counts;
}

type Part = NonNullable<Hit['explain']['name']>['parts'][number];

/** Whether no part of either name is left over, and each is like that. */
function isWhole({ explain: { name } }: Hit, isMet: (part: Part) => boolean): boolean {
  return (
    name !== null && name.onlyListed.length === 0 && name.onlyGiven.length === 0 && name.parts.every(isMet)
  );
}
